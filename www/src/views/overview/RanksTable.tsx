import type { Overview, RankRow } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { colorOf } from "../../state/engine";
import { view } from "../../state/view";
import { rankOf } from "../../state/engine";
import { Caveat } from "./Caveat";
import { nameOf } from "./plotted";
import { RankTable } from "./RankTable";

/** The ranks beside each other; a row plots its rank. */
export function RanksTable({ overview: { ranks, rankSpread, source, verdict } }: { overview: Overview }) {
  const slowest = ranks.find((row) => row.slowest);
  const longest = Math.max(...ranks.map(({ stepNs }) => stepNs ?? 0), 1);
  const parts = ranks.find((row) => row.parts.length > 0)?.parts ?? [];
  return (
    <RankTable
      testId="ranks"
      head={
        <>
          <h2>
            {t("overview.ranks")} <Caveat reason={verdict.caveat} />
          </h2>
          {rankSpread !== null && (
            <span class="muted small" data-tip={t("overview.spreadTip")} data-source={source}>
              {t("overview.spread", { spread: format.value.share(rankSpread) })}
              {slowest && ` · ${t("overview.slowest", { rank: nameOf(slowest.rank) })}`}
            </span>
          )}
        </>
      }
      columns={
        <>
          <th class="number">{t("overview.stepTime")}</th>
          <th class="ranks-bar" />
          {parts.map(({ id, label }) => (
            <th key={id} class="number">
              <span class="swatch" style={{ background: colorOf(id) }} /> <span class="part-name">{label}</span>
            </th>
          ))}
          <th class="number">{t("overview.utilisationShort")}</th>
        </>
      }
    >
      {ranks.map((row) => (
        <Row key={row.rank} row={row} longest={longest} source={source} />
      ))}
    </RankTable>
  );
}

function Row({ row: { rank, stepNs, parts, utilisation, slowest }, longest, source }: { row: RankRow; longest: number; source: string }) {
  const name = nameOf(rank);
  const from = `${source} · ${name}`;
  return (
    <tr
      class="pickable"
      onClick={() => {
        view.plotted.value = rankOf(rank)?.key ?? null;
      }}
    >
      <td>
        {name} {slowest && <span class="chip warning">{t("overview.slowestChip")}</span>}
      </td>
      <td class="number" data-tip={format.value.exact(stepNs)} data-source={from}>
        {format.value.duration(stepNs)}
      </td>
      <td class="ranks-bar">
        <span class="stacked" style={{ width: `${((stepNs ?? 0) / longest) * 100}%` }}>
          {parts.map(({ id, share }) => (
            <i key={id} style={{ width: `${share * 100}%`, background: colorOf(id) }} />
          ))}
        </span>
      </td>
      {parts.map(({ id, ns, share }) => (
        <td key={id} class="number" data-tip={`${format.value.exact(ns)} · ${format.value.share(share)}`} data-source={from}>
          {format.value.duration(ns)}
        </td>
      ))}
      <td class="number" data-source={from} data-tip={t("overview.busy")}>
        {format.value.share(utilisation)}
      </td>
    </tr>
  );
}
