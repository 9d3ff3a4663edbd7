import { expect } from "./test.ts";
import type { StepscopePage } from "./page.ts";

/** Counts the jobs that loaders are given; call before the page is opened. */
export async function countJobs(scope: StepscopePage): Promise<void> {
  await scope.page.addInitScript(() => {
    window.jobsRun = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message: { type?: string }, transfer?: unknown) {
      if (message.type === "run") window.jobsRun += 1;
      post.call(this, message, transfer as StructuredSerializeOptions);
    };
  });
}

export function jobsRun(scope: StepscopePage): Promise<number> {
  return scope.page.evaluate(() => window.jobsRun);
}

export interface StoredEntry {
  key: string;
  made: number;
  used: number;
  bytes: number;
}

/** What is completely stored, read beside the page's own code. */
export function entries(scope: StepscopePage): Promise<StoredEntry[]> {
  return scope.page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const shelf = await root.getDirectoryHandle("stepscope", { create: true });
    const found = [];
    for await (const [key, handle] of shelf.entries()) {
      const text = await (handle as FileSystemDirectoryHandle)
        .getFileHandle("index")
        .then((file) => file.getFile())
        .then((file) => file.text())
        .catch(() => "");
      try {
        const { made, used, pieces } = JSON.parse(text) as StoredEntry & { pieces: { bytes: number }[] };
        found.push({ key, made, used, bytes: pieces.reduce((sum, piece) => sum + piece.bytes, 0) });
      } catch {
        continue;
      }
    }
    return found;
  });
}

/** Waits until so many loads are stored, and nothing works on them. */
export async function stores(scope: StepscopePage, count: number): Promise<StoredEntry[]> {
  await expect.poll(async () => (await entries(scope)).length).toBe(count);
  await scope.rests();
  return entries(scope);
}

/** Lets [`grant`] say how many bytes the browser grants the page's workers; call before the page is opened. */
export async function limitQuota(scope: StepscopePage): Promise<void> {
  await scope.page.addInitScript(() => {
    let quota: number | undefined;
    window.grantQuota = (bytes) => (quota = bytes);
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        const worker = options.type === "text/javascript" && quota !== undefined;
        const estimate = `navigator.storage.estimate = () => Promise.resolve({ quota: ${quota} });\n`;
        super(worker ? [estimate, ...parts] : parts, options);
      }
    };
  });
}

export function grant(scope: StepscopePage, bytes: number): Promise<void> {
  return scope.page.evaluate((bytes) => window.grantQuota(bytes), bytes);
}

declare global {
  interface Window {
    jobsRun: number;
    grantQuota: (bytes: number) => void;
  }
}

/** How a stored load may be damaged. */
export type Damage = "a bit of the blocks is wrong" | "the end of the blocks is missing" | "the index is cut" | "the orders are none";

/** Damages everything that is stored. */
export function damageEntries(scope: StepscopePage, damage: Damage): Promise<void> {
  return scope.page.evaluate(async (damage) => {
    const root = await navigator.storage.getDirectory();
    const shelf = await root.getDirectoryHandle("stepscope");
    for await (const entry of shelf.values()) {
      const handle = await (entry as FileSystemDirectoryHandle).getFileHandle(damage.includes("blocks") ? "blocks" : "index");
      const bytes = await (await handle.getFile()).arrayBuffer();
      const middle = new Uint8Array(bytes, Math.floor(bytes.byteLength / 2), 1);
      const damaged = {
        "a bit of the blocks is wrong": () => {
          middle[0] = (middle[0] ?? 0) ^ 1;
          return bytes;
        },
        "the end of the blocks is missing": () => bytes.slice(0, -100),
        "the index is cut": () => bytes.slice(0, 100),
        "the orders are none": () => new TextDecoder().decode(bytes).replaceAll("input", "output"),
      };
      const stream = await handle.createWritable();
      await stream.write(damaged[damage]());
      await stream.close();
    }
  }, damage);
}
