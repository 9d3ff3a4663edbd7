import type { StepTime, Verdict as VerdictData } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { Caveat } from "./Caveat";

/** One sentence, and the step time that it speaks of. */
export function Verdict({ verdict, stepTime, source }: { verdict: VerdictData; stepTime: StepTime | null; source: string }) {
  const figures = stepTime && [
    { label: t("steps.median"), text: format.value.duration(stepTime.medianNs), tip: format.value.exact(stepTime.medianNs) },
    { label: t("steps.p95"), text: format.value.duration(stepTime.p95Ns), tip: format.value.exact(stepTime.p95Ns) },
    { label: t("steps.jitter"), text: format.value.number(stepTime.jitter), tip: t("steps.jitterTip") },
    { label: t("steps.number"), text: format.value.count(stepTime.count), tip: t("steps.numberTip") },
  ];
  return (
    <section class="verdict" data-testid="verdict" data-class={verdict.class ?? ""}>
      <div class="grow">
        <h2 class="muted small">{t("overview.verdict")}</h2>
        <p class="verdict-sentence" data-tip={source}>
          {verdict.sentence}
        </p>
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
