import { batch, computed, signal } from "@preact/signals";
import type { Crash, EngineClient, Load, OpenInput } from "../engine/client";
import type { CaptureInfo, ChartColor, LeftRank, NoteInfo, Palette, PaletteColor, RankInfo, Selection } from "../engine/protocol";
import { connectCache } from "./cache";
import { language, theme } from "./preferences";
import { view } from "./view";

/** What the page knows of the engine: captures, notes, loads. Numbers are asked for by the views. */

let connected: EngineClient | null = null;

export const captures = signal<readonly CaptureInfo[]>([]);
/** What was left unread for want of memory, and bytes of memory that may still be filled. */
export const left = signal<readonly LeftRank[]>([]);
export const room = signal(0);
export const notes = signal<readonly NoteInfo[]>([]);
/** Counts changes of captures and ranks: answers given before one are stale. */
export const revision = signal(0);
/** Loads that run, by id. */
export const loads = signal<ReadonlyMap<number, Load>>(new Map());
/** How the last load ended; `null` while the first runs or before it. */
export const lastLoad = signal<Load | null>(null);
export const crash = signal<Crash | null>(null);
export const palette = signal<Palette>({ colors: [] });

/** The engine. Throws before `connect`, which `main` calls first. */
export function engine(): EngineClient {
  if (!connected) throw new Error("the engine is not connected");
  return connected;
}

export function connect(client: EngineClient): void {
  connected = client;
  connectCache(client);
  client.on("captures", () => changed());
  client.on("load", (load) => {
    const next = new Map(loads.value);
    if (load.state === "listing" || load.state === "loading") next.set(load.id, load);
    else {
      next.delete(load.id);
      // Loads started by an embedder end here, too.
      void known(load);
    }
    loads.value = next;
  });
  client.on("crash", (what) => {
    crash.value = what;
  });
}

/** Milliseconds until a first look at captures that still arrive, and between two: each asks for every figure anew. */
const [FIRST_GAP, LEAST_GAP, MOST_GAP] = [30, 250, 2000];

let gap = FIRST_GAP;
let timer: number | null = null;

/** Captures or ranks have changed: asks at once, and less and less often while ranks come one by one. */
function changed(): void {
  if (loads.value.size === 0) {
    void refresh();
    return;
  }
  timer ??= window.setTimeout(() => {
    timer = null;
    gap = Math.min(MOST_GAP, Math.max(LEAST_GAP, gap * 2));
    void refresh();
  }, gap);
}

/** The capture looked at for want of a choice, while its load runs: a graver one may still come. */
let proposed: number | null = null;
/** The key of the capture looked at while it is read again, and the one that is shown `instead` until it is back. */
let away: { key: string; instead: number | null } | null = null;
let latest: Promise<void> = Promise.resolve();
let wanted = 0;

/** Asks for captures and notes again; resolves when the last of overlapping calls was answered. */
export async function refresh(): Promise<void> {
  wanted += 1;
  latest = refreshOnce(wanted);
  let seen;
  do {
    seen = latest;
    await seen;
  } while (seen !== latest);
}

async function refreshOnce(turn: number): Promise<void> {
  try {
    const [list, noted] = await Promise.all([engine().query.captures(), engine().query.notes(language.value)]);
    if (turn !== wanted) return;
    batch(() => {
      captures.value = list.captures;
      left.value = list.left;
      room.value = list.room;
      notes.value = noted.notes;
      const current = list.captures.find(({ id }) => id === view.capture.value);
      if (!current || current.id === proposed || current.id === away?.instead) {
        const back = list.captures.find(({ key }) => key === away?.key);
        proposed = back?.id ?? list.gravest;
        view.capture.value = proposed;
        if (away && !back) away.instead = proposed;
      }
      revision.value += 1;
    });
  } catch {
    // The engine was replaced meanwhile; its `captures` event asks again.
    return;
  }
}

/** Opens files; resolves when their load has ended and the page knows what came of it. */
export async function open(inputs: readonly OpenInput[]): Promise<Load> {
  return known(await engine().open(inputs));
}

/** Reads the files of a load again that was opened from the cache, or names one that is not there any more. */
export async function readAgain(load: number): Promise<string | null> {
  const current = currentCapture.peek();
  if (current?.load === load) away = { key: current.key, instead: null };
  const gone = await engine().readAgain(load);
  if (gone !== null) away = null;
  return gone;
}

/** Opens again what was open before a crash. */
export async function reload(): Promise<Load> {
  crash.value = null;
  return known(await engine().reload());
}

async function known(load: Load): Promise<Load> {
  gap = FIRST_GAP;
  // The look that is still to come is this one.
  if (timer !== null) window.clearTimeout(timer);
  timer = null;
  await refresh();
  proposed = null;
  // Cancelled, it is brought back.
  if (load.state !== "cancelled") away = null;
  lastLoad.value = load;
  return load;
}

export const currentCapture = computed<CaptureInfo | null>(
  () => captures.value.find(({ id }) => id === view.capture.value) ?? null,
);

/** What was left of the capture looked at, and of loads of which nothing is open. */
export const ownLeft = computed<readonly LeftRank[]>(() =>
  left.value.filter(({ capture }) => capture === null || capture === currentCapture.value?.id),
);

/** Notes on the capture looked at, and on files of which no capture came. */
export const ownNotes = computed<readonly NoteInfo[]>(() =>
  notes.value.filter(({ capture }) => capture === null || capture === view.capture.value),
);

export const readyRanks = computed<readonly RankInfo[]>(
  () => currentCapture.value?.ranks ?? [],
);

/** The ready ranks that are ticked. */
export const shownRanks = computed<readonly RankInfo[]>(() => {
  const keys = view.ranks.value;
  return keys === null ? readyRanks.value : readyRanks.value.filter(({ key }) => keys.includes(key));
});

/** What numbers are asked of; `null` with nothing to ask. */
export const selection = computed<Selection | null>(() => {
  const capture = currentCapture.value;
  if (!capture || shownRanks.value.length === 0) return null;
  const ranks = view.ranks.value === null ? null : shownRanks.value.map(({ id }) => id);
  return { capture: capture.id, ranks, steps: view.steps.value };
});

export function rankOf(id: number): RankInfo | null {
  for (const capture of captures.value) {
    const rank = capture.ranks.find((rank) => rank.id === id);
    if (rank) return rank;
  }
  return null;
}

/** Fetches the colours of the theme in force. */
export async function refreshPalette(): Promise<void> {
  const asked = theme.value;
  const found = await engine().query.palette(asked);
  if (asked === theme.value) palette.value = found;
}

/** The colour of a part, a cause or a kind of slice, as CSS. */
export function colorOf(role: string): string {
  return paletteColor(role)?.color ?? "var(--ss-line-strong)";
}

const GREY: ChartColor = [128, 136, 146, 255];

/** The same for charts. */
export function rgbaOf(role: string): ChartColor {
  return paletteColor(role)?.rgba ?? GREY;
}

/** A colour for curves beside each other, by their place. */
export function rgbaAt(place: number): ChartColor {
  const curves = palette.value.colors.filter(({ role }) => role.startsWith("curve-"));
  return curves[place % Math.max(1, curves.length)]?.rgba ?? GREY;
}

function paletteColor(role: string): PaletteColor | undefined {
  return palette.value.colors.find((color) => color.role === role);
}
