import type { CaptureInfo, StepRange, TimeRange } from "../engine/protocol";
import type { LinkState } from "./link";

/** What a link asks of a capture that the capture does not have. */
export interface Missing {
  /** Keys of ranks. */
  ranks: string[];
  steps: StepRange | null;
  slice: LinkState["slice"];
  /** Whether the visible or the selected range lies outside of it. */
  times: boolean;
  /** Keys of rows. */
  rows: string[];
  /** Categories of flows. */
  flows: string[];
  /** A hit of the search, from 0, and how many there are. */
  hit: { at: number; count: number } | null;
  /** A column to sort operators by. */
  sort: string | null;
}

/** Nothing is missing. */
export function nothingMissing(): Missing {
  return { ranks: [], steps: null, slice: null, times: false, rows: [], flows: [], hit: null, sort: null };
}

/** The part of a link that its capture can show; `missing` is `null` when that is all of it. */
export function fitLink(link: LinkState, capture: CaptureInfo): { link: LinkState; missing: Missing | null } {
  const has = (rank: string): boolean =>
    capture.ranks.some(({ key }) => key === rank) ||
    // Ranks that were left may still be opened.
    capture.unread.some((unread) => String(unread.rank) === rank || unread.folder === rank);
  const ranks = link.ranks?.filter(has) ?? null;
  const fitted: LinkState = {
    ...link,
    // None is what nobody asked for.
    ranks: link.ranks && link.ranks.length > 0 && ranks?.length === 0 ? null : ranks,
    plotted: link.plotted !== null && has(link.plotted) ? link.plotted : null,
    steps: link.steps && hasSteps(capture, link.steps) ? link.steps : null,
    slice: link.slice && has(link.slice.rank) && hasSlice(capture, link.slice) ? link.slice : null,
    visible: link.visible && meets(capture, link.visible) ? link.visible : null,
    interval: link.interval && meets(capture, link.interval) ? link.interval : null,
  };
  const asked = [...(link.ranks ?? []), ...[link.plotted, link.slice?.rank].filter((key) => typeof key === "string")];
  const missing: Missing = {
    ...nothingMissing(),
    ranks: [...new Set(asked)].filter((key) => !has(key)),
    steps: fitted.steps ? null : link.steps,
    slice: fitted.slice ? null : link.slice,
    times: fitted.visible !== link.visible || fitted.interval !== link.interval,
  };
  const all = missing.ranks.length === 0 && !missing.steps && !missing.slice && !missing.times;
  return { link: fitted, missing: all ? null : missing };
}

/** Both of them, in their order. */
function hasSteps({ steps }: CaptureInfo, { from, to }: StepRange): boolean {
  const first = steps.indexOf(from);
  return first >= 0 && steps.indexOf(to) >= first;
}

function hasSlice({ ranks }: CaptureInfo, { rank, slice }: { rank: string; slice: number }): boolean {
  const slices = ranks.find(({ key }) => key === rank)?.slices ?? 0;
  // The timeline of a rank without any may have been left.
  return slices === 0 || slice < slices;
}

/** How far from the events a range may be, as a share of their length: the timeline shows some room beside them. */
const ROOM = 0.02;

function meets({ spanNs }: CaptureInfo, { start, end }: TimeRange): boolean {
  if (spanNs === null) return true;
  const room = spanNs * ROOM + 1;
  return end >= -room && start <= spanNs + room;
}
