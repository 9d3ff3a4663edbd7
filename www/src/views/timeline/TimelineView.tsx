import { useEffect, useRef } from "preact/hooks";
import { Splitter } from "../../components/Splitter";
import { t } from "../../i18n";
import { headingWidth, panelHeight } from "../../state/preferences";
import { view } from "../../state/view";
import { BottomPanel } from "./BottomPanel";
import { Headings } from "./Headings";
import { Minimap } from "./Minimap";
import { layout, layoutError, type Part, pinnedRoom, scroll } from "./model";
import { scrollTo } from "./moves";
import { TimelineCanvas } from "./TimelineCanvas";
import { Toolbar } from "./Toolbar";

export function TimelineView() {
  const box = useRef<HTMLDivElement>(null);
  const open = view.panel.value !== null;
  const tallest = (): number => Math.max(120, (box.current?.clientHeight ?? 600) - 180);
  return (
    <div ref={box} class="timeline" data-testid="timeline">
      <Toolbar />
      {layoutError.value !== null && <p class="banner error">{layoutError.value}</p>}
      <div class="timeline-strip">
        <div style={{ width: `${headingWidth.value}px` }} />
        <Minimap />
        <div class="scroll-gap" />
      </div>
      <div class="timeline-main">
        <div class="headings-place" style={{ width: `${headingWidth.value}px` }}>
          <Headings />
        </div>
        <Splitter size={headingWidth} min={120} max={() => 600} divides="column" part="before" label={t("rows.width")} />
        <TimelineCanvas />
        <ScrollBars />
      </div>
      {open && (
        <>
          <Splitter size={panelHeight} min={96} max={tallest} divides="row" part="after" label={t("panel.height")} />
          <div class="bottom-panel" style={{ height: `${Math.min(panelHeight.value, tallest())}px` }}>
            <BottomPanel />
          </div>
        </>
      )}
    </div>
  );
}

function ScrollBars() {
  const { rows, metrics } = layout.value ?? {};
  return (
    <div class="timeline-scroll" style={{ paddingTop: `${metrics?.axisHeight ?? 0}px` }}>
      <div style={{ height: `${pinnedRoom.value}px` }}>
        <ScrollBar part="pinned" height={rows?.pinnedHeight ?? 0} />
      </div>
      <div class="grow">
        <ScrollBar part="rows" height={rows?.height ?? 0} />
      </div>
    </div>
  );
}

/** The browser's own scroll bar, kept equal to how far rows of `height` CSS pixels are scrolled. */
function ScrollBar({ part, height }: { part: Part; height: number }) {
  const bar = useRef<HTMLDivElement>(null);
  // Where the bar was last known to be: the browser reports also what was set here, and by then the rows
  // may have gone on.
  const known = useRef(0);
  const top = scroll[part].value;
  useEffect(() => {
    if (!bar.current || Math.abs(bar.current.scrollTop - top) < 1) return;
    bar.current.scrollTop = top;
    known.current = bar.current.scrollTop;
  }, [top, height]);
  return (
    <div
      ref={bar}
      class="scroll-bar"
      tabIndex={-1}
      onScroll={({ currentTarget }) => {
        if (Math.abs(currentTarget.scrollTop - known.current) < 1) return;
        known.current = currentTarget.scrollTop;
        if (Math.abs(currentTarget.scrollTop - scroll[part].peek()) >= 1) scrollTo(part, currentTarget.scrollTop);
      }}
    >
      <div style={{ height: `${height}px` }} />
    </div>
  );
}
