import type { RankInfo } from "../engine/protocol";
import { t } from "../i18n";
import { currentCapture } from "./engine";
import { view } from "./view";

/** Name of a rank for people; a capture without rank numbers has folders, a trace alone has a place (`@0`). */
export function rankName({ rank, key }: RankInfo): string {
  if (rank !== null) return t("rank.name", { rank });
  const place = /^@(\d+)$/.exec(key)?.[1];
  return place === undefined ? key : t("rank.trace", { n: Number(place) + 1 });
}

export function isTicked(rank: RankInfo): boolean {
  return view.ranks.value === null || view.ranks.value.includes(rank.key);
}

/** Ticks ranks on or off; all on is kept as "all", so that ranks still loading count in. */
export function tick(ranks: readonly RankInfo[], on: "on" | "off"): void {
  const all = currentCapture.value?.ranks.map(({ key }) => key) ?? [];
  const keys = new Set(view.ranks.value ?? all);
  for (const { key } of ranks) {
    if (on === "on") keys.add(key);
    else keys.delete(key);
  }
  view.ranks.value = all.every((key) => keys.has(key)) ? null : all.filter((key) => keys.has(key));
}
