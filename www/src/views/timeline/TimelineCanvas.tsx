import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Button } from "../../components/Button";
import { openMenu } from "../../components/menu";
import { pointAnchor } from "../../components/place";
import { useSize } from "../../components/useSize";
import type { Hit, TimeRange } from "../../engine/protocol";
import { t } from "../../i18n";
import { engine } from "../../state/engine";
import { view } from "../../state/view";
import { sliceMenu } from "./canvasMenu";
import { listen, timeAt } from "./gestures";
import { hoverAt, pointer } from "./hover";
import { attached, canvasSize, layout, visible } from "./model";
import { clearRowFilter, glideTo, isLeftOut, selectSlice, showSlice } from "./moves";
import { length } from "./range";

/** The canvas that the engine paints on, and what lies over it: the pointer's line, the range being drawn. */
export function TimelineCanvas() {
  const place = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const band = useSignal<TimeRange | null>(null);
  const size = useSize(place);

  useEffect(() => {
    if (size.width > 0 && size.height > 0) canvasSize.value = size;
  }, [size]);

  // A canvas is handed over once: each mount makes a new one, and so does a replaced engine.
  const hasSize = size.width > 0 && size.height > 0;
  useEffect(() => {
    const host = place.current;
    if (!host || !hasSize) return;
    let canvas: HTMLCanvasElement | null = null;
    const attach = (): void => {
      canvas?.remove();
      canvas = document.createElement("canvas");
      canvas.dataset["testid"] = "timeline-canvas";
      host.prepend(canvas);
      engine().attachCanvas(canvas, canvasSize.peek());
      attached.value += 1;
    };
    attach();
    const stop = engine().on("crash", attach);
    return () => {
      stop();
      canvas?.remove();
      attached.value = 0;
    };
  }, [hasSize]);

  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const at = ({ x, y }: { x: number; y: number }): Promise<Hit | null> =>
      engine().query.hit(x, y).catch(() => null);
    return listen(element, {
      width: () => element.clientWidth,
      onHover: (point) => {
        pointer.value = point && { x: point.x, time: timeAt(point.x, element.clientWidth) };
        hoverAt(point);
      },
      onClick: (point) => {
        element.focus();
        void at(point).then((hit) => selectSlice(hit?.slice?.id ?? null));
      },
      onDoubleClick: (point) =>
        void at(point).then((hit) => {
          if (!hit?.slice) return;
          const { start, duration } = hit.slice;
          if (duration > 0) glideTo({ start: start - duration * 0.25, end: start + duration * 1.25 });
          else void showSlice(hit.slice.id);
        }),
      onMenu: (point) =>
        void at(point).then((hit) => {
          openMenu(pointAnchor(point.clientX, point.clientY), t("timeline.menu"), sliceMenu(hit));
        }),
      onBand: (range) => {
        band.value = range;
      },
    });
  }, []);

  return (
    <div ref={place} class="timeline-canvas">
      <div
        ref={surface}
        class="timeline-surface"
        role="application"
        aria-label={t("timeline.canvas")}
        tabIndex={0}
        data-testid="timeline-surface"
      >
        <PointerLine width={size.width} />
        {band.value && <Band range={band.value} width={size.width} />}
      </div>
      <LeftOut />
    </div>
  );
}

/** Says so where the row filter leaves nothing, or not what was jumped to. */
function LeftOut() {
  if (!isLeftOut.value && layout.value?.rows.rows.length !== 0) return null;
  return (
    <p class="timeline-note" role="status" data-testid="left-out">
      {t(isLeftOut.value ? "timeline.leftOut" : "timeline.noRows")}
      {view.rowFilter.value !== "" && <Button label={t("rows.clearFilter")} size="compact" onClick={() => void clearRowFilter()} />}
    </p>
  );
}

function PointerLine({ width }: { width: number }) {
  const at = pointer.value;
  return at && at.x <= width ? <div class="timeline-pointer" style={{ left: `${at.x}px` }} /> : null;
}

function Band({ range, width }: { range: TimeRange; width: number }) {
  const shown = visible.value;
  if (!shown) return null;
  const x = (time: number): number => ((time - shown.start) / length(shown)) * width;
  return <div class="timeline-band" style={{ left: `${x(range.start)}px`, width: `${x(range.end) - x(range.start)}px` }} />;
}

