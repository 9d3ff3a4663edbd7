import { useMemo } from "preact/hooks";
import { Chart } from "../../components/Chart";
import type { ChartHit, Overview } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { palette } from "../../state/engine";
import { showEvidence } from "../timeline/moves";
import { utilisationChart } from "./charts";
import { plottedRank } from "./plotted";
import { RankChoice } from "./RankChoice";

/** Low stretches named below the chart; all are shaded in it. */
const SHOWN = 6;
const HEIGHT = 170;
const STRIP_HEIGHT = 80;

/** How busy the NPU was over time, with frequency and memory bandwidth on the same axis. */
export function Utilisation({ overview }: { overview: Overview }) {
  const rank = plottedRank(overview);
  const colors = palette.value;
  const chart = useMemo(() => utilisationChart(overview, rank), [overview, rank, colors]);
  const low = overview.low.filter((stretch) => stretch.rank === rank);
  const longest = [...low].sort((a, b) => length(b) - length(a)).slice(0, SHOWN);
  if (!chart) return null;
  const strips = chart.kind === "utilisation" ? chart.strips.length : 0;
  const open = ({ range }: ChartHit): void => {
    if (!range) return;
    const [start, end] = range;
    // A click inside a low stretch means the whole stretch.
    const stretch = low.find((one) => one.range.start <= start && end <= one.range.end);
    if (rank !== null) void showEvidence({ rank, row: null, range: stretch?.range ?? { start, end } });
  };
  return (
    <section class="card" data-testid="utilisation">
      <div class="card-head">
        <h2 data-tip={t("overview.busy")} data-source={overview.source}>
          {t("overview.utilisation")}
        </h2>
        <RankChoice rank={rank} />
        <span class="muted small grow">{t("overview.utilisationHint")}</span>
      </div>
      <Chart chart={chart} height={HEIGHT + strips * STRIP_HEIGHT} label={t("overview.utilisation")} source={overview.source} onPick={open} />
      {longest.length > 0 && (
        <p class="small low-list">
          <span class="muted">{t("overview.low", { n: low.length })}</span>
          {longest.map((stretch) => (
            <button key={stretch.range.start} type="button" class="link" data-testid="low-stretch" onClick={() => void showEvidence({ ...stretch, row: null })}>
              {t("overview.lowOne", { start: format.value.duration(stretch.range.start), length: format.value.duration(length(stretch)) })}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

function length({ range }: { range: { start: number; end: number } }): number {
  return range.end - range.start;
}
