import { Icon, type IconName } from "../../components/Icon";
import { Prose } from "../../components/Prose";
import type { CheckOutcome, QualityCheck } from "../../engine/protocol";
import { t } from "../../i18n";

const ICONS: Readonly<Record<CheckOutcome, IconName>> = { fired: "warning", passed: "check", "not-assessed": "unknown" };

/** Quality checks, those that fired first. */
export function Checks({ checks }: { checks: readonly QualityCheck[] }) {
  if (checks.length === 0) return <p class="muted">{t("capture.noChecks")}</p>;
  return (
    <ul class="checks">
      {checks.map(({ id, outcome, title, text }) => (
        <li key={id} class={`check ${outcome}`} data-check={id}>
          <Icon name={ICONS[outcome]} />
          <div class="grow">
            <b>{title}</b> <span class="muted small">{t(`check.${outcome}`)}</span>
            {text !== "" && outcome !== "passed" && <p class={outcome === "fired" ? "" : "muted small"}><Prose text={text} /></p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
