import { useEffect, useRef, useState } from "preact/hooks";
import type { Chart as ChartData, ChartHit } from "../engine/protocol";
import { engine } from "../state/engine";
import { theme } from "../state/preferences";
import { messageOf } from "../state/query";
import { CHART_FONT, CHART_THEMES } from "./chartTheme";
import { hideTip, showTipAt, type TipLine } from "./Tooltip";
import { useSize } from "./useSize";

export interface ChartProps {
  chart: ChartData;
  /** CSS pixels; the width is that of its place. */
  height: number;
  label: string;
  /** Where its numbers come from. */
  source?: string;
  /** Called with what was clicked. */
  onPick?: (hit: ChartHit) => void;
}

/** A chart drawn by Rust, with values under the pointer. */
export function Chart({ chart, height, label, source, onPick }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const hits = useRef<readonly ChartHit[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { width, ratio } = useSize(frame);
  const inTheme = theme.value;

  useEffect(() => {
    const target = canvas.current;
    if (!target || width < 40) return;
    let stale = false;
    const frame = { width, height, theme: CHART_THEMES[inTheme], font: CHART_FONT };
    engine()
      .drawChart(target, chart, { frame, ratio })
      .then(
        (drawn) => {
          if (stale) return;
          hits.current = drawn.hits;
          setFailure(null);
        },
        (reason: unknown) => {
          if (!stale) setFailure(messageOf(reason));
        },
      );
    return () => {
      stale = true;
    };
  }, [chart, width, ratio, height, inTheme]);

  const hitAt = (event: MouseEvent): ChartHit | undefined => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return undefined;
    const across = event.clientX - box.left;
    const down = event.clientY - box.top;
    return hits.current.findLast(({ area: { x, y, width, height } }) => {
      return across >= x && across < x + width && down >= y && down < y + height;
    });
  };

  return (
    <div
      ref={frame}
      class={`chart ${onPick ? "pickable" : ""}`}
      style={{ height: `${height}px` }}
      onPointerMove={(event) => {
        const hit = hitAt(event);
        if (hit) showTipAt(event.clientX, event.clientY, { text: hit.title, lines: linesOf(hit), source: source ?? null });
        else hideTip();
      }}
      onPointerLeave={hideTip}
      onClick={(event) => {
        const hit = hitAt(event);
        if (hit) onPick?.(hit);
      }}
    >
      <canvas ref={canvas} role="img" aria-label={label} />
      {failure !== null && <p class="muted small">{failure}</p>}
    </div>
  );
}

function linesOf({ lines }: ChartHit): TipLine[] {
  return lines.map(({ label, value, color }) => ({
    text: `${label}: ${value}`,
    color: color && `rgb(${color[0]} ${color[1]} ${color[2]} / ${color[3] / 255})`,
  }));
}
