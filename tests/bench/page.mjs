// Opens FILE in the built page once and prints one JSON line: seconds from choosing the file until the page is ready,
// peak resident bytes of the page's process, and the slices it counted.
// usage: node page.mjs FILE
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import config from "../chromium.js";

const [file] = process.argv.slice(2);
const artefact = pathToFileURL(fileURLToPath(new URL("../../dist/stepscope.html", import.meta.url))).href;

const browser = await chromium.launch(config);
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
await page.goto(artefact);
await page.locator("html[data-state=idle]").waitFor({ state: "attached" });
const settled = page.evaluate(
  () =>
    new Promise((resolve) => {
      const html = document.documentElement;
      new MutationObserver(() => {
        if (html.dataset.state !== "loading") resolve({ state: html.dataset.state, at: Date.now() });
      }).observe(html, { attributes: true, attributeFilter: ["data-state"] });
    }),
);
const start = Date.now();
await page.getByTestId("open-files").setInputFiles(file);
const { state, at } = await settled;
if (state !== "ready") throw new Error(`the page is ${state}`);
const peak = await peakOfRenderers(browser);
const summary = await page.evaluate(() => window.stepscope.summary());
const slices = summary.captures.flatMap((capture) => capture.ranks).reduce((sum, rank) => sum + rank.events.slices, 0);
process.stdout.write(`${JSON.stringify({ seconds: (at - start) / 1000, peak, slices })}\n`);
await browser.close();

/** Largest VmHWM among the renderers: `smaps` would slow the page, this does not. */
async function peakOfRenderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
  return Math.max(...peaks.map((kb) => Number(kb) * 1024));
}
