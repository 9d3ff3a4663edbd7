// How long the page takes from its opening until its start screen obeys, and until the demo is shown.
// usage: node start.mjs
import { artefact, launch, say } from "./lib/page.mjs";

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
// Presses the button as soon as it is there, and notes when the page begins to load and when the demo is drawn.
await page.addInitScript(() => {
  const times = {};
  window.started = new Promise((resolve) => {
    new MutationObserver(() => {
      const { state } = document.documentElement.dataset;
      const button = document.querySelector("[data-testid=demo]");
      if (state === "idle" && button !== null && !times.pressed) {
        times.pressed = true;
        button.click();
      }
      if (state === "loading") times.obeys ??= performance.now();
      if (state !== "ready" || times.demo !== undefined) return;
      times.demo = performance.now();
      // The frame with the answer is on the screen when the next one begins.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve({ obeys: times.obeys, demo: performance.now() })));
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] });
  });
});
await page.goto(artefact);
const { obeys, demo } = await page.evaluate(() => window.started);
say("page usable", obeys / 1000, "s");
say("demo shown", demo / 1000, "s");
await browser.close();
