import type { Overview } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { Button } from "../../components/Button";
import { captures, currentCapture, ownLeft } from "../../state/engine";
import { runAction } from "../../state/run";
import { lookAt } from "../../state/view";
import { Caveat } from "./Caveat";

/** One sentence, and the step time that it speaks of. With several captures open it says whose they are. */
export function Verdict({ overview: { verdict, elsewhere, stepTime, source } }: { overview: Overview }) {
  const of = captures.value.length > 1 ? currentCapture.value : null;
  const figures = stepTime && [
    { label: t("steps.median"), text: format.value.duration(stepTime.medianNs), tip: format.value.exact(stepTime.medianNs) },
    { label: t("steps.p95"), text: format.value.duration(stepTime.p95Ns), tip: format.value.exact(stepTime.p95Ns) },
    { label: t("steps.jitter"), text: format.value.number(stepTime.jitter), tip: t("steps.jitterTip") },
    { label: t("steps.number"), text: format.value.count(stepTime.count), tip: t("steps.numberTip") },
  ];
  return (
    <section class="verdict" data-testid="verdict" data-class={verdict.class ?? ""}>
      <div class="grow">
        <h2 class="muted small">{of ? t("overview.verdictOf", { name: of.name }) : t("overview.verdict")}</h2>
        <p class="verdict-sentence" data-tip={source}>
          {verdict.sentence}
        </p>
        {verdict.class === "not-assessed" && ownLeft.value.length > 0 && (
          <Button label={t("left.choose")} look="primary" onClick={() => runAction("open-left")} />
        )}
        {elsewhere && (
          <p class="muted small" data-testid="verdict-elsewhere">
            {t("overview.elsewhere")}{" "}
            <button type="button" class="link" onClick={() => lookAt(elsewhere.capture)}>
              {elsewhere.name}
            </button>
            {` · ${elsewhere.sentence}`}
          </p>
        )}
      </div>
      {figures && (
        <div class="step-figures">
          <dl class="figures">
            {figures.map(({ label, text, tip }) => (
              <div key={label} data-tip={tip} data-source={source}>
                <dt class="muted small">
                  {label} <Caveat reason={verdict.caveat} />
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {stepTime.ranks > 1 && <p class="muted small">{t("steps.meanOf", { n: stepTime.ranks })}</p>}
        </div>
      )}
    </section>
  );
}
