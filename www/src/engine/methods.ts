import type * as P from "./protocol";

/**
 * What the engine answers. The worker checks against the WebAssembly class that these signatures are
 * its own; the page calls them through `EngineClient.query`, where each returns a promise.
 */
export interface EngineMethods {
  // Captures
  captures(): P.CaptureList;
  /** What opening ranks that were left would take. */
  leftNeed(query: P.LeftQuery): P.LeftNeed;
  notes(language: P.Language): P.NoteList;
  /** The summary contract of the README, as JSON text. */
  summary(): string;
  captureSheet(capture: number, language: P.Language): P.CaptureSheet;

  // Answers
  overview(selection: P.Selection, language: P.Language): P.Overview;
  operators(query: P.OperatorQuery, language: P.Language): P.OperatorPage;
  /** Durations of one row of the page that `query` gives; `null` when the row is gone. */
  operatorHistogram(query: P.OperatorQuery, row: number): P.Histogram | undefined;
  /** The `most` rows with the most time among those filtered, whatever the table is sorted by. */
  operatorShares(query: P.OperatorQuery, most: number): P.OperatorShares;
  /** The whole table, filtered and sorted, as CSV text guarded against formula injection; always in English. */
  operatorsCsv(query: P.OperatorQuery): string;

  // Timeline: what is shown
  /** Which ranks of which capture have rows; `null` for all that are ready. */
  showRanks(capture: number, ranks: number[] | undefined): void;
  rows(): P.RowList;
  setRows(states: P.RowStates): P.RowList;
  metrics(): P.TimelineMetrics;
  stepBorders(): P.StepBorders;
  flowCategories(): P.FlowCategories;
  palette(theme: P.Theme): P.Palette;
  minimap(bins: number): P.Minimap;

  // Timeline: how it is painted; each asks for a frame
  resize(size: P.CanvasSize): void;
  setView(view: P.TimelineView): void;
  setStyle(style: P.TimelineStyle): void;
  setOverlay(overlay: P.Overlay): void;

  // Timeline: what is where
  /** What is at a point, CSS pixels from the canvas's corner. */
  hit(x: number, y: number): P.Hit;
  /** Selects a slice, outlined with its flows in the next frame; `undefined` selects none. */
  select(slice: P.SliceId | undefined): P.SliceDetails | undefined;
  /** From the selected slice; selects what it finds. */
  move(move: P.Move): P.SliceDetails | undefined;
  /** A view that shows a slice with room around; opens and shows the rows above its own, and that. */
  reveal(slice: P.SliceId): P.Reveal | undefined;
  /** A view that shows a range on a row; used for evidence. */
  revealRow(row: string, range: P.TimeRange): P.Reveal;
  search(query: P.SearchQuery, language: P.Language): P.SearchResult;
  searchPage(offset: number, count: number): P.SearchPage;
  /** Next or previous hit from a time; wraps around. `undefined` without hits. */
  searchStep(direction: P.Direction, from: number): P.SearchHit | undefined;
  rangeStatistics(range: P.TimeRange, language: P.Language): P.RangeStatistics;
}

/** The same methods as the page sees them. */
export type EngineQueries = {
  [Name in keyof EngineMethods]: (
    ...args: Parameters<EngineMethods[Name]>
  ) => Promise<ReturnType<EngineMethods[Name]>>;
};
