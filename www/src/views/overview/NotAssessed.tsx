import type { NotAssessed as Rule } from "../../engine/protocol";
import { t } from "../../i18n";

/** Rules without the data that they need: unknown is not fine. */
export function NotAssessed({ rules }: { rules: readonly Rule[] }) {
  return (
    <section class="card" data-testid="not-assessed">
      <h2>{t("overview.notAssessed", { n: rules.length })}</h2>
      <dl class="facts">
        {rules.map(({ id, title, reason }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd class="muted">{reason}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
