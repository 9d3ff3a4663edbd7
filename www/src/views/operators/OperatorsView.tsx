import { useSignal } from "@preact/signals";
import { Splitter } from "../../components/Splitter";
import { t } from "../../i18n";
import { shownRanks } from "../../state/engine";
import { operatorPlots } from "../../state/preferences";
import { OperatorPlots } from "./OperatorPlots";
import { OperatorTable } from "./OperatorTable";
import { OperatorToolbar } from "./OperatorToolbar";

/** Kernels, grouped. */
export function OperatorsView() {
  const selected = useSignal<number | null>(null);
  if (shownRanks.value.length === 0) return <p class="view-empty muted">{t("ranks.noneShown")}</p>;
  return (
    <div class="operators" data-testid="operators">
      <OperatorToolbar />
      <div class="operators-body">
        <OperatorTable selected={selected} />
        <Splitter size={operatorPlots} min={240} max={() => 720} divides="column" part="after" label={t("operators.plotsWidth")} />
        <div class="operators-plots" style={{ width: `${operatorPlots.value}px` }}>
          <OperatorPlots selected={selected} />
        </div>
      </div>
    </div>
  );
}
