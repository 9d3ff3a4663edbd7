import { batch, computed, signal } from "@preact/signals";
import { notify } from "../../components/toasts";
import type { Direction, Evidence, Move, Reveal, RowInfo, SliceDetails, SliceId, TimeRange } from "../../engine/protocol";
import { t } from "../../i18n";
import { engine, rankOf } from "../../state/engine";
import { messageOf } from "../../state/query";
import type { LinkState } from "../../state/link";
import { view } from "../../state/view";
import { attached, bounds, canvasSize, details, layout, type Part, pinnedRoom, pinnedTop, rowsLaidOut } from "./model";
import { scrolled, scrollLimits, selectedId, visible } from "./model";
import { placeAt } from "./place";
import { around, between, clamp, length, pan, whole, zoom } from "./range";
import { uncover } from "./rows";

/** Everything that moves the visible range or the selection. */

const ANIMATION = 140;
/** Changes closer together than this are one step of undo, milliseconds. */
const GESTURE = 600;

const past: TimeRange[] = [];
let lastChange = 0;
let animation = 0;
/** Where a glide ends; `null` while there is none. */
const target = signal<TimeRange | null>(null);
/** Jumps whose aim is still being asked for. */
const jumps = signal(0);

/** Whether the view is on its way to somewhere. */
export const moving = computed(() => target.value !== null || jumps.value > 0);


