import type { Keepsake } from "../engine/protocol";
import type { KeyInput } from "./key";

/** A load that was opened from what was stored of it. */
export interface Stored {
  /** When it was stored, milliseconds since 1970. */
  made: number;
  /** Bytes on the disk. */
  bytes: number;
}

/** To the worker that stores and brings back one load. */
export type CacheMessage =
  /** Finds the inputs' key and, where it may `read` what is stored under it, hands that to the engine. */
  | { type: "find"; build: string; inputs: readonly KeyInput[]; read: boolean }
  /** Stores what the engine holds under the key that was found. */
  | { type: "keep" };

/** From that worker. */
export type CacheReply =
  /** `null`: there was nothing, or nothing that could be used. */
  | { type: "found"; stored: Stored | null }
  /** Everything was stored, or could not be. */
  | { type: "kept" };

/** From that worker straight to the engine: a question, or a buffer of the piece that follows. */
export type ShelfMessage =
  | { type: "buffer"; bytes: ArrayBuffer }
  | { type: "ask"; question: ShelfQuestion };

/** What is asked of the engine; it answers in order. */
export type ShelfQuestion =
  | { about: "restore"; held: number }
  | { about: "piece"; job: number }
  | { about: "restored"; orders: string[] }
  | { about: "keep" }
  | { about: "next" }
  | { about: "no-more" };

/** The answers, by question. */
export interface ShelfAnswers {
  /** Whether there is memory for so much. */
  "restore": boolean;
  /** Whether the piece made of the buffers could be read. */
  "piece": boolean;
  /** Whether the load is whole. */
  "restored": boolean;
  "keep": Keepsake | null;
  /** The bytes that follow; `null` when there are no more. */
  "next": Stretch | null;
  "no-more": null;
}

export interface Stretch {
  bytes: Uint8Array<ArrayBuffer>;
  job: number;
  /** Whether its piece ends with it. */
  ends: boolean;
}
