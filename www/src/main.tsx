import { effect } from "@preact/signals";
import { render } from "preact";
import { compileModule, extrasModule, demoCapture, moduleBuild, startWorker } from "./embedded";
import { installEmbedding } from "./embed";
import { createEngineClient } from "./engine/create";
import { limits } from "./limits";
import { App } from "./shell/App";
import { handlers } from "./shell/actions";
import { listenForKeys } from "./shell/keys";
import { fitLate } from "./shell/lateFit";
import { tellRest } from "./shell/rest";
import { connect, refresh, refreshPalette } from "./state/engine";
import { keepFragment, takeAddress } from "./state/fragment";
import { openDemo } from "./state/open";
import { language, theme } from "./state/preferences";
import { setHandlers } from "./state/run";
import { startTimeline } from "./views/timeline/model";
import "./styles/index.css";

const client = createEngineClient({ module: compileModule(), extras: extrasModule(), startWorker, build: moduleBuild, cores: navigator.hardwareConcurrency || 2, limits, browser: navigator.userAgent });
installEmbedding(client);
connect(client);
setHandlers(handlers);
startTimeline();
listenForKeys();

effect(() => {
  if (theme.value) void refreshPalette();
});
// Notes are made by the engine in the reader's language.
effect(() => {
  if (language.value) void refresh();
});

const link = takeAddress();
keepFragment();
tellRest();
fitLate();
const root = document.getElementById("app");
if (root) render(<App />, root);
if (link?.demo) void openDemo();
else whenIdle(rehearse);

/** Whoever opens a file takes a second to choose it. */
function rehearse(): void {
  const demo = demoCapture();
  if (demo) client.rehearse([{ path: demo.name, file: demo }]);
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 200);
}
