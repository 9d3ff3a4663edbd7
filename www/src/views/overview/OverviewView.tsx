import { t } from "../../i18n";
import { engine, revision, selection, shownRanks } from "../../state/engine";
import { language } from "../../state/preferences";
import { useAnswer } from "../../state/query";
import { Findings } from "./Findings";
import { Layers } from "./Layers";
import { NotAssessed } from "./NotAssessed";
import { RanksTable } from "./RanksTable";
import { StepTimes } from "./StepTimes";
import { Utilisation } from "./Utilisation";
import { VendorRanks } from "./VendorRanks";
import { Verdict } from "./Verdict";

/** A check-up sheet: what is wrong, and the proof. */
export function OverviewView() {
  const { value, error, pending } = useAnswer(() => {
    const chosen = selection.value;
    const inLanguage = language.value;
    return chosen && revision.value >= 0 ? () => engine().query.overview(chosen, inLanguage) : null;
  });
  if (shownRanks.value.length === 0) return <p class="view-empty muted">{t("ranks.noneShown")}</p>;
  if (error !== null && !value) return <p class="banner error">{error}</p>;
  if (!value) return <p class="view-empty muted">{t("answer.pending")}</p>;
  return (
    <div class={`scroll-view overview ${pending ? "stale" : ""}`} data-testid="overview">
      {error !== null && <p class="banner error">{error}</p>}
      <Verdict overview={value} />
      <div class={value.layers !== null ? "overview-columns" : ""}>
        <Findings overview={value} />
        <Layers overview={value} />
      </div>
      <StepTimes overview={value} />
      <Utilisation overview={value} />
      {value.ranks.length > 1 && <RanksTable overview={value} />}
      {value.vendorRanks.rows.length > 0 && <VendorRanks ranks={value.vendorRanks} />}
      {value.notAssessed.length > 0 && <NotAssessed rules={value.notAssessed} />}
    </div>
  );
}
