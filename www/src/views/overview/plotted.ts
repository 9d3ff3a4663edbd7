import type { Overview } from "../../engine/protocol";
import { rankOf, shownRanks } from "../../state/engine";
import { rankName } from "../../state/ranks";
import { view } from "../../state/view";

/** The rank whose steps and curves are plotted: the chosen one, else the slowest, else the first. */
export function plottedRank({ ranks }: Overview): number | null {
  const shown = shownRanks.value;
  const chosen = shown.find(({ key }) => key === view.plotted.value);
  const slowest = ranks.find((row) => row.slowest && shown.some(({ id }) => id === row.rank));
  return chosen?.id ?? slowest?.rank ?? shown[0]?.id ?? null;
}

export function nameOf(rank: number): string {
  const info = rankOf(rank);
  return info ? rankName(info) : "";
}
