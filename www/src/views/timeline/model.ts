import { computed, effect, signal } from "@preact/signals";
import type {
  FlowCategory,
  FramePainted,
  Minimap,
  RangeStatistics,
  RowList,
  RowStates,
  SearchResult,
  SliceDetails,
  SliceId,
  StepBorder,
  TimelineMetrics,
  TimeRange,
} from "../../engine/protocol";
import { currentCapture, engine, revision, selection, shownRanks } from "../../state/engine";
import { language, rowDensity, theme } from "../../state/preferences";
import { ask } from "../../state/query";
import { view } from "../../state/view";
import { placeIn, topOf } from "./place";
import { type Bounds, clamp, whole } from "./range";

/** What the engine says of the timeline, kept current with the store; and the store's view sent to it. */

/** What is known once the ranks' rows are laid out. */
export interface Layout {
  rows: RowList;
  metrics: TimelineMetrics;
  borders: readonly StepBorder[];
  categories: readonly FlowCategory[];
  minimap: Minimap;
  /** Which ranks it is of. */
  key: string;
  /** What the rows were laid out by. */
  states: RowStates;
}

const MINIMAP_BINS = 600;

/** Equal as long as the same ranks are shown. */
export const shownKey = computed(() => {
  const capture = currentCapture.value;
  return capture ? `${capture.id}:${shownRanks.value.map(({ id }) => id).join(",")}` : "";
});

export const rowStates = computed<RowStates>(() => ({
  collapsed: view.collapsed.value,
  expanded: view.expanded.value,
  pinned: view.pinned.value,
  hidden: view.hidden.value,
  renamed: view.renamed.value,
  filter: view.rowFilter.value,
  density: rowDensity.value,
}));

/** Whether the canvas is to change still: by what was asked of the engine, or for being coarse. */
const unpainted = signal(true);
let unanswered = 0;

/** Gives back an answer whose question asked for a frame, too. */
function painted<T>(answer: Promise<T>): Promise<T> {
  unpainted.value = true;
  unanswered += 1;
  const answered = (): void => void (unanswered -= 1);
  answer.then(answered, answered);
  return answer;
}

let laidOut = "";
let constant: Pick<Layout, "metrics" | "borders" | "categories" | "minimap"> | null = null;

async function layOut(key: string, capture: number, ranks: number[] | undefined, states: RowStates): Promise<Layout> {
  const { query } = engine();
  if (key !== laidOut || !constant) {
    await painted(query.showRanks(capture, ranks));
    const [metrics, borders, categories, minimap] = await Promise.all([
      query.metrics(),
      query.stepBorders(),
      query.flowCategories(),
      query.minimap(MINIMAP_BINS),
    ]);
    constant = { metrics, borders: borders.steps, categories: categories.categories, minimap };
    laidOut = key;
  }
  const rows = await painted(query.setRows(states));
  shown.value = key;
  return { ...constant, rows, key, states };
}

/** The ranks that the engine has laid out; what is asked of slices waits for it. */
const shown = signal("");

const layoutAsked = ask<Layout>(() => {
  const chosen = selection.value;
  const states = rowStates.value;
  const key = shownKey.value;
  if (!chosen) return null;
  return () => layOut(key, chosen.capture, chosen.ranks ?? undefined, states);
});
/** `null` while nothing is shown. */
export const layout = computed<Layout | null>(() => layoutAsked.answer.value.value);
export const layoutError = computed(() => layoutAsked.answer.value.error);

