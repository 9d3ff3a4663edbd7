import { Checkbox } from "../components/Checkbox";
import { Popover } from "../components/Popover";
import { t } from "../i18n";
import { readyRanks, shownRanks } from "../state/engine";
import { isTicked, rankName, tick } from "../state/ranks";
import { view } from "../state/view";

/** Which ranks the numbers are of. */
export function RankSelector() {
  const ranks = readyRanks.value;
  const shown = shownRanks.value;
  const only = shown.length === 1 ? shown[0] : undefined;
  if (ranks.length < 2) return null;
  const text = shown.length === ranks.length ? t("ranks.all") : only ? rankName(only) : t("ranks.some", { n: shown.length, all: ranks.length });
  return (
    <Popover label={t("ranks.label")} text={`${t("ranks.label")}: ${text}`} tip={t("ranks.tip")} testId="rank-selector">
      {() => (
        <div class="choice-list">
          <button
            type="button"
            class="choice"
            aria-pressed={view.ranks.value === null}
            onClick={() => {
              view.ranks.value = null;
            }}
          >
            {t("ranks.allOf", { n: ranks.length })}
          </button>
          <div class="choice-scroll">
            {ranks.map((rank) => (
              <div key={rank.id} class="choice-line">
                <Checkbox checked={isTicked(rank)} onChange={(on) => tick([rank], on ? "on" : "off")}>
                  <span>{rankName(rank)}</span>
                </Checkbox>
                <button
                  type="button"
                  class="link small"
                  onClick={() => {
                    view.ranks.value = [rank.key];
                  }}
                >
                  {t("ranks.only")}
                </button>
              </div>
            ))}
          </div>
        </div>
      )}
    </Popover>
  );
}
