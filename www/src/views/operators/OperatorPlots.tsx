import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Chart } from "../../components/Chart";
import type { Chart as ChartData, Histogram, OperatorPage } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { UNKNOWN } from "../../i18n/format";
import { engine, palette, rgbaOf } from "../../state/engine";
import { useAnswer } from "../../state/query";
import { firstPage } from "./query";

/** Bars shown; the rest is one bar more. */
const SHOWN = 12;

/** Share of the largest rows, and the durations behind the selected one. */
export function OperatorPlots({ selected }: { selected: ReadonlySignal<number | null> }) {
  const first = firstPage.value.value;
  const colors = palette.value;
  const shares = useMemo(() => first && sharesOf(first.page), [first, colors]);
  return (
    <>
      {shares && (
        <section>
          <h3>{t("operators.shares")}</h3>
          <Chart chart={shares} height={260} label={t("operators.shares")} />
        </section>
      )}
      <section>
        <h3>{t("operators.durations")}</h3>
        <Durations selected={selected} />
      </section>
    </>
  );
}

function Durations({ selected }: { selected: ReadonlySignal<number | null> }) {
  const { value: histogram, error } = useAnswer(() => {
    const first = firstPage.value.value;
    const row = selected.value;
    return first && row !== null ? () => engine().query.operatorHistogram(first.query, row) : null;
  });
  const colors = palette.value;
  const chart = useMemo(() => histogram && durationsOf(histogram), [histogram, colors]);
  if (error !== null) return <p class="muted small">{error}</p>;
  if (!histogram || !chart) return <p class="muted small">{t("operators.pickRow")}</p>;
  return (
    <>
      <p class="small ellipsis" data-tip={histogram.label}>
        {histogram.label}
      </p>
      <p class="muted small">{t("operators.median", { median: format.value.duration(histogram.medianNs) })}</p>
      <Chart chart={chart} height={200} label={t("operators.durations")} />
    </>
  );
}

/** The rows with the most time among those fetched; `null` without times. */
function sharesOf(page: OperatorPage): ChartData | null {
  const total = page.columns.findIndex(({ id }) => id === "total");
  const count = page.columns.findIndex(({ id }) => id === "count");
  if (total < 0 || page.totalNs <= 0) return null;
  const rows = page.rows
    .map(({ cells }) => ({ label: String(cells[0] ?? ""), ns: Number(cells[total] ?? 0), count: Number(cells[count] ?? 1) }))
    .sort((a, b) => b.ns - a.ns)
    .slice(0, SHOWN);
  const rest = page.totalNs - rows.reduce((sum, { ns }) => sum + ns, 0);
  const restCount = page.totalCount - rows.reduce((sum, row) => sum + row.count, 0);
  if (rest > page.totalNs * 1e-6) rows.push({ label: t("operators.rest"), ns: rest, count: restCount });
  return {
    kind: "share-bars",
    rows: rows.map(({ label, ns, count }, at) => ({ label, ms: ns / 1e6, count, color: at < SHOWN ? rgbaOf("computing") : rgbaOf("unknown") })),
    wholeMs: page.totalNs / 1e6,
    otherText: t("operators.rest"),
    otherColor: rgbaOf("unknown"),
    countText: t("column.count"),
    totalText: t("column.total"),
    unknownText: UNKNOWN,
    emptyText: t("operators.none"),
  };
}

function durationsOf({ edges, counts, medianNs }: Histogram): ChartData {
  return {
    kind: "histogram",
    bins: counts.map((count, at) => ({ fromNs: edges[at] ?? 0, toNs: edges[at + 1] ?? 0, count })),
    scale: "logarithmic",
    color: rgbaOf("computing"),
    references: medianNs === null ? [] : [{ label: t("operators.medianShort"), value: medianNs }],
    text: { count: t("column.count"), empty: t("operators.none") },
  };
}
