import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Floating } from "./Floating";
import { Icon, type IconName } from "./Icon";
import type { Anchor } from "./place";

export interface PopoverProps {
  /** Text of the button. */
  text: string;
  label: string;
  icon?: IconName;
  tip?: string;
  testId?: string;
  size?: "usual" | "compact";
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a box with more. */
export function Popover({ text, label, icon, tip, testId, size = "usual", children }: PopoverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  const close = (): void => setAnchor(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`button ${size === "compact" ? "compact" : ""}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={`${label}: ${text}`}
        data-tip={tip}
        data-testid={testId}
        onClick={() => setAnchor(anchor ? null : (button.current?.getBoundingClientRect() ?? null))}
      >
        {icon && <Icon name={icon} />}
        <span class="ellipsis">{text}</span>
        <Icon name="down" />
      </button>
      {anchor && (
        <Floating anchor={anchor} onClose={close} role="dialog" label={label} owner={button}>
          {children(close)}
        </Floating>
      )}
    </>
  );
}
