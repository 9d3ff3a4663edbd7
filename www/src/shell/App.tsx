import type { ComponentChildren } from "preact";
import { Dialogs } from "../components/Dialogs";
import { Menu } from "../components/Menu";
import { Splitter } from "../components/Splitter";
import { Tabs } from "../components/Tabs";
import { Toasts } from "../components/Toasts";
import { Tooltip } from "../components/Tooltip";
import { format, t } from "../i18n";
import { currentCapture, ownNotes, readyRanks } from "../state/engine";
import { TABS, type Tab } from "../state/link";
import { language, sideOpen, sideWidth, theme } from "../state/preferences";
import { view } from "../state/view";
import { CaptureView } from "../views/capture/CaptureView";
import { OperatorsView } from "../views/operators/OperatorsView";
import { OverviewView } from "../views/overview/OverviewView";
import { TimelineView } from "../views/timeline/TimelineView";
import { Banners } from "./Banners";
import { DropZone } from "./DropZone";
import { FileInputs } from "./FileInputs";
import { SidePanel } from "./SidePanel";
import { StartScreen } from "./StartScreen";
import { TopBar } from "./TopBar";

export function App() {
  const open = readyRanks.value.length > 0;
  return (
    <div class="ss-root" data-theme={theme.value} lang={language.value === "zh" ? "zh-CN" : "en"}>
      <FileInputs />
      <div class="shell">
        <TopBar />
        <div class="shell-body">
          {sideOpen.value && (
            <>
              <div class="side-place" style={{ width: `${sideWidth.value}px` }}>
                <SidePanel />
              </div>
              <Splitter size={sideWidth} min={180} max={() => 480} divides="column" part="before" label={t("side.width")} />
            </>
          )}
          <main class="shell-main">
            <Banners />
            {open ? <Views /> : currentCapture.value ? <Views only="capture" /> : <StartScreen />}
          </main>
        </div>
      </div>
      <DropZone />
      <Dialogs />
      <Menu />
      <Toasts />
      <Tooltip />
    </div>
  );
}

const VIEWS: Readonly<Record<Tab, () => ComponentChildren>> = {
  overview: () => <OverviewView />,
  timeline: () => <TimelineView />,
  operators: () => <OperatorsView />,
  capture: () => <CaptureView />,
};

/** The tabs. A capture of which no rank could be read only has its Capture view. */
function Views({ only }: { only?: Tab }) {
  const tabs = only ? [only] : TABS;
  const tab = only ?? view.tab.value;
  const count = ownNotes.value.length;
  return (
    <>
      <Tabs
        label={t("tabs.label")}
        items={tabs.map((id) => ({
          id,
          label: t(`tab.${id}`),
          badge: id === "capture" && count > 0 ? format.value.count(count) : undefined,
        }))}
        selected={tab}
        onSelect={(id) => {
          view.tab.value = id;
        }}
      />
      <div class="view" role="tabpanel" id={`panel-${tab}`} aria-label={t(`tab.${tab}`)}>
        {VIEWS[tab]()}
      </div>
    </>
  );
}
