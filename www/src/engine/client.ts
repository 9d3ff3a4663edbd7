import type { Stored } from "../cache/messages";
import type { EngineQueries } from "./methods";
import type { CanvasSize, Chart, ChartDrawn, ChartSurface, FramePainted, JobState, LeftRank, TimeRange } from "./protocol";

/** A file to open, with its path where it came from a folder. */
export interface OpenInput {
  path: string;
  file: File;
}

/** One job of a load, for the progress list. */
export interface LoadJob {
  name: string;
  state: JobState;
  /** Bytes read and to read, of the source. */
  bytes: number;
  total: number;
  /** The file being read inside the job's source. */
  file: string;
}

/** A load as a whole. */
export interface Load {
  id: number;
  /** `listing` until it is known what there is to read. */
  state: "listing" | "loading" | "ready" | "failed" | "cancelled";
  jobs: readonly LoadJob[];
  /** What it was opened from, where that was not the files. */
  stored: Stored | null;
  /** Why not even its files could be listed. */
  failure: string | null;
}

/** What to show and report when the engine has panicked or run out of memory. */
export interface Crash {
  /** What happened, as the engine said it. */
  message: string;
  /** Text for a bug report: message, place, version, browser; nothing of the capture's content. */
  report: string;
}

export interface EngineEvents {
  /** A load has moved on. Sent at most ten times a second while reading. */
  load: Load;
  /** The list of captures, their ranks' states or the notes have changed: ask again. */
  captures: undefined;
  /** A load was stored in the cache. */
  kept: undefined;
  frame: FramePainted;
  /** The engine is gone and has been replaced by an empty one; `reload()` opens the same files again. */
  crash: Crash;
}

/**
 * The page's one door to the engine and its loaders.
 *
 * * `query.*`: every method of `EngineMethods`, as promises. They reject with an `EngineFailure`.
 * * `open`, `cancel`, `close`, `readAgain`, `reload`: loading.
 * * `attachCanvas`: the timeline's canvas.
 * * `drawChart`: charts, drawn here on the main thread.
 * * `on`: events.
 */
export interface EngineClient {
  readonly query: EngineQueries;

  /** Opens files beside those already open; resolves when the load has ended, in whatever state. */
  open(inputs: readonly OpenInput[]): Promise<Load>;
  /** Stops a load: ranks that are complete stay open, of the others nothing. */
  cancel(load: number): void;
  /** Reads what was left for want of memory, or a time of it since its start, where it has a span; resolves when it is open. */
  openLeft(left: readonly LeftRank[], within?: TimeRange): Promise<void>;
  /** Lets go of a rank's timeline and kernel table, to have memory for others; they are left then. */
  leave(rank: number): Promise<void>;
  /** Forgets a capture of a load, and ends the load where it runs. */
  close(capture: number, load: number): Promise<void>;
  /**
   * Reads the files of a load again, whatever is stored of them, and stores the outcome. Cancelled, it is brought back
   * as it was stored.
   */
  readAgain(load: number): Promise<string | null>;
  /** Opens again everything that was open before a crash, without what had been closed. */
  reload(): Promise<Load>;

  /** Loads something small behind the scenes, so that the first real load is fast; ends when one begins. */
  rehearse(inputs: readonly OpenInput[]): void;

  /**
   * Hands the timeline's canvas to the engine, which paints on it from now on. A canvas can be handed
   * over once: make a new element after a crash or when the view is mounted again.
   */
  attachCanvas(canvas: HTMLCanvasElement, size: CanvasSize): void;

  /** Draws a chart on a canvas of the page, resizing the canvas to the surface. */
  drawChart(canvas: HTMLCanvasElement, chart: Chart, surface: ChartSurface): Promise<ChartDrawn>;

  /** Calls `listener` on every event; returns the function that ends it. */
  on<Name extends keyof EngineEvents>(event: Name, listener: (data: EngineEvents[Name]) => void): () => void;
}

/** Why a query failed: a sentence for a person. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
}
