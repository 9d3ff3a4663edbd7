import { batch, signal } from "@preact/signals";
import type {
  AxisMode,
  Mark,
  OperatorGroup,
  Order,
  RenamedRow,
  SearchMode,
  StepRange,
  TimeRange,
} from "../engine/protocol";
import { emptyLink, type LinkState, type Panel, type Tab } from "./link";
import { language, themeChoice } from "./preferences";

const start = emptyLink();

/** The one store of what is looked at and how. A link is its serial form: see `link.ts`. */
export const view = {
  demo: signal(false),
  tab: signal<Tab>(start.tab),
  /** Id of the capture looked at. */
  capture: signal<number | null>(null),
  ranks: signal<string[] | null>(null),
  steps: signal<StepRange | null>(null),
  plotted: signal<string | null>(null),
  visible: signal<TimeRange | null>(null),
  top: signal<LinkState["top"]>(null),
  slice: signal<LinkState["slice"]>(null),
  interval: signal<TimeRange | null>(null),
  collapsed: signal<string[]>([]),
  expanded: signal<string[]>([]),
  pinned: signal<string[]>([]),
  hidden: signal<string[]>([]),
  renamed: signal<RenamedRow[]>([]),
  rowFilter: signal(""),
  axis: signal<AxisMode>(start.axis),
  flows: signal<string[]>([]),
  marks: signal<Mark[]>([]),
  search: signal(""),
  searchMode: signal<SearchMode>(start.searchMode),
  /** The hit of the search that was stepped to last, from 0. */
  hit: signal<number | null>(null),
  panel: signal<Panel | null>(start.panel),
  group: signal<OperatorGroup>(start.group),
  operatorFilter: signal(""),
  sort: signal(""),
  order: signal<Order>(start.order),
};

/** The state as a link carries it. Reads every signal: an effect on it runs with each change. */
export function toLink(capture: LinkState["capture"]): LinkState {
  return {
    demo: view.demo.value,
    capture,
    tab: view.tab.value,
    language: language.value,
    theme: themeChoice.value,
    ranks: view.ranks.value,
    steps: view.steps.value,
    plotted: view.plotted.value,
    visible: view.visible.value,
    top: view.top.value,
    slice: view.slice.value,
    interval: view.interval.value,
    collapsed: view.collapsed.value,
    expanded: view.expanded.value,
    pinned: view.pinned.value,
    hidden: view.hidden.value,
    renamed: view.renamed.value,
    rowFilter: view.rowFilter.value,
    axis: view.axis.value,
    flows: view.flows.value,
    marks: view.marks.value,
    search: view.search.value,
    searchMode: view.searchMode.value,
    hit: view.hit.value,
    panel: view.panel.value,
    group: view.group.value,
    operatorFilter: view.operatorFilter.value,
    sort: view.sort.value,
    order: view.order.value,
  };
}

/** Takes a link's state over, all but which capture it speaks of. */
export function applyLink(link: LinkState): void {
  batch(() => {
    if (link.language) language.value = link.language;
    if (link.theme) themeChoice.value = link.theme;
    view.tab.value = link.tab;
    view.ranks.value = link.ranks;
    view.steps.value = link.steps;
    view.plotted.value = link.plotted;
    view.visible.value = link.visible;
    view.top.value = link.top;
    view.slice.value = link.slice;
    view.interval.value = link.interval;
    view.collapsed.value = link.collapsed;
    view.expanded.value = link.expanded;
    view.pinned.value = link.pinned;
    view.hidden.value = link.hidden;
    view.renamed.value = link.renamed;
    view.rowFilter.value = link.rowFilter;
    view.axis.value = link.axis;
    view.flows.value = link.flows;
    view.marks.value = link.marks;
    view.search.value = link.search;
    view.searchMode.value = link.searchMode;
    view.hit.value = link.hit;
    view.panel.value = link.panel;
    view.group.value = link.group;
    view.operatorFilter.value = link.operatorFilter;
    view.sort.value = link.sort;
    view.order.value = link.order;
  });
}

/** Searches for something else: the hit that was stepped to is none of the new ones. */
export function searchFor(text: string, mode: SearchMode): void {
  batch(() => {
    view.search.value = text;
    view.searchMode.value = mode;
    view.hit.value = null;
    if (text !== "") view.panel.value = "search";
  });
}

/** Looks at another capture, and forgets what belongs to the ranks and times of the one before. */
export function lookAt(capture: number | null): void {
  if (capture === view.capture.value) return;
  batch(() => {
    view.capture.value = capture;
    applyLink({ ...emptyLink(), tab: view.tab.value, axis: view.axis.value, panel: view.panel.value });
  });
}
