import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Anchor, placeBeside } from "./place";

export interface FloatingProps {
  anchor: Anchor;
  onClose: () => void;
  class?: string;
  role: "menu" | "dialog";
  label: string;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** What opened it: a press there is left to it. */
  owner?: RefObject<HTMLElement | null>;
  children: ComponentChildren;
}

/** A box beside an anchor. Escape or a press elsewhere closes it; the focus goes in, and back at the end. */
export function Floating(props: FloatingProps) {
  const { anchor, onClose, class: name = "", role, label, onKeyDown, owner, children } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { left, top } = placeBeside(anchor, element.offsetWidth, element.offsetHeight, 4);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  });
  useEffect(() => {
    const before = document.activeElement;
    const first = box.current?.querySelector<HTMLElement>("button:not(:disabled), input, select");
    (first ?? box.current)?.focus();
    const press = (event: PointerEvent): void => {
      if (!(event.target instanceof Node) || owner?.current?.contains(event.target)) return;
      if (box.current?.contains(event.target) === false) onClose();
    };
    window.addEventListener("pointerdown", press, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={box}
      class={`popover ${name}`}
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
        else onKeyDown?.(event);
      }}
    >
      {children}
    </div>
  );
}
