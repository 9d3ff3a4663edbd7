import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { closeDialog, dialogs, type DialogView } from "./dialogs";

export function Dialogs() {
  return (
    <>
      {dialogs.value.map((view, at) => (
        <Veil key={at} view={view} />
      ))}
    </>
  );
}

/** Keeps the focus inside while it is open, and gives it back. */
function Veil({ view }: { view: DialogView }) {
  const veil = useRef<HTMLDivElement>(null);
  const close = (): void => closeDialog(view);
  useEffect(() => {
    const before = document.activeElement;
    const field = veil.current?.querySelector<HTMLElement>("input, textarea");
    (field ?? veil.current?.querySelector<HTMLElement>(".dialog"))?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") close();
    if (event.key === "Tab" && veil.current) keepInside(veil.current, event);
  };
  const content: ComponentChildren = view(close);
  return (
    <div
      ref={veil}
      class="veil"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {content}
    </div>
  );
}

function keepInside(veil: HTMLElement, event: KeyboardEvent): void {
  const all = veil.querySelectorAll<HTMLElement>("button:not(:disabled), input, textarea, select, [tabindex='0']");
  const first = all.item(0);
  const last = all.item(all.length - 1);
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}
