/** A load can be given up: nothing of it stays, and nothing else goes. */
import { readFile, writeFile } from "node:fs/promises";
import { zstandard } from "./lib/archives.ts";
import { bigCapture, bigTrace } from "./lib/big.ts";
import { summaryOfCli } from "./lib/cli.ts";
import { installDisk } from "./lib/disk.ts";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

test.beforeEach(async ({ scope }) => {
  await installDisk(scope.page);
  await scope.goto();
});

test("a cancelled load leaves nothing, and opens again whole", async ({ scope }, info) => {
  const folder = await bigCapture(info);
  await chooseAndCancel(scope, folder);
  await scope.reaches("idle");
  await scope.rests();
  await expect(scope.page.getByRole("heading", { name: "Where did the step time go?" })).toBeVisible();
  expect(await scope.summary()).toMatchObject({ captures: [], notes: [] });

  await scope.choose(folder);
  await scope.reaches("ready");
  expect(await scope.summary()).toEqual(await summaryOfCli(folder));
});

test("a cancelled load leaves the capture that is open as it is", async ({ scope }, info) => {
  await scope.choose(realCapture("torch_npu/text/level1"));
  await scope.reaches("ready");
  await scope.tab("Operators").click();
  const before = await scope.summary();

  const folder = await bigCapture(info);
  await chooseAndCancel(scope, folder);
  await scope.reaches("ready");
  await scope.rests();
  expect(await scope.summary()).toEqual(before);
  await expect(scope.tab("Operators")).toHaveAttribute("aria-selected", "true");
  await expect(scope.page.getByTestId("capture-name")).toHaveText(["level1"]);

  await scope.choose(folder);
  await expect(scope.page.getByTestId("capture-name")).toHaveText(["level1", "job"]);
});

test("a load that is cancelled while it is unpacked leaves nothing, and opens again whole", async ({ scope }, info) => {
  const path = info.outputPath("trace_view.json.zst");
  await writeFile(path, zstandard(await readFile(await bigTrace(info))));
  await scope.page.evaluate(() => window.stallDisk(1e6));
  await scope.choose(path);
  const loading = scope.page.getByTestId("loading").first();
  // Its first blocks are unpacked, the next never come.
  await expect(loading).toContainText("of 9.25 MiB");
  await loading.getByTestId("cancel").click();
  await scope.reaches("idle");
  await scope.rests();
  expect(await scope.summary()).toMatchObject({ captures: [], notes: [] });

  await scope.page.evaluate(() => window.stallDisk(Infinity));
  await scope.choose(path);
  await scope.reaches("ready");
  expect(await scope.summary()).toEqual(await summaryOfCli(path));
});

/** Opens a folder from a disk that stalls in the middle of it, and cancels when it is stuck. */
async function chooseAndCancel(scope: StepscopePage, folder: string): Promise<void> {
  await scope.page.evaluate(() => window.stallDisk(1e6));
  await scope.choose(folder);
  await scope.reaches("loading");
  const loading = scope.page.getByTestId("loading").first();
  // Some files are read, the trace is stuck.
  await expect(loading).toContainText(/[1-9][\d.]* [KM]iB of \d/);
  await expect(loading).toContainText("rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
  expect(scope.page.workers().length).toBeGreaterThan(1);
  await loading.getByTestId("cancel").click();
  await expect(scope.page.getByTestId("loading")).toHaveCount(0);
  await scope.page.evaluate(() => window.stallDisk(Infinity));
}
