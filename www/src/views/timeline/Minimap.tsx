import { useEffect, useRef } from "preact/hooks";
import { useSize } from "../../components/useSize";
import type { Curve, TimeRange } from "../../engine/protocol";
import { t } from "../../i18n";
import { colorOf } from "../../state/engine";
import { theme } from "../../state/preferences";
import { bounds, layout, visible } from "./model";
import { jumpTo } from "./moves";
import { length, whole } from "./range";

/** All of the capture in a strip; the window over it is what the canvas shows, and can be dragged. */
export function Minimap() {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, ratio } = useSize(box);
  const curves = layout.value?.minimap.curves;
  const limits = bounds.value;
  const color = colorOf("computing");
  const all = limits && whole(limits);

  useEffect(() => {
    if (canvas.current && curves && all && width > 0) paint(canvas.current, { curves, all, width, height, ratio, color });
  }, [curves, width, height, ratio, color, theme.value, all?.start, all?.end]);

  const go = (clientX: number): void => {
    const range = visible.peek();
    const rect = box.current?.getBoundingClientRect();
    if (!range || !rect || !all) return;
    const centre = all.start + ((clientX - rect.left) / rect.width) * length(all);
    jumpTo({ start: centre - length(range) / 2, end: centre + length(range) / 2 });
  };

  return (
    <div
      ref={box}
      class="minimap"
      role="img"
      aria-label={t("timeline.minimap")}
      data-tip={t("timeline.minimap")}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event.clientX);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event.clientX);
      }}
    >
      <canvas ref={canvas} />
      {all && <Window all={all} width={width} />}
    </div>
  );
}

function Window({ all, width }: { all: TimeRange; width: number }) {
  const shown = visible.value;
  if (!shown) return null;
  const left = ((shown.start - all.start) / length(all)) * width;
  const right = ((shown.end - all.start) / length(all)) * width;
  const from = Math.max(0, left);
  return <div class="minimap-window" style={{ left: `${from}px`, width: `${Math.max(3, Math.min(width, right) - from)}px` }} />;
}

interface Strip {
  curves: readonly Curve[];
  all: TimeRange;
  width: number;
  height: number;
  ratio: number;
  color: string;
}

/** Mean of the ranks' curves as bars: at this height more would not be seen. */
function paint(canvas: HTMLCanvasElement, { curves, all, width, height, ratio, color }: Strip): void {
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  const pixel = length(all) / canvas.width;
  for (let x = 0; x < canvas.width; x += 1) {
    const time = all.start + (x + 0.5) * pixel;
    const values = curves.map(({ start, bin, values }) => values[Math.floor((time - start) / bin)] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const bar = Math.round(Math.min(1, mean) * canvas.height);
    context.fillRect(x, canvas.height - bar, 1, bar);
  }
}
