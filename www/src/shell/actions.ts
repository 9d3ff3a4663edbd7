import { batch } from "@preact/signals";
import { h } from "preact";
import { showDialog } from "../components/dialogs";
import { openedMenu } from "../components/menu";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { copyText } from "../state/clipboard";
import { currentCapture } from "../state/engine";
import { currentLink } from "../state/fragment";
import { openDemo } from "../state/open";
import { language, rowDensity, sideOpen, theme, themeChoice } from "../state/preferences";
import type { Handlers } from "../state/run";
import { messageOf } from "../state/query";
import { view } from "../state/view";
import { GoToDialog } from "../views/timeline/GoToDialog";
import { pointer } from "../views/timeline/hover";
import { addMark } from "../views/timeline/marks";
import { details, visible } from "../views/timeline/model";
import * as moves from "../views/timeline/moves";
import { togglePin } from "../views/timeline/rows";
import { CopyDialog } from "./CopyDialog";
import { chooseFiles, chooseFolder } from "./inputs";
import { LeftDialog } from "./LeftDialog";
import { OpenLinkDialog } from "./OpenLinkDialog";
import { Palette } from "./Palette";
import { ShortcutsDialog } from "./ShortcutsDialog";

const ZOOM = 0.7;
const PAN = 0.2;
const SCROLL = 60;

/** What every action of the table does. */
export const handlers: Handlers = {
  "palette": () => showDialog((close) => h(Palette, { close })),
  "help": () => showDialog((close) => h(ShortcutsDialog, { close })),
  "search": focusSearch,
  "open-files": chooseFiles,
  "open-folder": chooseFolder,
  "open-demo": () => void openDemo(),
  "open-link": () => showDialog((close) => h(OpenLinkDialog, { close })),
  "open-left": () => showDialog((close) => h(LeftDialog, { close })),
  "copy-link": () => void copyLink(),
  "tab-overview": () => tab("overview"),
  "tab-timeline": () => tab("timeline"),
  "tab-operators": () => tab("operators"),
  "tab-capture": () => tab("capture"),
  "side": () => {
    sideOpen.value = !sideOpen.value;
  },
  "language": () => {
    language.value = language.value === "en" ? "zh" : "en";
  },
  "theme": () => {
    themeChoice.value = theme.value === "dark" ? "light" : "dark";
  },
  "zoom-in": () => moves.zoomBy(ZOOM, pointer.peek()?.time ?? null),
  "zoom-out": () => moves.zoomBy(1 / ZOOM, pointer.peek()?.time ?? null),
  "pan-left": () => moves.panBy(-PAN),
  "pan-right": () => moves.panBy(PAN),
  "scroll-up": () => moves.scrollBy("rows", -SCROLL),
  "scroll-down": () => moves.scrollBy("rows", SCROLL),
  "fit": moves.fitAll,
  "fit-selection": moves.fitSelection,
  "undo-zoom": moves.undoZoom,
  "go-to": () => showDialog((close) => h(GoToDialog, { close })),
  "next-slice": () => quietly(moves.step("next")),
  "previous-slice": () => quietly(moves.step("previous")),
  "next-same": () => quietly(moves.step("next-same-name")),
  "previous-same": () => quietly(moves.step("previous-same-name")),
  "next-hit": () => quietly(moves.stepHit("forward")),
  "previous-hit": () => quietly(moves.stepHit("backward")),
  "range-from-slice": moves.rangeFromSlice,
  "mark": mark,
  "pin": () => {
    const row = details.peek()?.slice.row;
    if (row !== undefined) togglePin(row);
  },
  "compact-rows": () => {
    rowDensity.value = rowDensity.value === "compact" ? "regular" : "compact";
  },
  "panel": () => {
    view.panel.value = view.panel.value === null ? "slice" : null;
  },
  "clear": clear,
};

function tab(id: typeof view.tab.value): void {
  if (currentCapture.peek()) view.tab.value = id;
}

function focusSearch(): void {
  const input = document.getElementById("search");
  if (input instanceof HTMLInputElement) {
    input.focus();
    input.select();
  }
}

async function copyLink(): Promise<void> {
  const { text, whole } = currentLink();
  if (await copyText(text)) notify("info", t(whole ? "link.copied" : "link.fragmentCopied"));
  else showDialog((close) => h(CopyDialog, { close, title: t("action.copy-link"), text, name: null }));
}

/** Marks the selected range, else where the pointer is, else the middle of the view. */
function mark(): void {
  const range = view.interval.peek();
  const shown = visible.peek();
  if (!shown) return;
  const time = pointer.peek()?.time ?? (shown.start + shown.end) / 2;
  addMark(range ?? { start: time, end: time });
}

/** Takes away what lies uppermost: the range first, then the selection. */
function clear(): void {
  batch(() => {
    openedMenu.value = null;
    if (view.interval.value) view.interval.value = null;
    else view.slice.value = null;
  });
}

function quietly(moved: Promise<void>): void {
  moved.catch((failure: unknown) => notify("warning", messageOf(failure)));
}
