import { Icon } from "../../components/Icon";
import { Prose } from "../../components/Prose";
import type { Evidence, Finding, Overview } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { rankOf } from "../../state/engine";
import { rankName } from "../../state/ranks";
import { showEvidence } from "../timeline/moves";

/** Evidence links shown of a finding; its longest come first. */
const SHOWN = 5;
/** Findings shown in full; the others open on a click. */
const OPEN = 2;

/** What was found, by share of the step. */
export function Findings({ overview: { findings, source, verdict } }: { overview: Overview }) {
  // Of nothing that was assessed nothing can stand out.
  if (findings.length === 0 && verdict.class === "not-assessed") return null;
  return (
    <section class="card findings">
      <h2>{t("overview.findings", { n: findings.length })}</h2>
      {findings.length === 0 && <p class="muted">{t("overview.noFindings")}</p>}
      <ol>
        {findings.map((finding, at) => (
          <FindingItem key={finding.id} finding={finding} source={source} open={at < OPEN} />
        ))}
      </ol>
    </section>
  );
}

function FindingItem({ finding, source, open }: { finding: Finding; source: string; open: boolean }) {
  const { id, severity, title, text, advice, share, gainMsPerStep, evidence } = finding;
  return (
    <li data-testid="finding" data-finding={id}>
      <details class={`finding ${severity}`} open={open}>
        <summary>
          <span class="finding-share" data-tip={t("finding.shareTip")} data-source={source}>
            <b>{share === null ? "" : format.value.share(share)}</b>
            {share !== null && (
              <span class="finding-bar">
                <i style={{ width: `${Math.min(1, share) * 100}%` }} />
              </span>
            )}
          </span>
          <h3 class="grow">
            {severity !== "info" && <Icon name={severity} />}
            {title}
          </h3>
          {gainMsPerStep !== null && (
            <span class="muted small" data-tip={t("finding.gainTip")} data-source={source}>
              {t("finding.gain", { gain: format.value.milliseconds(gainMsPerStep) })}
            </span>
          )}
          <Icon name="down" />
        </summary>
        <div class="finding-body">
          <p>
            <Prose text={text} />
          </p>
          {advice !== "" && (
            <p class="muted">
              <Prose text={advice} />
            </p>
          )}
          {evidence.length > 0 && (
            <p class="finding-evidence small">
              <span class="muted">{t("finding.evidence")}</span>
              {evidence.slice(0, SHOWN).map((item, at) => (
                <EvidenceLink key={at} item={item} />
              ))}
              {evidence.length > SHOWN && <span class="muted">{t("finding.more", { n: evidence.length - SHOWN })}</span>}
            </p>
          )}
        </div>
      </details>
    </li>
  );
}

function EvidenceLink({ item }: { item: Evidence }) {
  const rank = rankOf(item.rank);
  const length = format.value.duration(item.range.end - item.range.start);
  return (
    <button type="button" class="link" data-testid="evidence" data-tip={t("finding.open")} onClick={() => void showEvidence(item)}>
      {[item.label, rank ? rankName(rank) : "", length].filter((part) => part !== "").join(" · ")}
    </button>
  );
}
