import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./Icon";

export interface ButtonProps {
  /** What it does; the tooltip and accessible name of a button without text. */
  label: string;
  onClick: (event: MouseEvent) => void;
  icon?: IconName;
  /** `text` shows the label, `icon` only the icon. */
  show?: "text" | "icon";
  look?: "plain" | "primary" | "bare";
  size?: "usual" | "compact";
  /** Shortcut shown in the tooltip. */
  keys?: string | undefined;
  /** For a toggle: whether it is on. */
  pressed?: boolean | undefined;
  /** For a button that opens something: whether it is open. */
  expanded?: boolean | undefined;
  disabled?: boolean;
  testId?: string;
  tip?: string | undefined;
  children?: ComponentChildren;
}

export function Button(props: ButtonProps) {
  const { label, icon, show = "text", look = "plain", size = "usual", keys, pressed, expanded, disabled = false } = props;
  const tip = props.tip ?? (show === "icon" ? label : undefined);
  return (
    <button
      type="button"
      class={`button ${look} ${size === "compact" ? "compact" : ""} ${show === "icon" ? "icon-only" : ""}`}
      // Where a narrow frame hides the text, too.
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-haspopup={expanded === undefined ? undefined : "true"}
      data-tip={tip && keys ? `${tip}  (${keys})` : tip}
      data-testid={props.testId}
      disabled={disabled}
      onClick={props.onClick}
    >
      {icon && <Icon name={icon} />}
      {show === "text" && <span>{label}</span>}
      {props.children}
    </button>
  );
}
