/** When the engine breaks, the page says so, goes on, and brings back what was open. */
import type { Worker } from "@playwright/test";
import { readFolder, zip } from "./lib/archives.ts";
import { installDisk } from "./lib/disk.ts";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

const archive = (name: string) => ({
  name: `${name}.zip`,
  bytes: zip(readFolder(realCapture(`torch_npu/text/${name}`), name)),
});

const ways = [
  { what: "a trap inside WebAssembly", breakEngine: trap, names: ["level1"] },
  { what: "memory running out for another capture", breakEngine: exhaust, names: ["level0", "level1"] },
  { what: "a worker that dies", breakEngine: die, names: ["level1"] },
];

for (const { what, breakEngine, names } of ways) {
  test(`${what}: everything can be opened again`, async ({ scope }) => {
    await scope.choose(archive("level1"));
    await scope.reaches("ready");
    const before = (await scope.summary()).captures;
    await breakEngine(scope);
    await asksToReload(scope);
    await reload(scope);
    const { captures } = await scope.summary();
    expect(captures.map(({ name }) => name).sort()).toEqual(names);
    expect(captures).toEqual(expect.arrayContaining(before));
    await worksOn(scope);
  });
}

test("what was closed stays closed: a load of its own, and one of several captures", async ({ scope }) => {
  const both = ["level0", "level1"].flatMap((name) => readFolder(realCapture(`torch_npu/text/${name}`), `both/${name}/job`));
  await scope.choose({ name: "both.zip", bytes: zip(both) });
  await scope.reaches("ready");
  await scope.choose({ name: "alone.json", bytes: Buffer.from('[{"ph":"X","name":"op","pid":1,"tid":1,"ts":1,"dur":2}]') });
  const names = scope.page.getByTestId("capture-name");
  await expect(names).toHaveCount(3);
  const { captures } = await scope.summary();
  const close = (name: string) =>
    scope.page.locator(".capture-item", { hasText: name }).getByRole("button", { name: "Close this capture" }).click();
  await close("both/level0/job");
  await close("alone.json");
  await expect(names).toHaveCount(1);
  await die(scope);
  await asksToReload(scope);
  await reload(scope);
  await expect(names).toHaveCount(1);
  const kept = captures.find(({ name }) => name.includes("level1"));
  expect((await scope.summary()).captures.map(({ ranks }) => ranks)).toEqual([kept?.ranks]);
});

test("a worker that dies while a capture loads: nobody waits for ever", async ({ scope }) => {
  await installDisk(scope.page);
  await scope.goto();
  await scope.page.evaluate(() => window.stallDisk(0));
  await scope.choose(archive("level1"));
  await expect(scope.page.getByTestId("loading").first()).toContainText(/ of \d/);
  const summary = scope.summary();
  await die(scope);
  await asksToReload(scope);
  expect((await summary).captures).toEqual([]);
  await scope.page.evaluate(() => window.stallDisk(Infinity));
  await reload(scope);
  await worksOn(scope);
});

test("a browser that cannot compile the module is told, and the page answers", async ({ scope }) => {
  await scope.page.addInitScript(() => {
    WebAssembly.compile = () => Promise.reject(new Error("no WebAssembly here"));
  });
  await scope.goto();
  await expect(scope.page.getByTestId("crash")).toContainText("no WebAssembly here");
  await scope.reaches("failed");
  await scope.page.getByTestId("language").click();
  await expect(scope.page.locator("[lang=zh-CN]")).toBeVisible();
});

/** A question that reaches outside the module's memory. */
async function trap(scope: StepscopePage): Promise<void> {
  await engine(scope).evaluate(() => {
    const module = wasm_bindgen.initSync();
    wasm_bindgen.Engine.prototype.operators = () => module.engine_summary(0xfffffff0);
  });
  await scope.tab("Operators").click();
}

/** All memory is taken when the next capture arrives. */
async function exhaust(scope: StepscopePage): Promise<void> {
  await engine(scope).evaluate(() => {
    const { memory } = wasm_bindgen.initSync();
    for (let pages = 1 << 15; pages >= 1; ) {
      try {
        memory.grow(pages);
      } catch {
        pages /= 2;
      }
    }
  });
  await scope.choose(archive("level0"));
}

async function die(scope: StepscopePage): Promise<void> {
  await engine(scope).evaluate(() => void setTimeout(() => {
    throw new Error("the worker died");
  }));
}

/** The page starts its engine before any loader. */
function engine(scope: StepscopePage): Worker {
  const [worker] = scope.page.workers();
  if (!worker) throw new Error("no worker");
  return worker;
}

async function asksToReload(scope: StepscopePage): Promise<void> {
  const banner = scope.page.getByTestId("crash");
  await expect(banner).toContainText("The engine stopped");
  await expect(banner).toContainText("Your files are still at hand");
  await scope.reaches("failed");
  await expect(scope.page.getByRole("heading", { name: "Nothing could be opened" })).toHaveCount(0);
  // Embedders are answered, too.
  expect((await scope.summary()).captures).toEqual([]);
}

/** Nothing is chosen by hand: the page still has the files. */
async function reload(scope: StepscopePage): Promise<void> {
  await scope.page.getByRole("button", { name: "Open them again" }).click();
  await scope.reaches("ready");
  await expect(scope.page.getByTestId("crash")).toHaveCount(0);
}

async function worksOn(scope: StepscopePage): Promise<void> {
  await scope.page.getByTestId("capture-name").filter({ hasText: "level1" }).click();
  await scope.tab("Operators").click();
  await expect(scope.page.getByTestId("operators").first()).toContainText("TransData");
}

/** The bindings, inside the engine's worker. */
declare const wasm_bindgen: {
  initSync: () => { memory: WebAssembly.Memory; engine_summary: (engine: number) => unknown };
  Engine: { prototype: { operators: () => unknown } };
};
