import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";

export interface SplitterProps {
  /** The size that it changes, CSS pixels. */
  size: Signal<number>;
  min: number;
  max: () => number;
  /** `column` divides left from right, `row` top from bottom. */
  divides: "column" | "row";
  /** Whether the sized part lies before (left, above) or after it. */
  part: "before" | "after";
  label: string;
}

/** A border that can be dragged, or moved by the arrow keys. */
export function Splitter({ size, min, max, divides, part, label }: SplitterProps) {
  const drag = useRef<{ at: number; size: number } | null>(null);
  const clamp = (value: number): number => Math.max(min, Math.min(max(), Math.round(value)));
  const sign = part === "before" ? 1 : -1;
  const place = (event: PointerEvent): number => (divides === "column" ? event.clientX : event.clientY);
  const [less, more] = divides === "column" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  return (
    <div
      class={`splitter ${divides}`}
      role="separator"
      aria-orientation={divides === "column" ? "vertical" : "horizontal"}
      aria-label={label}
      aria-valuenow={size.value}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.classList.add("dragging");
        drag.current = { at: place(event), size: size.value };
      }}
      onPointerMove={(event) => {
        const start = drag.current;
        if (start) size.value = clamp(start.size + sign * (place(event) - start.at));
      }}
      onPointerUp={(event) => {
        event.currentTarget.classList.remove("dragging");
        drag.current = null;
      }}
      onKeyDown={(event) => {
        const step = event.key === more ? 16 : event.key === less ? -16 : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        size.value = clamp(size.value + sign * step);
      }}
    />
  );
}
