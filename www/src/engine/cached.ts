import type { CacheMessage, CacheReply, Stored } from "../cache/messages";
import type { OpenInput } from "./client";

/** The worker that stores and brings back a load, as the client sees it. */
export interface CachePort {
  post(message: CacheMessage): void;
  /** Set by [`CachedLoad`]; also called when the worker itself breaks: then with `null`. */
  onReply: (reply: CacheReply | null) => void;
  terminate(): void;
}

/** One load and what is stored of it. Nothing here fails: at worst nothing is stored. */
export class CachedLoad {
  readonly #port: CachePort;
  #settle: (reply: CacheReply | null) => void = () => undefined;

  constructor(port: CachePort) {
    this.#port = port;
    port.onReply = (reply) => this.#settle(reply);
  }

  /** Brings back what is stored of the inputs, unless it is not to be `read`. */
  async find(inputs: readonly OpenInput[], build: string, read: boolean): Promise<Stored | null> {
    const reply = await this.#ask({ type: "find", build, inputs, read });
    return reply?.type === "found" ? reply.stored : null;
  }

  /** Stores the load, which has ended, and ends the worker. */
  async keep(): Promise<void> {
    await this.#ask({ type: "keep" });
    this.end();
  }

  /** Gives up whatever runs. */
  end(): void {
    this.#port.terminate();
    this.#settle(null);
  }

  #ask(message: CacheMessage): Promise<CacheReply | null> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#port.post(message);
    });
  }
}
