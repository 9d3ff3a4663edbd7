import type { Page } from "@playwright/test";

/**
 * Puts a disk that can stop answering below the page's loaders; call before the page is opened.
 *
 * A loader that has read as many bytes of a job as `stallDisk` allows waits for ever in its next read, as on
 * a network drive that hangs, until the page ends it.
 */
export async function installDisk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let limit = Infinity;
    const workers: Worker[] = [];
    // Runs in the worker, before its own script, which does not see what is said to the disk.
    const disk = (limit: number): void => {
      const read = FileReaderSync.prototype.readAsArrayBuffer;
      const next = Reflect.get(ReadableStreamBYOBReader.prototype, "read");
      let total = -Infinity;
      self.addEventListener("message", (event: MessageEvent<{ type?: string; limit?: number }>) => {
        if (event.data.type === "run") total = 0;
        if (event.data.type !== "disk") return;
        limit = event.data.limit ?? Infinity;
        event.stopImmediatePropagation();
      });
      FileReaderSync.prototype.readAsArrayBuffer = function (blob) {
        const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
        if (total >= limit) Atomics.wait(new Int32Array(buffer), 0, 0);
        total += blob.size;
        return read.call(this, blob);
      };
      ReadableStreamBYOBReader.prototype.read = async function (this: ReadableStreamBYOBReader, ...asked: Parameters<typeof next>) {
        if (total >= limit) await new Promise(() => undefined);
        const got = await next.apply(this, asked);
        total += got.value?.byteLength ?? 0;
        return got;
      } as typeof next;
    };
    window.stallDisk = (bytes) => {
      limit = bytes;
      // What a worker is told reaches it before what the page asks of it later.
      for (const worker of workers) worker.postMessage({ type: "disk", limit });
    };
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        super(options.type === "text/javascript" ? [`(${disk.toString()})(${limit});\n`, ...parts] : parts, options);
      }
    };
    window.Worker = class extends Worker {
      constructor(address: string | URL) {
        super(address);
        workers.push(this);
      }
    };
  });
}

/**
 * Lets loaders look into what is opened, and keeps them from reading it until `letRead` is called; call before
 * the page is opened.
 */
export async function installHold(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let holding = true;
    window.letRead = () => {
      holding = false;
      held.splice(0).forEach((post) => post());
    };
    const post = Reflect.get(Worker.prototype, "postMessage");
    Worker.prototype.postMessage = function (...message: [{ type?: string }, ...[]]) {
      const now = (): void => post.apply(this, message);
      if (holding && message[0].type === "run") held.push(now);
      else now();
    };
  });
}

/** Only workers have it. */
declare const FileReaderSync: { prototype: { readAsArrayBuffer: (blob: Blob) => ArrayBuffer } };

declare global {
  interface Window {
    stallDisk: (bytes: number) => void;
    letRead: () => void;
  }
}
