import type { EngineMethods } from "./methods";
import type { CanvasSize, FramePainted, JobList, JobProgress } from "./protocol";

/** First message to a worker: what it is to be. */
export type WorkerStart =
  | { role: "engine"; module: WebAssembly.Module }
  | { role: "loader"; module: WebAssembly.Module; engine: MessagePort };

/** Methods that only the client itself calls. */
export interface EngineInternals {
  /** A load begins: pieces will come. */
  beginLoad(load: number): void;
  /** Joins what was read in parts; says which files must be read again as a whole. */
  joinParts(load: number, orders: string[]): JobList;
  /** No more pieces will come; says whether anything was loaded. */
  endLoad(load: number): boolean;
  /** Prepares one more rank of what was loaded; says whether anything is left. */
  prepareNext(): boolean;
  /** Forgets what a cancelled load has brought so far. */
  dropLoad(load: number): void;
  closeCapture(capture: number): void;
}

export type EngineCalls = EngineMethods & EngineInternals;

/** To the engine. */
export type EngineMessage =
  | { type: "call"; id: number; method: keyof EngineCalls; args: readonly unknown[] }
  | { type: "canvas"; canvas: OffscreenCanvas; size: CanvasSize }
  | { type: "loader"; port: MessagePort };

/** From the engine. */
export type EngineReply =
  | { type: "value"; id: number; value: unknown }
  | { type: "failure"; id: number; message: string }
  | { type: "captures" }
  | { type: "frame"; frame: FramePainted }
  | { type: "crash"; message: string };

/** To a loader. */
export type LoaderMessage =
  | { type: "inputs"; inputs: readonly { path: string; file: File }[] }
  | { type: "list"; load: number; loaders: number }
  | { type: "run"; load: number; job: number; order: string };

/** From a loader. */
export type LoaderReply =
  | { type: "jobs"; jobs: JobList }
  | { type: "progress"; progress: JobProgress }
  | { type: "done" }
  | { type: "failure"; message: string };

/** From a loader straight to the engine: the buffers of a piece, one by one, then its end. */
export type PieceMessage =
  | { type: "buffer"; bytes: ArrayBuffer }
  | { type: "piece"; load: number; job: number }
  /** Every piece of the job was sent; answered on the same port when all are adopted. */
  | { type: "end" };
