import type { Part } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { colorOf } from "../../state/engine";
import { Caveat } from "./Caveat";

interface Props {
  layers: readonly Part[];
  caveat: string | null;
  source: string;
}

/** Compute or wait: how the selection's time splits, and why it waits where that is known. */
export function Layers({ layers, caveat, source }: Props) {
  const total = layers.reduce((sum, { ns }) => sum + ns, 0);
  return (
    <section class="card layers">
      <h2>
        {t("overview.layers")} <Caveat reason={caveat} />
      </h2>
      <div class="layers-bar" role="img" aria-label={t("overview.layers")}>
        {layers.map(({ id, label, ns, share }) => (
          <i
            key={id}
            style={{ width: `${share * 100}%`, background: colorOf(id) }}
            data-tip={`${label}: ${format.value.share(share)} · ${format.value.duration(ns)}`}
            data-source={source}
          />
        ))}
      </div>
      <table class="plain-table">
        <tbody>
          {layers.map((part) => (
            <LayerRows key={part.id} part={part} total={total} source={source} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LayerRows({ part: { id, label, ns, share, causes }, total, source }: { part: Part; total: number; source: string }) {
  return (
    <>
      <tr>
        <td>
          <span class="swatch" style={{ background: colorOf(id) }} /> {label}
        </td>
        <td class="number" data-tip={format.value.exact(ns)} data-source={source}>
          {format.value.duration(ns)}
        </td>
        <td class="number">{format.value.share(share)}</td>
      </tr>
      {causes.map((cause) => (
        <tr key={cause.id} class="cause">
          <td>
            <span class="swatch" style={{ background: colorOf(cause.id) }} /> {cause.label}
          </td>
          <td class="number" data-tip={format.value.exact(cause.ns)} data-source={source}>
            {format.value.duration(cause.ns)}
          </td>
          <td class="number">{format.value.share(total > 0 ? cause.ns / total : null)}</td>
        </tr>
      ))}
    </>
  );
}
