import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { t } from "../../i18n";
import { parseTime } from "../../i18n/time";
import { bounds, layout } from "./model";
import { centreOn, glideTo } from "./moves";
import { around } from "./range";

/** Goes to a time, or to a step by its label. */
export function GoToDialog({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState(false);
  const go = (): void => {
    const step = layout.peek()?.borders.find((border) => border.step === text.trim().replace(/^(step|步)\s*/i, ""));
    const limits = bounds.peek();
    const named = /^(step|步)/i.test(text.trim());
    const time = parseTime(text);
    if (named && step && limits) glideTo(around(step.range, limits));
    else if (!named && time !== null) centreOn(time);
    else {
      setWrong(true);
      return;
    }
    close();
  };
  return (
    <Dialog title={t("goTo.title")} close={close} footer={<Button label={t("goTo.go")} look="primary" onClick={go} />}>
      <input
        class="input"
        style={{ width: "100%" }}
        placeholder={t("goTo.placeholder")}
        aria-label={t("goTo.title")}
        aria-invalid={wrong}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
        }}
      />
      <p class={wrong ? "error-text small" : "muted small"}>{wrong ? t("goTo.wrong") : t("goTo.help")}</p>
    </Dialog>
  );
}
