import { Popover } from "../components/Popover";
import { Select } from "../components/Select";
import { t } from "../i18n";
import { currentCapture } from "../state/engine";
import { view } from "../state/view";

/** Which steps the numbers are of: all, one, or from one to another. */
export function StepSelector() {
  const steps = currentCapture.value?.steps ?? [];
  const chosen = view.steps.value;
  if (steps.length === 0) return null;
  const first = steps[0] ?? "";
  const last = steps.at(-1) ?? "";
  const { from, to } = chosen ?? { from: first, to: last };
  const text = !chosen ? t("steps.all") : from === to ? from : `${from} – ${to}`;
  const items = steps.map((step) => ({ id: step, label: step }));
  const choose = (a: string, b: string): void => {
    const [low, high] = steps.indexOf(a) <= steps.indexOf(b) ? [a, b] : [b, a];
    view.steps.value = low === first && high === last && steps.length > 1 ? null : { from: low, to: high };
  };
  return (
    <Popover label={t("steps.label")} text={`${t("steps.label")}: ${text}`} tip={t("steps.tip")} testId="step-selector">
      {(close) => (
        <div class="choice-list">
          <button
            type="button"
            class="choice"
            aria-pressed={chosen === null}
            onClick={() => {
              view.steps.value = null;
              close();
            }}
          >
            {t("steps.allOf", { n: steps.length })}
          </button>
          <div class="choice-range">
            <span class="muted">{t("steps.from")}</span>
            <Select label={t("steps.from")} items={items} selected={from} onSelect={(step) => choose(step, to)} />
            <span class="muted">{t("steps.to")}</span>
            <Select label={t("steps.to")} items={items} selected={to} onSelect={(step) => choose(from, step)} />
          </div>
          <div class="choice-scroll">
            {steps.map((step) => (
              <button
                key={step}
                type="button"
                class="choice"
                aria-pressed={chosen !== null && from === step && to === step}
                onClick={() => {
                  view.steps.value = { from: step, to: step };
                  close();
                }}
              >
                {t("steps.one", { step })}
              </button>
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}