/** Resolves once the rows are laid out as they are to be. */
export function rowsLaidOut(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (layout.value?.states !== rowStates.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

export const bounds = computed<Bounds | null>(() => {
  const metrics = layout.value?.metrics;
  return metrics?.extent ? { extent: metrics.extent, shortest: metrics.shortestView } : null;
});

/** The visible range; all of it until something else was chosen. */
export const visible = computed<TimeRange | null>(() => {
  const limits = bounds.value;
  if (!limits) return null;
  return view.visible.value ? clamp(view.visible.value, limits) : whole(limits);
});

/** Size of the canvas, CSS pixels; width 0 while there is none. */
export const canvasSize = signal({ width: 0, height: 0, ratio: 1 });

/** The pinned rows, or those below them: each part scrolls by itself. */
export type Part = "pinned" | "rows";

/** Height for rows of both kinds, CSS pixels. */
const roomForRows = computed(() => Math.max(0, canvasSize.value.height - (layout.value?.metrics.axisHeight ?? 0)));

/** Height that pinned rows may take: half of it, so that the others can always be seen. */
const mostPinned = computed(() => Math.floor(roomForRows.value / 2));

/** Height that the pinned rows take, CSS pixels. */
export const pinnedRoom = computed(() => Math.min(layout.value?.rows.pinnedHeight ?? 0, mostPinned.value));

/** How far each part can be scrolled. */
export const scrollLimits = {
  pinned: computed(() => Math.max(0, (layout.value?.rows.pinnedHeight ?? 0) - pinnedRoom.value)),
  rows: computed(() => Math.max(0, (layout.value?.rows.height ?? 0) - (roomForRows.value - pinnedRoom.value))),
};

/** How far the pinned rows are to be scrolled. */
export const pinnedTop = signal(0);

let lastTop = 0;

/** How far each part is scrolled, CSS pixels. */
export const scrolled = {
  pinned: computed(() => Math.min(pinnedTop.value, scrollLimits.pinned.value)),
  rows: computed(() => {
    const place = view.top.value;
    // Where a row is still to be laid out, the rows stay where they are.
    lastTop = place ? (topOf(place, layout.value?.rows.rows ?? []) ?? lastTop) : 0;
    return Math.min(lastTop, scrollLimits.rows.value);
  }),
};

/** The same in whole device pixels: between them, all that is drawn would be blurred. */
export const scroll = {
  pinned: computed(() => wholePixels(scrolled.pinned.value)),
  rows: computed(() => wholePixels(scrolled.rows.value)),
};

function wholePixels(length: number): number {
  const { ratio } = canvasSize.value;
  return Math.round(length * ratio) / ratio;
}

/** The last painted frame: row headings follow it, so that they never run ahead of the canvas. */
export const frame = signal<FramePainted | null>(null);

/** Counts attached canvases: each is told everything anew. */
export const attached = signal(0);

/** The selected slice by the engine's ids; `null` when its rank is not shown. */
export const selectedId = computed<SliceId | null>(() => {
  const chosen = view.slice.value;
  if (!chosen) return null;
  const rank = shownRanks.value.find(({ key }) => key === chosen.rank);
  return rank ? { rank: rank.id, slice: chosen.slice } : null;
});

const detailsAsked = ask<SliceDetails | null>(() => {
  const id = selectedId.value;
  if (shown.value === "") return null;
  return async () => (await painted(engine().query.select(id ?? undefined))) ?? null;
});
export const details = computed<SliceDetails | null>(() =>
  selectedId.value ? detailsAsked.answer.value.value : null,
);

const searchAsked = ask<SearchResult>(() => {
  const text = view.search.value.trim();
  const mode = view.searchMode.value;
  const inLanguage = language.value;
  if (shown.value === "") return null;
  return () => painted(engine().query.search({ text, mode }, inLanguage));
});
export const searching = computed(() => searchAsked.answer.value.pending);
export const found = computed<SearchResult | null>(() =>
  view.search.value.trim() === "" ? null : searchAsked.answer.value.value,
);

/** Whether the canvas shows all that it is to show. */
export const isPainted = computed(
  () => attached.value > 0 && !unpainted.value && [layoutAsked, detailsAsked, searchAsked].every(({ answer }) => !answer.value.pending),
);

const statisticsAsked = ask<RangeStatistics>(() => {
  const interval = view.interval.value;
  const inLanguage = language.value;
  if (shown.value === "" || !interval || interval.end <= interval.start) return null;
  return () => engine().query.rangeStatistics(interval, inLanguage);
});
export const statistics = computed(() => statisticsAsked.answer.value);

/** Sends the view to the engine whenever it changes. Called once, when the engine is connected. */
export function startTimeline(): void {
  engine().on("frame", (shown) => {
    frame.value = shown;
    // The engine answers before it paints.
    if (unanswered === 0) unpainted.value = shown.coarse;
  });
  engine().on("crash", () => {
    laidOut = "";
    shown.value = "";
  });
  const paint = (sent: Promise<unknown>): void => {
    // A refused frame is of no consequence: the next change asks for another.
    painted(sent).catch(() => undefined);
  };
  let before: RowList["rows"] = [];
  effect(() => {
    const rows = layout.value?.rows.rows;
    if (!rows) return;
    view.top.value = placeIn(view.top.peek(), before, rows);
    before = rows;
  });
  effect(() => {
    const range = visible.value;
    const rows = { scroll: scroll.rows.value, pinnedScroll: scroll.pinned.value, mostPinned: mostPinned.value };
    if (attached.value === 0 || !range) return;
    paint(engine().query.setView({ start: range.start, end: range.end, ...rows }));
  });
  effect(() => {
    const style = { theme: theme.value, language: language.value, axis: view.axis.value, flows: view.flows.value };
    if (attached.value > 0) paint(engine().query.setStyle(style));
  });
  effect(() => {
    const overlay = { marks: view.marks.value, range: view.interval.value, cursor: null };
    if (attached.value > 0 && revision.value >= 0) paint(engine().query.setOverlay(overlay));
  });
  effect(() => {
    const size = canvasSize.value;
    if (attached.value > 0 && size.width > 0) paint(engine().query.resize(size));
  });
}
