import { Select } from "../../components/Select";
import { t } from "../../i18n";
import { shownRanks } from "../../state/engine";
import { rankName } from "../../state/ranks";
import { view } from "../../state/view";

/** Chooses the rank whose steps and curves are plotted. */
export function RankChoice({ rank }: { rank: number | null }) {
  const ranks = shownRanks.value;
  const chosen = ranks.find(({ id }) => id === rank);
  if (ranks.length < 2 || !chosen) return null;
  return (
    <Select
      label={t("overview.plotted")}
      items={ranks.map((info) => ({ id: info.key, label: rankName(info) }))}
      selected={chosen.key}
      onSelect={(key) => {
        view.plotted.value = key;
      }}
    />
  );
}
