import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Chart } from "../../components/Chart";
import type { Chart as ChartData, Histogram, OperatorShares } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { UNKNOWN } from "../../i18n/format";
import { engine, palette, rgbaOf } from "../../state/engine";
import { language } from "../../state/preferences";
import { useAnswer } from "../../state/query";
import { firstPage, shares } from "./query";

/** Share of the largest rows, and the durations behind the selected one. */
export function OperatorPlots({ selected }: { selected: ReadonlySignal<number | null> }) {
  const largest = shares.value;
  const colors = palette.value;
  const inLanguage = language.value;
  const bars = useMemo(() => largest && barsOf(largest), [largest, colors, inLanguage]);
  return (
    <>
      {bars && (
        <section>
          <h3>{t("operators.shares")}</h3>
          <Chart chart={bars} height={260} label={t("operators.shares")} />
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
  const inLanguage = language.value;
  const chart = useMemo(() => histogram && durationsOf(histogram), [histogram, colors, inLanguage]);
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

function barsOf({ rows, rest, totalMs }: OperatorShares): ChartData {
  const bars = rows.map((row) => ({ ...row, color: rgbaOf("computing") }));
  if (rest) bars.push({ ...rest, label: t("operators.rest"), color: rgbaOf("unknown") });
  return {
    kind: "share-bars",
    rows: bars,
    wholeMs: totalMs,
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