function still(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function keepForUndo(): void {
  const now = performance.now();
  const range = visible.peek();
  if (now - lastChange > GESTURE && range) {
    past.push(range);
    if (past.length > 100) past.shift();
  }
  lastChange = now;
}

/** Shows a range at once: for dragging and the wheel. */
export function jumpTo(range: TimeRange): void {
  const limits = bounds.peek();
  if (!limits) return;
  cancelAnimationFrame(animation);
  target.value = null;
  keepForUndo();
  view.visible.value = clamp(range, limits);
}

/** Glides to a range: for keys and links. */
export function glideTo(range: TimeRange): void {
  const limits = bounds.peek();
  const from = visible.peek();
  if (!limits || !from) return;
  keepForUndo();
  glide(from, clamp(range, limits));
}

function glide(from: TimeRange, to: TimeRange): void {
  cancelAnimationFrame(animation);
  if (still()) {
    target.value = null;
    view.visible.value = to;
    return;
  }
  target.value = to;
  const began = performance.now();
  const step = (now: number): void => {
    const share = Math.min(1, Math.max(0, (now - began) / ANIMATION));
    batch(() => {
      view.visible.value = share === 1 ? to : between(from, to, 1 - (1 - share) ** 3);
      if (share < 1) animation = requestAnimationFrame(step);
      else target.value = null;
    });
  };
  animation = requestAnimationFrame(step);
}

/** Where the view is heading: repeated keys add up instead of starting from the middle of a glide. */
function heading(): TimeRange | null {
  return target.peek() ?? visible.peek();
}

export function zoomBy(factor: number, at: number | null): void {
  const range = heading();
  const limits = bounds.peek();
  if (range && limits) glideTo(zoom(range, factor, at ?? (range.start + range.end) / 2, limits));
}

export function panBy(share: number): void {
  const range = heading();
  const limits = bounds.peek();
  if (range && limits) glideTo(pan(range, share, limits));
}

/** Scrolls a part of the rows to CSS pixels from its first. */
export function scrollTo(part: Part, top: number): void {
  const within = Math.max(0, Math.min(top, scrollLimits[part].peek()));
  if (part === "pinned") pinnedTop.value = within;
  else view.top.value = placeAt(within, layout.peek()?.rows.rows ?? []);
}

export function scrollBy(part: Part, down: number): void {
  scrollTo(part, scrolled[part].peek() + down);
}

/** The part of the rows that is `y` CSS pixels from the top of the canvas, if it scrolls by itself. */
export function partAt(y: number): Part {
  const below = y - (layout.peek()?.metrics.axisHeight ?? 0);
  return scrollLimits.pinned.peek() > 0 && below >= 0 && below < pinnedRoom.peek() ? "pinned" : "rows";
}

/** Scrolls a row into view, no further than need be. */
export function bringIntoView(key: string): void {
  const laid = layout.peek()?.rows;
  const row = laid?.rows.find((row) => row.key === key);
  if (!laid || !row) return;
  const part = row.pinned ? "pinned" : "rows";
  const room = (row.pinned ? laid.pinnedHeight : laid.height) - scrollLimits[part].peek();
  scrollTo(part, Math.min(row.top, Math.max(row.top + row.height - room, scrolled[part].peek())));
}

type Aim = () => Promise<Reveal | undefined>;

/** A jump to a row that a row filter leaves out, and the slice that was selected for it. */
const missed = signal<{ aim: Aim; slice: LinkState["slice"]; filter: string } | null>(null);

/** Whether the row filter leaves out what was jumped to last. */
export const isLeftOut = computed(
  () => missed.value !== null && missed.value.slice === view.slice.value && missed.value.filter === view.rowFilter.value,
);

/** Takes the row filter away, and jumps again to what it left out. */
export async function clearRowFilter(): Promise<void> {
  const aim = isLeftOut.peek() ? missed.peek()?.aim : undefined;
  view.rowFilter.value = "";
  if (!aim) return;
  await rowsLaidOut();
  await jump(aim);
}

/** Goes where the engine is asked to show something. */
async function jump(aim: Aim): Promise<void> {
  jumps.value += 1;
  try {
    const shown = await aim();
    if (!shown) return;
    adopt(shown, (await engine().query.rows()).rows);
    missed.value = shown.leftOut ? { aim, slice: view.slice.peek(), filter: view.rowFilter.peek() } : null;
  } catch (failure) {
    notify("warning", t("timeline.notShown"), messageOf(failure));
  } finally {
    jumps.value -= 1;
  }
}

/** Goes where the engine shows something, in rows as it has laid them out, and takes over what it has opened. */
function adopt({ view: shown, opened }: Reveal, rows: readonly RowInfo[]): void {
  batch(() => {
    uncover(opened);
    view.top.value = placeAt(shown.scroll, rows);
    pinnedTop.value = shown.pinnedScroll;
  });
  glideTo({ start: shown.start, end: shown.end });
}

export function fitAll(): void {
  const limits = bounds.peek();
  if (limits) glideTo(whole(limits));
}

export function fitSelection(): void {
  const limits = bounds.peek();
  const range = view.interval.peek() ?? sliceRange(details.peek());
  if (limits && range) glideTo(around(range, limits));
}

export function undoZoom(): void {
  const back = past.pop();
  const from = visible.peek();
  if (!back || !from) return;
  lastChange = 0;
  glide(from, back);
}

export function centreOn(time: number): void {
  const range = visible.peek();
  if (!range) return;
  const half = length(range) / 2;
  glideTo({ start: time - half, end: time + half });
}

export function sliceRange(slice: SliceDetails | null): TimeRange | null {
  return slice && { start: slice.slice.start, end: slice.slice.start + slice.slice.duration };
}

/** Selects a slice, without moving the view. What is selected last counts: another slice ends the range. */
export function selectSlice(id: SliceId | null): void {
  const rank = id && rankOf(id.rank);
  const before = details.peek()?.slice.id;
  const another = id !== null && (before?.rank !== id.rank || before.slice !== id.slice);
  batch(() => {
    if (another) view.interval.value = null;
    view.slice.value = id && rank ? { rank: rank.key, slice: id.slice } : null;
    if (id) view.panel.value = "slice";
  });
}

/** Selects a slice and brings it into view, opening its row if need be. */
export async function showSlice(id: SliceId): Promise<void> {
  const roomChanges = view.tab.peek() !== "timeline" || view.panel.peek() === null;
  batch(() => {
    view.tab.value = "timeline";
    selectSlice(id);
  });
  await jump(async () => {
    if (roomChanges) await roomSettled();
    return engine().query.reveal(id);
  });
}

/** Frames that a canvas needs to be made or resized, and how many it may take. */
const FRAMES = { least: 4, most: 30 };

/** Waits until the engine knows how high the canvas has become: what it reveals is to stand in its middle. */
async function roomSettled(): Promise<void> {
  let before = null;
  for (let frame = 1; frame <= FRAMES.most; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const size = canvasSize.peek();
    if (frame >= FRAMES.least && attached.peek() > 0 && size === before) return;
    before = size;
  }
}

/** Opens the timeline at a stretch of time, on a rank's row if one is given. */
export async function showRange(range: TimeRange, row: string | null): Promise<void> {
  batch(() => {
    view.tab.value = "timeline";
    view.interval.value = range;
    view.panel.value = "range";
  });
  const limits = bounds.peek();
  if (limits) glideTo(around(range, limits));
  if (row === null) return;
  await jump(() => engine().query.revealRow(row, range));
}

/** A finding's evidence: shows its rank if it is not ticked. */
export async function showEvidence({ rank, row, range }: Pick<Evidence, "rank" | "row" | "range">): Promise<void> {
  const key = rankOf(rank)?.key;
  const ranks = view.ranks.peek();
  if (key !== undefined && ranks !== null && !ranks.includes(key)) view.ranks.value = [...ranks, key];
  await showRange(range, row);
  if (row !== null) return;
  const heading = layout.peek()?.rows.rows.find((one) => one.rank === rank && !one.pinned);
  if (heading) scrollTo("rows", heading.top);
}

/** Next or previous slice. */
export async function step(move: Move): Promise<void> {
  if (!selectedId.peek()) return;
  const next = await engine().query.move(move);
  if (next) await follow(next.slice.id, { start: next.slice.start, end: next.slice.start + next.slice.duration });
}

/** Steps go on from each other, however quickly they follow. */
let steps: Promise<unknown> = Promise.resolve();

/** Next or previous hit of the search, from the selected slice or the middle of the view. */
export async function stepHit(direction: Direction): Promise<void> {
  const step = steps.then(() => nextHit(direction));
  steps = step.catch(() => undefined);
  const id = await step;
  if (id) await showSlice(id);
}

async function nextHit(direction: Direction): Promise<SliceId | null> {
  const range = visible.peek();
  if (!range || view.search.peek().trim() === "") return null;
  const id = selectedId.peek();
  // The engine goes on from the slice selected there, which the last step may not have reached yet.
  const selected = id && (await engine().query.select(id));
  const from = selected?.slice.start ?? (range.start + range.end) / 2;
  const hit = await engine().query.searchStep(direction, from);
  if (!hit) return null;
  view.hit.value = hit.index;
  selectSlice(hit.slice.id);
  return hit.slice.id;
}

/** Selects a slice; moves the view only if it is out of sight or too small to see. */
async function follow(id: SliceId, range: TimeRange): Promise<void> {
  selectSlice(id);
  const shown = visible.peek();
  const inside = shown && range.start >= shown.start && range.end <= shown.end;
  if (!inside || length(range) < length(shown) / 2000) await showSlice(id);
}

/** Takes the selected slice's time as the selected range; takes it away if it is that already. */
export function rangeFromSlice(): void {
  const range = sliceRange(details.peek());
  const old = view.interval.peek();
  batch(() => {
    const same = range && old && range.start === old.start && range.end === old.end;
    view.interval.value = same ? null : range;
    if (range && !same) view.panel.value = "range";
  });
}
