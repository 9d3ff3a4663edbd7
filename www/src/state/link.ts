import type {
  AxisMode,
  Language,
  Mark,
  OperatorGroup,
  Order,
  RenamedRow,
  SearchMode,
  StepRange,
  TimeRange,
} from "../engine/protocol";
import type { ThemeChoice } from "./preferences";

/** Version of the link's format. Unknown keys are passed over, so only a change of meaning raises it. */
export const LINK_VERSION = 1;

export const TABS = ["overview", "timeline", "operators", "capture"] as const;
export type Tab = (typeof TABS)[number];

export const PANELS = ["slice", "range", "search", "marks"] as const;
export type Panel = (typeof PANELS)[number];

/** A place among the rows: a row by its key, and the share of its height that is above. */
export interface RowPlace {
  row: string;
  share: number;
}

/** Everything that a link carries. Ranks and rows go by their keys, which outlive the engine. */
export interface LinkState {
  /** Whether the demo capture is to be opened. */
  demo: boolean;
  /** The capture that the rest speaks of. */
  capture: { key: string; name: string } | null;
  tab: Tab;
  language: Language | null;
  theme: ThemeChoice | null;
  /** Keys of the ranks shown; `null` for all. */
  ranks: string[] | null;
  steps: StepRange | null;
  /** Key of the rank whose steps and curves are plotted; `null` for the slowest. */
  plotted: string | null;
  /** The visible range of the timeline; `null` for all of it. */
  visible: TimeRange | null;
  /** What the rows are scrolled to, whatever their heights; `null` for the first. */
  top: RowPlace | null;
  slice: { rank: string; slice: number } | null;
  /** The selected range. */
  interval: TimeRange | null;
  collapsed: string[];
  expanded: string[];
  pinned: string[];
  hidden: string[];
  renamed: RenamedRow[];
  rowFilter: string;
  axis: AxisMode;
  flows: string[];
  marks: Mark[];
  search: string;
  searchMode: SearchMode;
  /** The hit of the search that was stepped to last, from 0. */
  hit: number | null;
  panel: Panel | null;
  group: OperatorGroup;
  operatorFilter: string;
  sort: string;
  order: Order;
}

/** The state of a page that was just opened. */
export function emptyLink(): LinkState {
  return {
    demo: false,
    capture: null,
    tab: "overview",
    language: null,
    theme: null,
    ranks: null,
    steps: null,
    plotted: null,
    visible: null,
    top: null,
    slice: null,
    interval: null,
    collapsed: [],
    expanded: [],
    pinned: [],
    hidden: [],
    renamed: [],
    rowFilter: "",
    axis: "capture",
    flows: [],
    marks: [],
    search: "",
    searchMode: "substring",
    hit: null,
    panel: null,
    group: "type",
    operatorFilter: "",
    sort: "",
    order: "descending",
  };
}

/** What came of reading a fragment. */
export type Decoded =
  /** With the keys whose values could not be read. */
  | { kind: "state"; state: LinkState; broken: string[] }
  /** The link was made by a newer version; its own number is told. */
  | { kind: "newer"; version: string }
  /** The fragment holds no view. */
  | { kind: "none" };

const AXES: readonly AxisMode[] = ["capture", "absolute", "step"];
const MODES: readonly SearchMode[] = ["substring", "match-case", "exact", "regex"];
const ORDERS: readonly Order[] = ["ascending", "descending"];
const GROUPS: readonly OperatorGroup[] = ["type", "name", "name-shape", "core", "kernel"];

