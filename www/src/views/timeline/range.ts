import type { TimeRange } from "../../engine/protocol";

/** Bounds of what can be shown. */
export interface Bounds {
  /** First to last event. */
  extent: TimeRange;
  /** Shortest visible range, nanoseconds. */
  shortest: number;
}

/** Share of the window left free beside the first and last event when all is shown. */
const ROOM = 0.01;

export function length(range: TimeRange): number {
  return range.end - range.start;
}

/** All of it, with a little room. */
export function whole({ extent, shortest }: Bounds): TimeRange {
  const room = Math.max(length(extent) * ROOM, shortest / 2);
  return { start: extent.start - room, end: extent.end + room };
}

/** A range so many times as long as all is all: its middle says nothing. Less is what rounding makes longer. */
const BEYOND = 1.001;

/** Makes a range legal: not shorter than the shortest, not much longer than all, never away from all events. */
export function clamp(range: TimeRange, bounds: Bounds): TimeRange {
  const all = whole(bounds);
  if (length(range) > length(all) * BEYOND) return all;
  const span = Math.max(bounds.shortest, Math.min(length(range), length(all)));
  const centre = (range.start + range.end) / 2;
  let start = span === length(range) ? range.start : centre - span / 2;
  start = Math.min(Math.max(start, all.start - span / 2), all.end - span / 2);
  return { start, end: start + span };
}

/** Scales by `factor` (below 1 zooms in) and keeps the time `at` in its place. */
export function zoom(range: TimeRange, factor: number, at: number, bounds: Bounds): TimeRange {
  const span = Math.max(bounds.shortest, Math.min(length(range) * factor, length(whole(bounds))));
  const share = (at - range.start) / length(range);
  const start = at - share * span;
  return clamp({ start, end: start + span }, bounds);
}

/** Moves by a share of the visible length. */
export function pan(range: TimeRange, share: number, bounds: Bounds): TimeRange {
  const by = length(range) * share;
  return clamp({ start: range.start + by, end: range.end + by }, bounds);
}

/** A range around another, with room at both sides. */
export function around(range: TimeRange, bounds: Bounds): TimeRange {
  const room = Math.max(length(range) * 0.25, bounds.shortest);
  return clamp({ start: range.start - room, end: range.end + room }, bounds);
}

/** Between two: for animation. `share` from 0 to 1. */
export function between(from: TimeRange, to: TimeRange, share: number): TimeRange {
  return {
    start: from.start + (to.start - from.start) * share,
    end: from.end + (to.end - from.end) * share,
  };
}
