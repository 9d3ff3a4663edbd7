import { Button } from "../../components/Button";
import { Checkbox } from "../../components/Checkbox";
import { Popover } from "../../components/Popover";
import { Segments } from "../../components/Segments";
import { format, t } from "../../i18n";
import { rowDensity } from "../../state/preferences";
import { runAction } from "../../state/run";
import { keysText } from "../../state/shortcuts";
import { view } from "../../state/view";
import { layout, visible } from "./model";
import { length } from "./range";

/** Zoom, axis and flows above the rows. */
export function Toolbar() {
  const range = visible.value;
  return (
    <div class="toolbar" role="toolbar" aria-label={t("timeline.toolbar")}>
      <Button label={t("action.zoom-in")} icon="plus" show="icon" look="bare" size="compact" keys={keysText("zoom-in")} onClick={() => runAction("zoom-in")} />
      <Button label={t("action.zoom-out")} icon="minus" show="icon" look="bare" size="compact" keys={keysText("zoom-out")} onClick={() => runAction("zoom-out")} />
      <Button label={t("action.fit")} icon="fit" show="icon" look="bare" size="compact" keys={keysText("fit")} testId="fit" onClick={() => runAction("fit")} />
      <Button label={t("action.undo-zoom")} icon="undo" show="icon" look="bare" size="compact" keys={keysText("undo-zoom")} onClick={() => runAction("undo-zoom")} />
      <Button label={t("action.go-to")} icon="clock" show="icon" look="bare" size="compact" keys={keysText("go-to")} onClick={() => runAction("go-to")} />
      <Button label={t("action.mark")} icon="mark" show="icon" look="bare" size="compact" keys={keysText("mark")} onClick={() => runAction("mark")} />
      <span class="toolbar-gap" />
      <Segments
        label={t("axis.label")}
        items={[
          { id: "capture", label: t("axis.capture"), tip: t("axis.captureTip") },
          { id: "step", label: t("axis.step"), tip: t("axis.stepTip") },
          { id: "absolute", label: t("axis.absolute"), tip: t("axis.absoluteTip") },
        ]}
        selected={view.axis.value}
        onSelect={(axis) => {
          view.axis.value = axis;
        }}
      />
      <FlowChoice />
      <span class="grow" />
      {range && (
        <span class="muted small" data-tip={t("timeline.visibleTip")} data-testid="visible-length">
          {t("timeline.visible", { length: format.value.duration(length(range)) })}
        </span>
      )}
      <Button label={t("action.compact-rows")} icon="rows" show="icon" look="bare" size="compact" keys={keysText("compact-rows")} pressed={rowDensity.value === "compact"} testId="compact-rows" onClick={() => runAction("compact-rows")} />
      <Button label={t("action.panel")} icon="panel" show="icon" look="bare" size="compact" keys={keysText("panel")} pressed={view.panel.value !== null} onClick={() => runAction("panel")} />
    </div>
  );
}

/** Which categories of flows are drawn for every slice. */
function FlowChoice() {
  const categories = layout.value?.categories ?? [];
  if (categories.length === 0) return null;
  const chosen = view.flows.value;
  const drawn = categories.filter(({ name }) => chosen.includes(name)).length;
  return (
    <Popover
      label={t("flows.label")}
      text={drawn === 0 ? t("flows.selected") : t("flows.count", { n: drawn })}
      icon="flow"
      tip={t("flows.tip")}
      size="compact"
      testId="flows"
    >
      {() => (
        <div class="choice-list">
          <p class="muted small">{t("flows.tip")}</p>
          {categories.map(({ name, count }) => (
            <Checkbox
              key={name}
              checked={chosen.includes(name)}
              onChange={(on) => {
                view.flows.value = on ? [...view.flows.value, name] : view.flows.value.filter((other) => other !== name);
              }}
            >
              <span class="grow">{name}</span>
              <span class="muted number">{format.value.count(count)}</span>
            </Checkbox>
          ))}
        </div>
      )}
    </Popover>
  );
}
