import type { OpenInput } from "./client";
import type { EngineMethods } from "./methods";
import type { CanvasSize, FramePainted, JobList, JobProgress, TimeRange } from "./protocol";

/** First message to a worker: what it is to be. */
export type WorkerStart =
  | { role: "engine"; module: WebAssembly.Module }
  /** `extras` is the module of what few captures need, gzipped and in base64. */
  | { role: "loader"; module: WebAssembly.Module; engine: MessagePort; extras: Blob }
  | { role: "cache"; engine: MessagePort }
  | { role: "rehearsal"; module: WebAssembly.Module; inputs: readonly OpenInput[] };

/** Methods that only the client itself calls. */
export interface EngineInternals {
  /** A load begins: pieces will come. What is at the places `closed` was closed before. */
  beginLoad(load: number, closed: string[]): void;
  /** Takes the orders of all jobs of a load; says which of them to run, in which order. */
  expectJobs(load: number, orders: string[]): JobList;
  /** A job has failed, with what was said last; says what must be read again as a whole. */
  jobFailed(load: number, job: number, why: string): JobList;
  /** No more pieces will come; says whether anything came of them. */
  endLoad(load: number): boolean;
  /** Opens one more rank of what has arrived; says whether there may be more. */
  prepareNext(): boolean;
  /** Stops a load; says whether any of its ranks was complete, and stays. */
  cancelLoad(load: number): boolean;
  /** Says which jobs read what was left of these homes, or a part of its time. */
  openLeft(load: number, homes: string[], within: TimeRange | undefined): JobList;
  /** Lets go of a rank's big tables. */
  leaveRank(rank: number): void;
  /** Forgets a capture; returns the places of its ranks. */
  closeCapture(capture: number): string[];
  /** Forgets all of a load. */
  closeLoad(load: number): void;
  /** Lets go of a load of which nothing is open, left or to come; says whether that is so. */
  releaseLoad(load: number): boolean;
}

export type EngineCalls = EngineMethods & EngineInternals;

/** To the engine. */
export type EngineMessage =
  | { type: "call"; id: number; method: keyof EngineCalls; args: readonly unknown[] }
  | { type: "canvas"; canvas: OffscreenCanvas; size: CanvasSize }
  | { type: "loader"; port: MessagePort }
  /** A line to the worker that stores and brings back a load. */
  | { type: "cache"; load: number; port: MessagePort };

/** From the engine. */
export type EngineReply =
  | { type: "value"; id: number; value: unknown }
  | { type: "failure"; id: number; message: string }
  | { type: "captures" }
  | { type: "frame"; frame: FramePainted }
  | { type: "crash"; message: string };

/** To a loader. */
export type LoaderMessage =
  /** `limits`: how many times the default those against hostile files are. */
  | { type: "inputs"; inputs: readonly { path: string; file: File }[]; limits: number }
  | { type: "list"; load: number; loaders: number }
  | { type: "run"; load: number; job: number; order: string };

/** From a loader. */
export type LoaderReply =
  | { type: "jobs"; jobs: JobList }
  | { type: "progress"; progress: JobProgress }
  | { type: "done"; again: JobList }
  | { type: "failure"; message: string };

/** From a loader straight to the engine: the buffers of a piece, one by one, then its end. */
export type PieceMessage =
  | { type: "buffer"; bytes: ArrayBuffer }
  | { type: "piece"; load: number; job: number }
  /** Every piece of the job was sent; answered on the same port, with what is to be read again, when all are adopted. */
  | { type: "end"; load: number; job: number };