/** The fragment of a state, without `#`. What is as in a fresh page is left out. */
export function encodeLink(state: LinkState): string {
  const parts: string[] = [];
  const put = (key: string, items: readonly (string | number)[]): void => {
    parts.push(`${key}=${items.map(escapeItem).join(",")}`);
  };
  const some = (key: string, items: readonly string[]): void => {
    if (items.length > 0) put(key, items);
  };
  const range = (key: string, range: TimeRange | null): void => {
    if (range) put(key, [round(range.start), round(range.end)]);
  };
  const text = (key: string, value: string, usual: string): void => {
    if (value !== usual) put(key, [value]);
  };

  if (state.demo) parts.push("demo");
  put("view", [LINK_VERSION]);
  if (state.capture) put("capture", [state.capture.key, state.capture.name]);
  text("tab", state.tab, "overview");
  if (state.language) put("lang", [state.language]);
  if (state.theme && state.theme !== "auto") put("theme", [state.theme]);
  if (state.ranks) put("ranks", state.ranks);
  if (state.steps) put("steps", [state.steps.from, state.steps.to]);
  if (state.plotted !== null) put("plot", [state.plotted]);
  range("time", state.visible);
  if (state.top) put("top", [state.top.row, state.top.share]);
  if (state.slice) put("slice", [state.slice.rank, state.slice.slice]);
  range("range", state.interval);
  some("closed", state.collapsed);
  some("open", state.expanded);
  some("pin", state.pinned);
  some("hide", state.hidden);
  some("name", state.renamed.flatMap(({ key, name }) => [key, name]));
  text("rows", state.rowFilter, "");
  text("axis", state.axis, "capture");
  some("flows", state.flows);
  for (const mark of state.marks) put("mark", [round(mark.start), round(mark.end), mark.color, mark.name]);
  text("find", state.search, "");
  text("mode", state.searchMode, "substring");
  // As the page numbers it, from 1.
  if (state.hit !== null) put("hit", [state.hit + 1]);
  text("panel", state.panel ?? "none", "none");
  text("group", state.group, "type");
  text("ops", state.operatorFilter, "");
  if (state.sort !== "") put("sort", [state.sort, state.order]);
  return parts.join("&");
}

/** Reads a fragment, a whole link or a pasted piece of one. Never throws; what it does not know it passes over. */
export function decodeLink(text: string): Decoded {
  const fragment = text.slice(text.indexOf("#") + 1).trim();
  const state = emptyLink();
  const broken = new Set<string>();
  let version: string | null = null;
  let known = false;
  for (const part of fragment.split("&")) {
    const at = part.indexOf("=");
    const key = at < 0 ? part : part.slice(0, at);
    const texts = at < 0 ? [] : part.slice(at + 1).split(",");
    const items = texts.map((text) => unescapeItem(text) ?? text);
    if (texts.some((text) => unescapeItem(text) === null) || WHOLE.get(key)?.(items) === false) broken.add(key);
    if (key === "view") version = items[0] ?? "";
    else known = read(state, key, items) || known;
  }
  if (version !== null && (place(version) ?? 0) + 1 > LINK_VERSION) return { kind: "newer", version };
  return known || version !== null ? { kind: "state", state, broken: [...broken] } : { kind: "none" };
}

/** Whether the values of a key are such as a link holds. Of keys that are not here any text is. */
const WHOLE: ReadonlyMap<string, (items: string[]) => boolean> = new Map([
  ["view", ([first = ""]) => place(first) !== null],
  // Without a name it still is the capture's.
  ["capture", ([first = "", second = ""]) => first !== "" && second !== ""],
  ["tab", isOneOf(TABS)],
  ["lang", isOneOf(["en", "zh"])],
  ["theme", isOneOf(["light", "dark", "auto"])],
  ["steps", (items) => items.length === 2 && !items.includes("")],
  ["plot", ([first = ""]) => first !== ""],
  ["time", (items) => timeRange(items) !== null],
  ["range", (items) => timeRange(items) !== null],
  ["top", (items) => items.length === 2 && rowPlace(items) !== null],
  ["slice", (items) => items.length === 2 && sliceOf(items) !== null],
  ["name", (items) => items.length % 2 === 0],
  ["mark", (items) => markOf(items) !== null],
  ["axis", isOneOf(AXES)],
  ["mode", isOneOf(MODES)],
  ["hit", (items) => items.length === 1 && place(items[0] ?? "") !== null],
  ["panel", isOneOf(["none", ...PANELS])],
  ["group", isOneOf(GROUPS)],
  ["sort", ([, second = ""]) => ORDERS.some((order) => order === second)],
]);

function isOneOf(all: readonly string[]): (items: string[]) => boolean {
  return ([first = ""]) => all.includes(first);
}

