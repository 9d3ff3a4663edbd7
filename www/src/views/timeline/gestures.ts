import type { TimeRange } from "../../engine/protocol";
import { view } from "../../state/view";
import { bounds, type Part, scrolled, visible } from "./model";
import { glideTo, jumpTo, partAt, scrollBy, scrollTo } from "./moves";
import { length, pan, zoom } from "./range";

/** What a gesture needs to know and tell. */
export interface GestureHost {
  width: () => number;
  /** The pointer hovers; `null` when it has left or drags. */
  onHover: (point: { x: number; y: number; clientX: number; clientY: number } | null) => void;
  onClick: (point: { x: number; y: number }) => void;
  onDoubleClick: (point: { x: number; y: number }) => void;
  onMenu: (point: { x: number; y: number; clientX: number; clientY: number }) => void;
  /** The range that is being drawn for zooming; `null` when none is. */
  onBand: (band: TimeRange | null) => void;
}

type Drag =
  | { kind: "none" }
  | { kind: "press"; x: number; y: number; mode: "pan" | "select" | "zoom" }
  | { kind: "pan"; x: number; y: number; range: TimeRange; part: Part; scroll: number }
  | { kind: "select" | "zoom"; from: number };

/** A press that moves less than this is a click, CSS pixels. */
const SLACK = 4;
const WHEEL_ZOOM = 0.0022;
const LINE_HEIGHT = 16;

/** The time at a place across the canvas. */
export function timeAt(x: number, width: number): number {
  const range = visible.peek();
  return range && width > 0 ? range.start + (x / width) * length(range) : 0;
}

/** Puts wheel, drag, click and menu on an element; returns what takes them off. */
export function listen(element: HTMLElement, host: GestureHost): () => void {
  let drag: Drag = { kind: "none" };
  const place = (event: MouseEvent): { x: number; y: number; clientX: number; clientY: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, clientX: event.clientX, clientY: event.clientY };
  };
  const time = (x: number): number => timeAt(x, host.width());

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
    const range = visible.peek();
    const limits = bounds.peek();
    if (!range || !limits) return;
    if (event.ctrlKey || event.metaKey) {
      const factor = Math.exp(event.deltaY * scale * WHEEL_ZOOM);
      jumpTo(zoom(range, factor, time(place(event).x), limits));
      return;
    }
    const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const down = event.shiftKey ? 0 : event.deltaY;
    if (across !== 0) jumpTo(pan(range, (across * scale) / host.width(), limits));
    if (down !== 0) scrollBy(partAt(place(event).y), down * scale);
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    const mode = event.shiftKey ? "select" : event.altKey ? "zoom" : "pan";
    drag = { kind: "press", ...place(event), mode };
  };

  const move = (event: PointerEvent): void => {
    const { x, y } = place(event);
    if (drag.kind === "press" && Math.hypot(x - drag.x, y - drag.y) > SLACK) drag = begin(drag);
    switch (drag.kind) {
      case "none":
        return host.onHover(place(event));
      case "press":
        return;
      case "pan": {
        const by = ((drag.x - x) / host.width()) * length(drag.range);
        jumpTo({ start: drag.range.start + by, end: drag.range.end + by });
        return scrollTo(drag.part, drag.scroll + drag.y - y);
      }
      case "select":
        view.interval.value = ordered(drag.from, time(x));
        return;
      case "zoom":
        return host.onBand(ordered(drag.from, time(x)));
    }
  };

  const begin = (press: Drag & { kind: "press" }): Drag => {
    host.onHover(null);
    if (press.mode !== "pan") return { kind: press.mode, from: time(press.x) };
    const range = visible.peek();
    if (!range) return { kind: "none" };
    element.classList.add("panning");
    const part = partAt(press.y);
    return { kind: "pan", x: press.x, y: press.y, range, part, scroll: scrolled[part].peek() };
  };

  const up = (event: PointerEvent): void => {
    const ended = drag;
    drag = { kind: "none" };
    element.classList.remove("panning");
    const { x, y } = place(event);
    if (ended.kind === "press") host.onClick({ x, y });
    if (ended.kind === "select") view.panel.value = "range";
    if (ended.kind === "zoom") {
      host.onBand(null);
      glideTo(ordered(ended.from, time(x)));
    }
  };

  const cancel = (): void => {
    drag = { kind: "none" };
    element.classList.remove("panning");
    host.onBand(null);
  };
  const leave = (): void => host.onHover(null);
  const double = (event: MouseEvent): void => host.onDoubleClick(place(event));
  const menu = (event: MouseEvent): void => {
    event.preventDefault();
    host.onMenu(place(event));
  };

  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("dblclick", double);
  element.addEventListener("contextmenu", menu);
  return () => {
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("dblclick", double);
    element.removeEventListener("contextmenu", menu);
  };
}

function ordered(a: number, b: number): TimeRange {
  return { start: Math.min(a, b), end: Math.max(a, b) };
}
