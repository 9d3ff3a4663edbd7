import { useState } from "preact/hooks";
import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { captures } from "../state/engine";
import { takeLink, tooNew } from "../state/fragment";
import { openDemo } from "../state/open";

/** Takes a link, or its fragment, by pasting: the only way where the page's address cannot be shared. */
export function OpenLinkDialog({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const go = (): void => {
    const state = takeLink(text);
    if (!state && tooNew.peek() === null) {
      setWrong(true);
      return;
    }
    close();
    if (state?.demo && captures.peek().length === 0) void openDemo();
    else if (state && captures.peek().length === 0) notify("info", t("link.waiting", { name: state.capture?.name ?? "" }));
  };
  return (
    <Dialog title={t("action.open-link")} close={close} footer={<Button label={t("link.open")} look="primary" onClick={go} />}>
      <textarea
        rows={4}
        value={text}
        placeholder={t("link.placeholder")}
        aria-label={t("action.open-link")}
        aria-invalid={wrong}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            go();
          }
        }}
      />
      <p class={wrong ? "error-text small" : "muted small"}>{t(wrong ? "link.wrong" : "link.help")}</p>
    </Dialog>
  );
}
