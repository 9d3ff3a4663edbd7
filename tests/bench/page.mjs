// How long the built page takes to open FILE, how much memory while it loads and after, and how long its engine to group
// every slice by name.
// usage: node page.mjs FILE
import { engineOf, percentile } from "./lib/engine.mjs";
import { atRest, launch, openFile, openPage, peakMemory, say, wasmMemory } from "./lib/page.mjs";

const [file] = process.argv.slice(2);
const browser = await launch();
const page = await openPage(browser);
// Nobody chooses a file sooner, and the peer's script gives its page as long to settle.
await page.waitForTimeout(1_500);
say("page load", await openFile(page, file), "s");
const peak = await peakMemory(browser);
const { workers, memory } = await atRest(browser, page);
say("page peak memory", peak, "MB");
say("page memory after load", memory, "MB");
say("page memory given back", peak - memory, "MB");
say("workers after load", workers, "workers");
say("page wasm memory", await wasmMemory(page), "MB");
const engine = await engineOf(page);
say("group by name", percentile(await engine.evaluate(group), 0.5), "ms");
await browser.close();

/** Runs in the engine's worker: the statistics of everything, whose answer is a row a name. */
function group() {
  const { engine } = self;
  const { start, end } = engine.metrics().extent;
  return Array.from({ length: 5 }, () => {
    const began = performance.now();
    engine.rangeStatistics({ start, end }, "en");
    return performance.now() - began;
  });
}
