import { useEffect, useRef } from "preact/hooks";
import { Splitter } from "../../components/Splitter";
import { t } from "../../i18n";
import { headingWidth, panelHeight } from "../../state/preferences";
import { view } from "../../state/view";
import { BottomPanel } from "./BottomPanel";
import { Headings } from "./Headings";
import { Minimap } from "./Minimap";
import { layout, layoutError, scroll } from "./model";
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
        <ScrollBar />
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

/** The browser's own scroll bar, kept equal to how far the rows are scrolled. */
function ScrollBar() {
  const bar = useRef<HTMLDivElement>(null);
  // Where the bar was last known to be: the browser reports also what was set here, and by then the rows
  // may have gone on.
  const known = useRef(0);
  const top = scroll.value;
  const { rows, metrics } = layout.value ?? {};
  useEffect(() => {
    if (!bar.current || Math.abs(bar.current.scrollTop - top) < 1) return;
    bar.current.scrollTop = top;
    known.current = bar.current.scrollTop;
  }, [top, rows?.height]);
  return (
    <div class="timeline-scroll" style={{ paddingTop: `${(metrics?.axisHeight ?? 0) + (rows?.pinnedHeight ?? 0)}px` }}>
      <div
        ref={bar}
        class="scroll-bar"
        tabIndex={-1}
        onScroll={({ currentTarget }) => {
          if (Math.abs(currentTarget.scrollTop - known.current) < 1) return;
          known.current = currentTarget.scrollTop;
          if (Math.abs(currentTarget.scrollTop - scroll.peek()) >= 1) scrollTo(currentTarget.scrollTop);
        }}
      >
        <div style={{ height: `${rows?.height ?? 0}px` }} />
      </div>
    </div>
  );
}
