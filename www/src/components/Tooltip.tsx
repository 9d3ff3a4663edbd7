import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Anchor, placeBeside, pointAnchor } from "./place";

export interface TipLine {
  text: string;
  /** CSS; `null` for what has none. */
  color: string | null;
}

export interface Tip {
  anchor: Anchor;
  text: string;
  /** Under the text: what has a colour in a chart. */
  lines?: readonly TipLine[];
  /** Where the number comes from: file, step, rank. */
  source: string | null;
}

/** The tooltip shown; charts and the timeline set it themselves, elements by `data-tip` and `data-source`. */
export const tip = signal<Tip | null>(null);

export function showTipAt(x: number, y: number, shown: Omit<Tip, "anchor">): void {
  tip.value = { anchor: pointAnchor(x + 8, y + 8), ...shown };
}

export function hideTip(): void {
  tip.value = null;
}

const DELAY = 350;

export function Tooltip() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(watchElements, []);
  const shown = tip.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !shown) return;
    const { left, top } = placeBeside(shown.anchor, element.offsetWidth, element.offsetHeight, 6);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  if (!shown) return null;
  return (
    <div ref={box} class="tooltip" role="tooltip">
      {shown.text}
      {shown.lines?.map(({ text, color }, at) => (
        <div key={at} class="tip-line">
          <i class="swatch" style={{ background: color ?? "none" }} />
          {text}
        </div>
      ))}
      {shown.source !== null && <div class="source">{shown.source}</div>}
    </div>
  );
}

/** Shows the tips of elements, after a moment under the pointer or at once with the focus. */
function watchElements(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Element | null = null;
  const show = (element: Element): void => {
    const text = element.getAttribute("data-tip");
    if (text === null || !element.isConnected) return;
    tip.value = { anchor: element.getBoundingClientRect(), text, source: element.getAttribute("data-source") };
  };
  const clear = (): void => {
    clearTimeout(timer);
    if (current) hideTip();
    current = null;
  };
  const over = (event: PointerEvent): void => {
    const found = event.target instanceof Element ? event.target.closest("[data-tip]") : null;
    if (found === current) return;
    clear();
    current = found;
    if (found) timer = setTimeout(() => show(found), DELAY);
  };
  const focus = (event: FocusEvent): void => {
    clear();
    if (!(event.target instanceof HTMLElement) || !event.target.matches("button[data-tip]:focus-visible")) return;
    current = event.target;
    show(event.target);
  };
  // What moves under the pointer makes a tip wrong.
  const moved = (): void => {
    clear();
    hideTip();
  };
  window.addEventListener("pointerover", over);
  window.addEventListener("pointerdown", clear, true);
  window.addEventListener("wheel", moved, { capture: true, passive: true });
  window.addEventListener("keydown", moved, true);
  window.addEventListener("focusin", focus);
  window.addEventListener("focusout", clear);
  return () => {
    clear();
    window.removeEventListener("pointerover", over);
    window.removeEventListener("pointerdown", clear, true);
    window.removeEventListener("wheel", moved, true);
    window.removeEventListener("keydown", moved, true);
    window.removeEventListener("focusin", focus);
    window.removeEventListener("focusout", clear);
  };
}
