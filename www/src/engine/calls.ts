import { EngineFailure } from "./client";

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** Numbers questions, so that their answers find the promise that waits for them. */
export class Calls {
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Opens a question; `send` posts it under its number. */
  ask(send: (id: number) => void): Promise<unknown> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      send(id);
    });
  }

  answer(id: number, value: unknown): void {
    this.#take(id)?.resolve(value);
  }

  fail(id: number, message: string): void {
    this.#take(id)?.reject(new EngineFailure(message));
  }

  /** Fails everything that still waits: nobody is left to answer. */
  failAll(message: string): void {
    for (const id of [...this.#waiting.keys()]) this.fail(id, message);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
