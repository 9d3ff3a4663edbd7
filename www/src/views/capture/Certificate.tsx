import type { Fact, RankInfo } from "../../engine/protocol";
import { t } from "../../i18n";
import { rankName } from "../../state/ranks";

/** What the capture says of itself. What is equal on all ranks is said once. */
export function Certificate({ facts, ranks }: { facts: readonly Fact[]; ranks: readonly RankInfo[] }) {
  if (facts.length === 0) return <p class="muted">{t("capture.noFacts")}</p>;
  return (
    <dl class="facts certificate">
      {fold(facts, ranks).map(({ label, value, source, whose }, at) => (
        <div key={at} data-tip={source ?? undefined}>
          <dt>{label}</dt>
          <dd>
            {value}
            {whose !== "" && <span class="muted small"> {whose}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Line {
  label: string;
  value: string;
  source: string | null;
  whose: string;
}

/** One line for each label and value; the ranks are named unless all have it. */
function fold(facts: readonly Fact[], ranks: readonly RankInfo[]): Line[] {
  const lines = new Map<string, { fact: Fact; owners: number[] }>();
  for (const fact of facts) {
    const key = `${fact.label}\n${fact.value}`;
    const line = lines.get(key) ?? { fact, owners: [] };
    if (fact.rank !== null) line.owners.push(fact.rank);
    lines.set(key, line);
  }
  return [...lines.values()].map(({ fact, owners }) => {
    const named = ranks.filter(({ id }) => owners.includes(id)).map(rankName);
    const whose = owners.length === 0 || named.length === ranks.length ? "" : `(${named.join(", ")})`;
    return { label: fact.label, value: fact.value, source: fact.source, whose };
  });
}
