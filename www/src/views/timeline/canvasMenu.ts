import { batch } from "@preact/signals";
import type { MenuItem } from "../../components/menu";
import { notify } from "../../components/toasts";
import type { Hit } from "../../engine/protocol";
import { t } from "../../i18n";
import { keysText } from "../../state/shortcuts";
import { copyText } from "../../state/clipboard";
import { searchFor, view } from "../../state/view";
import { addMark } from "./marks";
import { fitAll, fitSelection, selectSlice, showSlice, undoZoom } from "./moves";
import { hideRow, togglePin } from "./rows";

/** What can be done at a place of the canvas. */
export function sliceMenu(hit: Hit | null): MenuItem[] {
  const slice = hit?.slice ?? null;
  const row = hit?.row ?? null;
  const interval = view.interval.peek();
  const items: MenuItem[] = [];
  if (slice) {
    const range = { start: slice.start, end: slice.start + slice.duration };
    items.push(
      { label: t("menu.zoomToSlice"), run: () => void showSlice(slice.id) },
      {
        label: t("menu.rangeFromSlice"),
        keys: keysText("range-from-slice"),
        run: () =>
          batch(() => {
            selectSlice(slice.id);
            view.interval.value = range;
            view.panel.value = "range";
          }),
      },
      { label: t("menu.markSlice"), run: () => addMark(range) },
      { label: t("menu.searchName"), run: () => searchFor(slice.name, "exact") },
      { label: t("menu.copyName"), run: () => void copyName(slice.name) },
    );
  }
  items.push({ label: t("menu.markHere"), keys: keysText("mark"), divided: slice !== null, run: () => markAt(hit) });
  if (interval) {
    items.push(
      { label: t("menu.fitRange"), keys: keysText("fit-selection"), run: fitSelection },
      { label: t("menu.markRange"), run: () => addMark(interval) },
      {
        label: t("menu.clearRange"),
        run: () => {
          view.interval.value = null;
        },
      },
    );
  }
  items.push(
    { label: t("action.fit"), keys: keysText("fit"), divided: true, run: fitAll },
    { label: t("action.undo-zoom"), keys: keysText("undo-zoom"), run: undoZoom },
  );
  if (row !== null) {
    const pinned = view.pinned.peek().includes(row);
    items.push(
      { label: pinned ? t("rows.unpin") : t("rows.pin"), keys: keysText("pin"), divided: true, run: () => togglePin(row) },
      { label: t("rows.hide"), run: () => hideRow(row) },
    );
  }
  return items;
}

function markAt(hit: Hit | null): void {
  if (hit) addMark({ start: hit.time, end: hit.time });
}

async function copyName(name: string): Promise<void> {
  if (await copyText(name)) notify("info", t("copied"));
  else notify("warning", t("copy.refused"));
}
