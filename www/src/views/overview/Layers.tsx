import type { Overview } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { colorOf } from "../../state/engine";
import { Caveat } from "./Caveat";

/** Compute or wait: how the mean step splits. */
export function Layers({ overview: { layers, stepTime, verdict, source } }: { overview: Overview }) {
  if (layers === null) return null;
  const { parts, stepNs, tailNs } = layers;
  const all = stepNs + tailNs;
  const several = stepTime !== null && stepTime.ranks > 1;
  return (
    <section class="card layers" data-testid="layers">
      <div class="card-head">
        <h2>
          {t("overview.layers")} <Caveat reason={verdict.caveat} />
        </h2>
        <span class="muted small">{several ? t("overview.meanOfRanks") : t("overview.mean")}</span>
      </div>
      <div class="layers-bar" role="img" aria-label={t("overview.layers")}>
        {parts.map(({ id, label, ns, share }) => (
          <i
            key={id}
            style={{ width: `${(ns / all) * 100}%`, background: colorOf(id) }}
            data-tip={`${label} · ${format.value.share(share)} · ${format.value.duration(ns)}`}
            data-source={source}
          />
        ))}
      </div>
      <table class="plain-table">
        <tbody>
          {parts.map(({ id, label, ns, share }) => (
            <tr key={id}>
              <td>
                <span class="swatch" style={{ background: colorOf(id) }} /> {label}
              </td>
              <td class="number" data-tip={format.value.exact(ns)} data-source={source}>
                {format.value.duration(ns)}
              </td>
              <td class="number">{format.value.share(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="layers-of muted small" data-source={source}>
        <p>{t("overview.layersOf", { step: format.value.duration(stepNs) })}</p>
        {tailNs > 0 && <p>{t("overview.layersTail", { tail: format.value.duration(tailNs) })}</p>}
      </div>
    </section>
  );
}
