import { t } from "../i18n";
import { Button } from "./Button";
import { closeToast, toasts } from "./toasts";

export function Toasts() {
  return (
    <div class="toasts" aria-live="polite">
      {toasts.value.map(({ id, look, text, detail }) => (
        <div key={id} class={`toast ${look}`} role={look === "error" ? "alert" : "status"}>
          <p class="grow">
            {text}
            {detail !== null && <span class="muted"> {detail}</span>}
          </p>
          <Button label={t("close")} icon="close" show="icon" look="bare" size="compact" onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}
