import { useMemo } from "preact/hooks";
import { Chart } from "../../components/Chart";
import type { ChartHit, Overview } from "../../engine/protocol";
import { t } from "../../i18n";
import { palette } from "../../state/engine";
import { showRange } from "../timeline/moves";
import { Caveat } from "./Caveat";
import { stepChart } from "./charts";
import { plottedRank } from "./plotted";
import { RankChoice } from "./RankChoice";

/** One stacked bar a step; a bar opens its step in the timeline. */
export function StepTimes({ overview }: { overview: Overview }) {
  const rank = plottedRank(overview);
  const colors = palette.value;
  const steps = useMemo(() => overview.steps.filter((step) => step.rank === rank), [overview, rank]);
  const chart = useMemo(() => stepChart(steps, overview), [steps, overview, colors]);
  if (overview.steps.length === 0) return null;
  const outliers = steps.filter(({ outlier }) => outlier).length;
  const open = ({ first, end }: ChartHit): void => {
    const from = steps[first]?.range;
    const to = steps[end - 1]?.range;
    if (from && to) void showRange({ start: from.start, end: to.end }, null);
  };
  return (
    <section class="card" data-testid="step-times">
      <div class="card-head">
        <h2>
          {t("overview.steps")} <Caveat reason={overview.verdict.caveat} />
        </h2>
        <RankChoice rank={rank} />
        <span class="muted small grow">{t("overview.stepsHint")}</span>
        {outliers > 0 && <span class="chip warning">{t("overview.outliers", { n: outliers })}</span>}
      </div>
      <Chart chart={chart} height={260} label={t("overview.steps")} source={overview.source} onPick={open} />
    </section>
  );
}
