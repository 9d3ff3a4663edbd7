import type { PieceMessage } from "../engine/messages";
import type { JobList } from "../engine/protocol";

/** Takes one piece: `next` gives its buffers one by one, each let go as it is taken. */
export type Adopt = (load: number, job: number, next: () => Uint8Array | undefined) => void;

/** All pieces of a job are taken: gives the answer for the loader. */
export type End = (load: number, job: number) => JobList | undefined;

/** Collects the buffers that loaders send until a piece is whole. */
export class Pieces {
  readonly #adopt: Adopt;
  readonly #end: End;

  constructor(adopt: Adopt, end: End) {
    this.#adopt = adopt;
    this.#end = end;
  }

  /** Listens to one loader; what it had sent of a piece when it died goes with it. */
  listen(port: MessagePort): void {
    let buffers: ArrayBuffer[] = [];
    port.onmessage = ({ data }: MessageEvent<PieceMessage>) => {
      switch (data.type) {
        case "buffer":
          buffers.push(data.bytes);
          return;
        case "piece": {
          const whole = buffers;
          buffers = [];
          this.#adopt(data.load, data.job, () => {
            const bytes = whole.shift();
            return bytes === undefined ? undefined : new Uint8Array(bytes);
          });
          return;
        }
        case "end":
          port.postMessage(this.#end(data.load, data.job));
          return;
      }
    };
  }
}
