import { keyOf } from "../cache/key";
import { surplus } from "../cache/limit";
import type { CacheMessage, CacheReply, ShelfAnswers, ShelfMessage, ShelfQuestion, Stored } from "../cache/messages";
import { BLOCKS, bytesOf, INDEX, type Index, limit, openShelf, parseIndex, remove, stored } from "../cache/shelf";

/** Bytes read at once; as much is in flight to the engine while it takes the piece before. */
const BUFFER = 8 << 20;

/**
 * Runs this worker as the one that stores and brings back a load. Nothing that fails here fails a load: it is read
 * as if nothing were stored, or not stored.
 */
export function runCache(scope: DedicatedWorkerGlobalScope, port: MessagePort): (event: MessageEvent<CacheMessage>) => void {
  const post = (reply: CacheReply): void => scope.postMessage(reply);
  const engine = new Engine(port);
  let shelf: FileSystemDirectoryHandle | null = null;
  let key = "";

  async function find({ build, inputs, read }: Extract<CacheMessage, { type: "find" }>): Promise<Stored | null> {
    shelf = await openShelf();
    if (!shelf) return null;
    key = await keyOf(inputs, build);
    if (!read) return null;
    // Making the folder would leave one for each load that is never stored.
    const entry = await shelf.getDirectoryHandle(key).catch(() => null);
    if (!entry) return null;
    const blocks = await opened(entry, BLOCKS);
    if (!blocks) return null;
    const back = await bringBack(engine, entry, blocks).finally(() => blocks.close());
    if (back === "damaged") await remove(shelf, key);
    return typeof back === "string" ? null : back;
  }

  async function keep(): Promise<void> {
    if (!shelf || key === "") return;
    const kept = await engine.ask({ about: "keep" });
    if (!kept) return;
    const entries = (await stored(shelf)).filter((entry) => entry.key !== key);
    const gone = surplus(entries, kept.bytes, await limit());
    if (!gone) return;
    for (const old of gone) await remove(shelf, old);
    const entry = await shelf.getDirectoryHandle(key, { create: true });
    const blocks = await opened(entry, BLOCKS);
    // Another tab stores the same.
    if (!blocks) return;
    let whole = false;
    try {
      // What was there is not trusted from here on.
      await entry.removeEntry(INDEX).catch(() => undefined);
      const pieces = await write(engine, blocks);
      const now = Date.now();
      await writeIndex(entry, { made: now, used: now, held: kept.held, pieces, orders: kept.orders });
      whole = true;
    } finally {
      blocks.close();
      if (!whole) await remove(shelf, key);
    }
  }

  return ({ data }) => {
    if (data.type === "find") {
      find(data).then((stored) => post({ type: "found", stored }), () => post({ type: "found", stored: null }));
      return;
    }
    keep()
      .catch(() => undefined)
      .then(() => engine.ask({ about: "no-more" }))
      .then(() => post({ type: "kept" }), () => post({ type: "kept" }));
  };
}

/** The engine, as asked through its port. */
class Engine {
  readonly #port: MessagePort;
  readonly #waiting: ((answer: never) => void)[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#waiting.shift()?.(data as never);
  }

  ask<About extends ShelfQuestion["about"]>(question: Extract<ShelfQuestion, { about: About }>): Promise<ShelfAnswers[About]> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#port.postMessage({ type: "ask", question } satisfies ShelfMessage);
    });
  }

  buffer(bytes: ArrayBuffer): void {
    this.#port.postMessage({ type: "buffer", bytes } satisfies ShelfMessage, [bytes]);
  }
}

/** Hands the engine what is stored, unless it is damaged, or ranks must be left, which only reading can. */
async function bringBack(
  engine: Engine,
  entry: FileSystemDirectoryHandle,
  blocks: FileSystemSyncAccessHandle,
): Promise<Stored | "damaged" | "no room"> {
  const index = await readIndex(entry);
  if (!index || blocks.getSize() !== bytesOf(index)) return "damaged";
  if (!(await engine.ask({ about: "restore", held: index.held }))) return "no room";
  let at = 0;
  let before: Promise<boolean> = Promise.resolve(true);
  for (const { job, bytes } of index.pieces) {
    for (const end = at + bytes; at < end; ) {
      const buffer = new Uint8Array(Math.min(BUFFER, end - at));
      if (blocks.read(buffer, { at }) !== buffer.length) return "damaged";
      at += buffer.length;
      engine.buffer(buffer.buffer);
    }
    // One piece is read from the disk while the engine takes another.
    if (!(await before)) return "damaged";
    before = engine.ask({ about: "piece", job });
  }
  if (!(await before) || !(await engine.ask({ about: "restored", orders: index.orders }))) return "damaged";
  // The load is back whether or not its use can be noted.
  await writeIndex(entry, { ...index, used: Date.now() }).catch(() => undefined);
  return { made: index.made, bytes: bytesOf(index) };
}

/** Writes every block; returns what they are. */
async function write(engine: Engine, blocks: FileSystemSyncAccessHandle): Promise<Index["pieces"]> {
  blocks.truncate(0);
  const pieces: Index["pieces"] = [];
  let at = 0;
  let start = 0;
  let stretch = await engine.ask({ about: "next" });
  while (stretch) {
    const { bytes, job, ends } = stretch;
    if (blocks.write(bytes, { at }) !== bytes.length) throw new Error("the disk is full");
    at += bytes.length;
    if (ends) {
      pieces.push({ job, bytes: at - start });
      start = at;
    }
    stretch = await engine.ask({ about: "next" });
  }
  blocks.flush();
  return pieces;
}

/** A file of an entry, for this worker alone; `null` where it is open elsewhere. */
async function opened(entry: FileSystemDirectoryHandle, name: string): Promise<FileSystemSyncAccessHandle | null> {
  const file = await entry.getFileHandle(name, { create: true }).catch(() => null);
  return (await file?.createSyncAccessHandle().catch(() => null)) ?? null;
}

async function readIndex(entry: FileSystemDirectoryHandle): Promise<Index | null> {
  const file = await entry.getFileHandle(INDEX).catch(() => null);
  return file && parseIndex(await (await file.getFile()).text());
}

async function writeIndex(entry: FileSystemDirectoryHandle, index: Index): Promise<void> {
  const file = await opened(entry, INDEX);
  if (!file) throw new Error("the index is open elsewhere");
  try {
    file.truncate(0);
    file.write(new TextEncoder().encode(JSON.stringify(index)), { at: 0 });
    file.flush();
  } finally {
    file.close();
  }
}
