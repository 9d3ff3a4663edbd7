// The built page in Chromium, and how a script of the bench says what it read.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import config from "../../chromium.js";

export const artefact = pathToFileURL(fileURLToPath(new URL("../../../dist/stepscope.html", import.meta.url))).href;

/** Says one number of this run, as `cargo xtask bench` reads it. */
export function say(what, value, unit) {
  process.stdout.write(`${JSON.stringify({ what, value: Math.round(value * 1e6) / 1e6, unit })}\n`);
}

/** Starts a browser; the page is not in it yet. */
export function launch() {
  return chromium.launch(config);
}

/** The page, before anything is open. */
export async function openPage(browser, { width, height, ratio } = { width: 1600, height: 900, ratio: 1 }, address = artefact) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: ratio });
  await page.goto(address);
  await page.locator("html[data-state=idle]").waitFor({ state: "attached" });
  return page;
}

/** Opens `file` and gives the seconds from choosing it until the page is ready. */
export async function openFile(page, file) {
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
  return (at - start) / 1000;
}

/** Largest peak of resident memory among the renderers, in 10⁶ bytes: `smaps` would slow the page, this does not. */
export function peakMemory(browser) {
  return residentMemory(browser, "VmHWM");
}

/**
 * What is left when a load has ended: workers, of which one is the engine, and resident memory of the largest renderer,
 * in 10⁶ bytes. The browser takes back a worker and its memory soon after its end.
 */
export async function atRest(browser, page) {
  for (let tries = 0; page.workers().length > 1 && tries < 100; tries += 1) await page.waitForTimeout(50);
  await page.waitForTimeout(500);
  return { workers: page.workers().length, memory: await residentMemory(browser, "VmRSS") };
}

async function residentMemory(browser, field) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
  return (Math.max(...sizes.map(Number)) * 1024) / 1e6;
}

/** Memory of the module in all living workers, in 10⁶ bytes; it never shrinks, so a worker's is its peak. */
export async function wasmMemory(page) {
  // A module that has started gives its exports again; a worker that holds none, or has just ended, has no memory.
  const bytes = page.workers().map((worker) => inWorker(worker, () => wasm_bindgen.initSync().memory.buffer.byteLength));
  return (await Promise.all(bytes)).reduce((sum, one) => sum + (one ?? 0), 0) / 1e6;
}

/** What a worker answers; `undefined` from one that cannot, or ends meanwhile. */
export function inWorker(worker, ask) {
  return worker.evaluate(ask).catch(() => undefined);
}
