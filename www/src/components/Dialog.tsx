import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { Button } from "./Button";

export interface DialogProps {
  title: string;
  close: () => void;
  width?: "usual" | "wide";
  footer?: ComponentChildren;
  children: ComponentChildren;
}

/** The box of a dialog. Shown by `showDialog`. */
export function Dialog({ title, close, width = "usual", footer, children }: DialogProps) {
  return (
    <div class={`dialog ${width === "wide" ? "wide" : ""}`} role="dialog" aria-modal="true" aria-label={title} tabIndex={-1}>
      <header>
        <h2>{title}</h2>
        <Button label={t("close")} icon="close" show="icon" look="bare" onClick={close} />
      </header>
      <div class="body">{children}</div>
      {footer !== undefined && <footer>{footer}</footer>}
    </div>
  );
}
