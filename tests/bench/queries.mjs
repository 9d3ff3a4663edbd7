// Asks the engine of the built page about FILE: milliseconds of its answers in the engine's thread, each the median of
// several.
// usage: node queries.mjs FILE
import { engineOf } from "./lib/engine.mjs";
import { launch, openFile, openPage, say, wasmMemory } from "./lib/page.mjs";

const [file] = process.argv.slice(2);
const browser = await launch();
const page = await openPage(browser);
say("page load", await openFile(page, file), "s");
const engine = await engineOf(page);
for (const { what, value, unit } of await engine.evaluate(ask)) say(what, value, unit);
say("wasm memory after all questions", await wasmMemory(page), "MB");
await browser.close();

/** Runs in the engine's worker. */
function ask() {
  const { engine } = self;
  const readings = [];
  const say = (what, value, unit = "ms") => readings.push({ what, value: Math.round(value * 100) / 100, unit });
  const clock = (run) => {
    const began = performance.now();
    run();
    return performance.now() - began;
  };
  const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
  const time = (what, runs, run) => say(what, median(Array.from({ length: runs }, (_, i) => clock(() => run(i)))));
  const search = (text, mode = "substring") => engine.search({ text, mode }, "en").count;
  const searches = { "a rare name": "aclnnRarelySeen", "a frequent name": "EVENT_RECORD", "nearly every name": "a" };
  for (const [what, text] of Object.entries(searches)) {
    time(`search for ${what}`, 5, () => search(text));
    say(`first page of ${what}`, clock(() => engine.searchPage(0, 100)));
    say(`hits of ${what}`, search(text), "slices");
  }
  const { start, end } = engine.metrics().extent;
  const whole = end - start;
  time("page of hits", 20, (i) => engine.searchPage(i * 10_000, 100));
  time("step to a hit", 20, (i) => engine.searchStep(i % 2 ? "forward" : "backward", start + (whole * i) / 20));
  engine.select(engine.searchStep("forward", start + whole / 2).slice.id);
  time("step from a hit", 20, () => engine.searchStep("forward", start));
  time("search with a predicate", 5, () => search("MatMul dur>20us"));

  const touched = (share) => {
    const from = start + whole / 10;
    const { rows } = engine.rangeStatistics({ start: from, end: from + whole * share }, "en");
    return rows.reduce((sum, row) => sum + row.count, 0);
  };
  for (const [what, wanted] of [["1 M", 1e6], ["1.9 M", 1.9e6]]) {
    let [low, high] = [0, 0.9];
    for (let i = 0; i < 10; i += 1) {
      const middle = (low + high) / 2;
      if (touched(middle) < wanted) low = middle;
      else high = middle;
    }
    time(`statistics of ${what} slices`, 5, () => touched(high));
  }

  const selection = { capture: engine.captures().captures[0].id, ranks: null, steps: null };
  const operators = (group) =>
    engine.operators({ selection, group, sort: "total", order: "descending", filter: "", offset: 0, count: 100 }, "en");
  say("kernels", operators("type").totalCount, "kernels");
  for (const group of ["name", "name-shape", "core", "kernel"]) {
    // The table that is kept must be another's.
    const times = Array.from({ length: 5 }, () => (operators("type"), clock(() => operators(group))));
    say(`operators by ${group}`, median(times));
  }

  const slices = { kernel: "MatMulV3_7", call: "aclnnCall_7", "host operator": "aten::op_7" };
  for (const [what, name] of Object.entries(slices)) {
    search(name, "exact");
    const ids = engine.searchPage(0, 400).hits.map(({ id }) => id);
    let links = 0;
    const select = (id) => {
      links += engine.select(id).flows.length;
    };
    // One of them finds out what is kept for the others.
    say(`slowest first click on a ${what}`, Math.max(...ids.map((id) => clock(() => select(id)))));
    const times = Array.from({ length: 400 }, (_, i) => clock(() => select(ids[i % ids.length])));
    say(`click on a ${what}`, median(times));
    say(`slowest click on a ${what}`, Math.max(...times));
    say(`links of clicks on a ${what}`, links, "links");
    say(`first step to the same name as a ${what}`, clock(() => engine.move("next-same-name")));
    time(`next of the same name as a ${what}`, 50, () => engine.move("next-same-name"));
  }
  time("slice under the pointer", 100, (i) => engine.hit(300 + i, 200));
  return readings;
}
