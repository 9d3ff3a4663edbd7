import type { ShelfAnswers, ShelfMessage, ShelfQuestion, Stretch } from "../cache/messages";
import type { Keepsake } from "../engine/protocol";

/** What the engine does for a load that is stored or brought back. */
export interface ShelfEngine {
  restore(load: number, held: number): boolean;
  adoptStored(load: number, job: number, next: () => Uint8Array | undefined): boolean;
  restored(load: number, orders: string[]): boolean;
  keep(load: number): Keepsake | undefined;
  keepNext(load: number, take: (bytes: Uint8Array<ArrayBuffer>, job: number, ends: boolean) => void): boolean;
  keepNoMore(load: number): void;
}

/** Answers the worker that stores and brings back `load`; `guarded` runs what may break the engine. */
export function listenToShelf(engine: ShelfEngine, load: number, port: MessagePort, guarded: (run: () => void) => void): void {
  let buffers: ArrayBuffer[] = [];

  function answer(question: ShelfQuestion): ShelfAnswers[ShelfQuestion["about"]] {
    switch (question.about) {
      case "restore":
        return engine.restore(load, question.held);
      case "piece": {
        const whole = buffers;
        buffers = [];
        return engine.adoptStored(load, question.job, () => {
          const bytes = whole.shift();
          return bytes === undefined ? undefined : new Uint8Array(bytes);
        });
      }
      case "restored":
        return engine.restored(load, question.orders);
      case "keep":
        return engine.keep(load) ?? null;
      case "next": {
        let stretch: Stretch | null = null;
        engine.keepNext(load, (bytes, job, ends) => (stretch = { bytes, job, ends }));
        return stretch;
      }
      case "no-more":
        engine.keepNoMore(load);
        return null;
    }
  }

  port.onmessage = ({ data }: MessageEvent<ShelfMessage>) => {
    if (data.type === "buffer") {
      buffers.push(data.bytes);
      return;
    }
    guarded(() => {
      const given = answer(data.question);
      const transfer = typeof given === "object" && given !== null && "bytes" in given && typeof given.bytes === "object" ? [given.bytes.buffer] : [];
      port.postMessage(given, transfer);
    });
  };
}