/** Takes one key over into the state; whether it was understood. */
function read(state: LinkState, key: string, items: string[]): boolean {
  const [first = "", second = ""] = items;
  const filled = items.filter((item) => item !== "");
  switch (key) {
    case "demo":
      state.demo = true;
      return true;
    case "capture":
      state.capture = first === "" ? null : { key: first, name: second === "" ? first : second };
      return true;
    case "tab":
      state.tab = oneOf(TABS, first, state.tab);
      return true;
    case "lang":
      state.language = oneOf<Language | null>(["en", "zh"], first, null);
      return true;
    case "theme":
      state.theme = oneOf<ThemeChoice | null>(["light", "dark", "auto"], first, null);
      return true;
    case "ranks":
      state.ranks = filled;
      return true;
    case "steps":
      state.steps = items.length === 2 && !items.includes("") ? { from: first, to: second } : null;
      return true;
    case "plot":
      state.plotted = first === "" ? null : first;
      return true;
    case "time":
      state.visible = timeRange(items);
      return true;
    case "top":
      state.top = rowPlace(items);
      return true;
    case "slice":
      state.slice = sliceOf(items);
      return true;
    case "range":
      state.interval = timeRange(items);
      return true;
    case "closed":
      state.collapsed = filled;
      return true;
    case "open":
      state.expanded = filled;
      return true;
    case "pin":
      state.pinned = filled;
      return true;
    case "hide":
      state.hidden = filled;
      return true;
    case "name":
      state.renamed = pairs(items);
      return true;
    case "rows":
      state.rowFilter = first;
      return true;
    case "axis":
      state.axis = oneOf(AXES, first, state.axis);
      return true;
    case "flows":
      state.flows = filled;
      return true;
    case "mark":
      state.marks.push(...[markOf(items)].filter((mark) => mark !== null));
      return true;
    case "find":
      state.search = first;
      return true;
    case "mode":
      state.searchMode = oneOf(MODES, first, state.searchMode);
      return true;
    case "hit":
      state.hit = place(first);
      return true;
    case "panel":
      state.panel = oneOf<Panel | null>(PANELS, first, null);
      return true;
    case "group":
      state.group = oneOf(GROUPS, first, state.group);
      return true;
    case "ops":
      state.operatorFilter = first;
      return true;
    case "sort":
      state.sort = first;
      state.order = oneOf(ORDERS, second, "descending");
      return true;
    default:
      return false;
  }
}

function markOf(items: readonly string[]): Mark | null {
  const range = timeRange(items.slice(0, 2));
  const [, , color = "", name = ""] = items;
  // Only colours of the page's own form: the text becomes CSS.
  return range && /^#[0-9a-f]{6}$/i.test(color) ? { ...range, color, name } : null;
}

function timeRange(items: readonly string[]): TimeRange | null {
  if (items.length !== 2) return null;
  const [start, end] = items;
  const from = number(start ?? "");
  const to = number(end ?? "");
  const far = from === null || to === null || Math.max(Math.abs(from), Math.abs(to)) > FARTHEST;
  return far || to < from ? null : { start: from, end: to };
}

/** Times are 64 bits of nanoseconds. */
const FARTHEST = 2 ** 63;

function rowPlace([row = "", text = ""]: readonly string[]): RowPlace | null {
  const share = number(text);
  return row !== "" && share !== null && share >= 0 && share <= 1 ? { row, share } : null;
}

function sliceOf([rank = "", text = ""]: readonly string[]): LinkState["slice"] {
  const slice = number(text);
  return rank !== "" && slice !== null && Number.isInteger(slice) && slice >= 0 && slice < 2 ** 32 ? { rank, slice } : null;
}

function pairs(items: readonly string[]): RenamedRow[] {
  const found: RenamedRow[] = [];
  for (let at = 0; at + 1 < items.length; at += 2) found.push({ key: items[at] ?? "", name: items[at + 1] ?? "" });
  return found;
}

function number(text: string): number | null {
  const value = Number(text);
  return text === "" || !Number.isFinite(value) ? null : value;
}

/** A number from 1 as a place from 0. */
function place(text: string): number | null {
  const value = number(text);
  return value !== null && Number.isInteger(value) && value >= 1 ? value - 1 : null;
}

function oneOf<T>(all: readonly T[], text: string, otherwise: T): T {
  return all.find((one) => one === text) ?? otherwise;
}

/** Ranges are kept to the picosecond: finer than any zoom, and short in the link. */
function round(ns: number): number {
  return Math.round(ns * 1000) / 1000;
}

/** Everything but what has a meaning in a fragment stays readable. */
function escapeItem(item: string | number): string {
  return String(item).replace(/[%&=,#?\s"<>\\^`{|}]/g, (letter) => encodeURIComponent(letter));
}

/** `null` where it is cut. */
function unescapeItem(item: string): string | null {
  try {
    return decodeURIComponent(item);
  } catch {
    return null;
  }
}
