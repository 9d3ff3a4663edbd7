import type { OpenInput } from "../engine/client";

/** What was dropped: files, or that folders cannot be taken here. */
export interface Dropped {
  inputs: OpenInput[];
  /** A folder was dropped where the browser gives no access to its files. */
  folderRefused: boolean;
}

/**
 * Reads a drop. What works was measured: `decisions.md`, browser facts.
 *
 * * On a real origin folders are walked by entry.
 * * On `file:` entries cannot be read, folders are walked by handle.
 * * In an opaque frame only plain files are safe: asking for a handle kills the renderer.
 *
 * Must be called inside the drop event: its items are gone afterwards.
 */
export function readDrop(transfer: DataTransfer): Promise<Dropped> {
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const files = [...transfer.files];
  const entries = items.map((item) => item.webkitGetAsEntry());
  const anyFolder = entries.some((entry) => entry?.isDirectory === true);
  if (!anyFolder) return Promise.resolve({ inputs: files.map(plain), folderRefused: false });
  if (window.origin !== "null") return walkEntries(entries);
  if (document.location.protocol === "file:" && items.every((item) => "getAsFileSystemHandle" in item)) {
    return walkHandles(items.map((item) => (item as ItemWithHandle).getAsFileSystemHandle()));
  }
  // A folder among the files has no content of its own.
  const readable = files.filter((_, at) => entries[at]?.isDirectory !== true);
  return Promise.resolve({ inputs: readable.map(plain), folderRefused: true });
}

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle(): Promise<FileSystemHandle | null>;
}

function plain(file: File): OpenInput {
  return { path: file.webkitRelativePath || file.name, file };
}

async function walkEntries(entries: readonly (FileSystemEntry | null)[]): Promise<Dropped> {
  const inputs: OpenInput[] = [];
  const waiting = entries.filter((entry) => entry !== null);
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (isFile(entry)) inputs.push({ path: entry.fullPath.replace(/^\//, ""), file: await fileOf(entry) });
    else if (isFolder(entry)) waiting.push(...(await childrenOf(entry)));
  }
  return { inputs, folderRefused: false };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives at most a hundred children at a time. */
async function childrenOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

async function walkHandles(promises: readonly Promise<FileSystemHandle | null>[]): Promise<Dropped> {
  const inputs: OpenInput[] = [];
  const waiting: { path: string; handle: FileSystemHandle }[] = [];
  for (const handle of await Promise.all(promises)) if (handle) waiting.push({ path: handle.name, handle });
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, handle } = next;
    if (handle instanceof FileSystemFileHandle) inputs.push({ path, file: await handle.getFile() });
    else if (handle instanceof FileSystemDirectoryHandle) {
      for await (const child of handle.values()) waiting.push({ path: `${path}/${child.name}`, handle: child });
    }
  }
  return { inputs, folderRefused: false };
}
