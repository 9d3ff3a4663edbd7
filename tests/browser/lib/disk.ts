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
    window.stallDisk = (bytes) => (limit = bytes);
    // Runs in the worker, before its own script.
    const stall = (limit: number): void => {
      const read = FileReaderSync.prototype.readAsArrayBuffer;
      let total = -Infinity;
      self.addEventListener("message", ({ data }: MessageEvent<{ type?: string }>) => {
        if (data.type === "run") total = 0;
      });
      FileReaderSync.prototype.readAsArrayBuffer = function (blob) {
        const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
        if (total >= limit) Atomics.wait(new Int32Array(buffer), 0, 0);
        total += blob.size;
        return read.call(this, blob);
      };
    };
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        const worker = options.type === "text/javascript" && limit < Infinity;
        super(worker ? [`(${stall.toString()})(${limit});\n`, ...parts] : parts, options);
      }
    };
  });
}

/** Only workers have it. */
declare const FileReaderSync: { prototype: { readAsArrayBuffer: (blob: Blob) => ArrayBuffer } };

declare global {
  interface Window {
    stallDisk: (bytes: number) => void;
  }
}
