import { limitOf, type StoredSize } from "./limit";

/**
 * The cache as it lies in the browser's private file system: one folder a load, by content key.
 *
 * ```text
 * stepscope/KEY/blocks   the pieces' blocks, one behind the other
 *              /index    what is in it, as JSON; written last: without it the rest is worth nothing
 * ```
 * Who reads or writes an entry holds `blocks` open, which no other tab can then open or remove.
 */
export interface Index {
  /** When it was stored and when last used, milliseconds since 1970. */
  made: number;
  used: number;
  /** Bytes of memory that it takes once opened, by estimate. */
  held: number;
  /** Of each piece its job and the bytes of its block, in the order of the blocks. */
  pieces: { job: number; bytes: number }[];
  /** The jobs' orders. */
  orders: string[];
}

/** What is stored, as the page shows it. */
export interface Usage {
  loads: number;
  bytes: number;
  /** Most bytes that may be stored. */
  limit: number;
}

const FOLDER = "stepscope";
export const BLOCKS = "blocks";
export const INDEX = "index";

/** The folder of all entries; `null` where the browser refuses one: on `file://`, in a sandbox, on a full disk. */
export async function openShelf(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch {
    return null;
  }
}

/** The index in `text`; `null` when it is none, or cut. */
export function parseIndex(text: string): Index | null {
  try {
    const index = JSON.parse(text) as Partial<Index> | null;
    const numbers = [index?.made, index?.used, index?.held];
    const lists = [index?.pieces, index?.orders];
    return numbers.every((value) => typeof value === "number") && lists.every(Array.isArray) ? (index as Index) : null;
  } catch {
    return null;
  }
}

export function bytesOf(index: Index): number {
  return index.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Every entry; one that is incomplete comes first when room is made. */
export async function stored(shelf: FileSystemDirectoryHandle): Promise<StoredSize[]> {
  const entries: StoredSize[] = [];
  for await (const [key, entry] of shelf.entries()) {
    if (entry.kind === "directory") entries.push(await sizeOf(key, entry as FileSystemDirectoryHandle));
  }
  return entries;
}

/** Removes an entry; one that is open somewhere stays. */
export async function remove(shelf: FileSystemDirectoryHandle, key: string): Promise<void> {
  await shelf.removeEntry(key, { recursive: true }).catch(() => undefined);
}

/** Most bytes that may be stored. */
export async function limit(): Promise<number> {
  return limitOf((await navigator.storage.estimate()).quota);
}

/** What is stored; `null` where the browser refuses to. */
export async function usage(): Promise<Usage | null> {
  const shelf = await openShelf();
  if (!shelf) return null;
  const entries = await stored(shelf);
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return { loads: entries.filter(({ used }) => used > 0).length, bytes, limit: await limit() };
}

/** Removes everything that is not open. */
export async function clear(): Promise<void> {
  const shelf = await openShelf();
  if (!shelf) return;
  for (const { key } of await stored(shelf)) await remove(shelf, key);
}

async function sizeOf(key: string, entry: FileSystemDirectoryHandle): Promise<StoredSize> {
  const text = await textOf(entry, INDEX);
  const index = text === null ? null : parseIndex(text);
  if (index) return { key, bytes: bytesOf(index), used: index.used };
  const blocks = await entry.getFileHandle(BLOCKS).then((handle) => handle.getFile()).catch(() => null);
  return { key, bytes: blocks?.size ?? 0, used: 0 };
}

async function textOf(entry: FileSystemDirectoryHandle, name: string): Promise<string | null> {
  try {
    const handle = await entry.getFileHandle(name);
    return await (await handle.getFile()).text();
  } catch {
    return null;
  }
}
