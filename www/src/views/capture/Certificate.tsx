import type { Fact, RankInfo } from "../../engine/protocol";
import { t } from "../../i18n";
import { rankName } from "../../state/ranks";

/** What the capture says of itself. What is equal on all ranks is said once. */
export function Certificate({ facts, ranks }: { facts: readonly Fact[]; ranks: readonly RankInfo[] }) {
  if (facts.length === 0) return <p class="muted">{t("capture.noFacts")}</p>;
  return (
    <dl class="facts certificate">
      {byLabel(facts).map(([label, values]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {values.length <= SHOWN ? (
              <Values label={label} values={values} ranks={ranks} />
            ) : (
              <details>
                <summary>{t("capture.differs", { n: values.length })}</summary>
                <Values label={label} values={values} ranks={ranks} />
              </details>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** More values of one label than these are folded away. */
const SHOWN = 2;

/** One value, and the ranks that have it; none when it is the whole capture's. */
interface Value {
  value: string;
  source: string | null;
  owners: number[];
}

function Values({ label, values, ranks }: { label: string; values: readonly Value[]; ranks: readonly RankInfo[] }) {
  return (
    <>
      {values.map(({ value, source, owners }) => {
        const named = ranks.filter(({ id }) => owners.includes(id)).map(rankName);
        const all = owners.length === 0 || named.length === ranks.length;
        // That rank 0 is rank 0 goes without saying.
        const itself = named.join() === `${label} ${value}`;
        return (
          <div key={value} data-tip={source ?? undefined}>
            {value}
            {!all && !itself && <span class="muted small"> {named.join(", ")}</span>}
          </div>
        );
      })}
    </>
  );
}

function byLabel(facts: readonly Fact[]): [string, Value[]][] {
  const labels = new Map<string, Map<string, Value>>();
  for (const { label, value, source, rank } of facts) {
    const values = labels.get(label) ?? new Map<string, Value>();
    const known = values.get(value) ?? { value, source, owners: [] };
    if (rank !== null) known.owners.push(rank);
    labels.set(label, values.set(value, known));
  }
  return [...labels].map(([label, values]) => [label, [...values.values()]]);
}
