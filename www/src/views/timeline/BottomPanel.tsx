import { Button } from "../../components/Button";
import { Tabs } from "../../components/Tabs";
import { format, t } from "../../i18n";
import { runAction } from "../../state/run";
import { keysText } from "../../state/shortcuts";
import { view } from "../../state/view";
import { MarksPanel } from "./MarksPanel";
import { found } from "./model";
import { RangePanel } from "./RangePanel";
import { SearchPanel } from "./SearchPanel";
import { SlicePanel } from "./SlicePanel";

/** Below the rows: the selected slice, the selected range, the search, the marks. */
export function BottomPanel() {
  const panel = view.panel.value;
  const hits = found.value;
  const marks = view.marks.value.length;
  return (
    <>
      <div class="bottom-head">
        <Tabs
          size="small"
          label={t("panel.label")}
          items={[
            { id: "slice", label: t("panel.slice") },
            { id: "range", label: t("panel.range") },
            { id: "search", label: t("panel.search"), badge: hits ? format.value.count(hits.count) : undefined },
            { id: "marks", label: t("panel.marks"), badge: marks > 0 ? format.value.count(marks) : undefined },
          ]}
          selected={panel}
          onSelect={(id) => {
            view.panel.value = id;
          }}
        />
        <Button label={t("action.panel")} icon="down" show="icon" look="bare" size="compact" keys={keysText("panel")} onClick={() => runAction("panel")} />
      </div>
      <div class="bottom-body" role="tabpanel" id={`panel-${panel ?? ""}`} aria-label={panel ? t(`panel.${panel}`) : undefined}>
        {panel === "slice" && <SlicePanel />}
        {panel === "range" && <RangePanel />}
        {panel === "search" && <SearchPanel />}
        {panel === "marks" && <MarksPanel />}
      </div>
    </>
  );
}
