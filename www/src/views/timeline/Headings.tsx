import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../i18n";
import { rowDensity } from "../../state/preferences";
import { view } from "../../state/view";
import { canvasSize, frame, layout, type Part, pinnedRoom, scroll } from "./model";
import { partAt, scrollBy } from "./moves";
import { RowHeading } from "./RowHeading";
import { showAllRows } from "./rows";

/** The rows' names, level with the canvas; the filter above them lies beside the axis. */
export function Headings() {
  const box = useRef<HTMLDivElement>(null);
  const shown = layout.value;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const wheel = (event: WheelEvent): void => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      scrollBy(partAt(event.clientY - element.getBoundingClientRect().top), event.deltaY);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  const axisHeight = shown?.metrics.axisHeight ?? 32;
  const rows = shown?.rows.rows ?? [];
  const room = { pinned: pinnedRoom.value, rows: canvasSize.value.height - axisHeight - pinnedRoom.value };
  // What the canvas shows now, not what it was asked to show.
  const painted = frame.value?.view;
  const top = { pinned: painted?.pinnedScroll ?? scroll.pinned.value, rows: painted?.scroll ?? scroll.rows.value };
  const inSight = (part: Part): ComponentChildren =>
    rows
      .filter((row) => row.pinned === (part === "pinned") && row.top + row.height >= top[part] && row.top <= top[part] + room[part])
      .map((row) => <RowHeading key={row.key} row={row} top={row.top - top[part]} />);
  const hidden = shown?.rows.hidden.length ?? 0;
  return (
    <div ref={box} class={`headings ${rowDensity.value}`} role="tree" aria-label={t("rows.label")} data-testid="row-headings">
      <div class="headings-filter" style={{ height: `${axisHeight}px` }}>
        <input
          class="input grow"
          type="search"
          placeholder={t("rows.filter")}
          aria-label={t("rows.filter")}
          data-testid="row-filter"
          value={view.rowFilter.value}
          onInput={({ currentTarget }) => {
            view.rowFilter.value = currentTarget.value;
          }}
        />
        {hidden > 0 && (
          <button type="button" class="button compact bare small" data-tip={t("rows.showAll")} onClick={showAllRows}>
            {t("rows.hiddenCount", { n: hidden })}
          </button>
        )}
      </div>
      {room.pinned > 0 && (
        <div class="headings-pinned" style={{ height: `${room.pinned}px` }}>
          {inSight("pinned")}
        </div>
      )}
      <div class="headings-rows">{inSight("rows")}</div>
    </div>
  );
}
