/** Ranks are there one by one, and those that memory will not hold can be had. */
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { bigCapture, hugeCapture } from "./lib/big.ts";
import { summaryOfCli } from "./lib/cli.ts";
import { installDisk } from "./lib/disk.ts";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

test.beforeEach(async ({ scope }) => {
  await installDisk(scope.page);
  await scope.goto();
});

const ranks = (scope: StepscopePage, state: string): Locator => scope.page.locator(`[data-testid=rank][data-state=${state}]`);

test("the first rank answers while the second is being read; cancelled then, it stays", async ({ scope }, info) => {
  const folder = await bigCapture(info);
  // Enough for the first rank, not for the trace of the second.
  await scope.page.evaluate(() => window.stallDisk(3e6));
  await scope.choose(folder);
  await expect(ranks(scope, "ready")).toHaveText(["Rank 0"]);
  await expect(ranks(scope, "waiting")).toHaveText(["Rank 1waiting"]);
  await scope.reaches("loading");
  await expect(scope.page.getByTestId("overview")).toContainText("Median step");

  await scope.page.getByTestId("cancel").click();
  await expect(scope.page.getByTestId("loading")).toHaveCount(0);
  await expect(ranks(scope, "ready")).toContainText(["Rank 0"]);
  await scope.page.evaluate(() => window.stallDisk(Infinity));
  await ranks(scope, "summary").or(ranks(scope, "left")).getByRole("button", { name: "Open" }).click();
  await expect(ranks(scope, "ready")).toHaveText(["Rank 0", "Rank 1"]);
  expect((await scope.summary()).captures).toEqual((await summaryOfCli(folder)).captures);
});

test("what memory will not hold is left, offered, and let go again", async ({ scope }, info) => {
  await scope.choose(await hugeCapture(info));
  await scope.reaches("ready");
  await expect(ranks(scope, "ready")).toContainText(["Rank 0"]);
  await expect(ranks(scope, "summary")).toHaveText(["Rank 1Open"]);
  await expect(ranks(scope, "left")).toHaveText(["Rank 2Open"]);
  // Of the second there is what the vendor's table says.
  await expect(scope.page.getByTestId("vendor-ranks").locator("tbody tr")).toContainText(["Rank 1"]);
  expect((await scope.summary()).notes.map(({ kind }) => kind)).toContain("left-unread");

  // In one line with its button.
  const banner = scope.page.getByTestId("left");
  for (const language of ["en", "zh-CN"]) {
    await expect(scope.page.locator(`.ss-root[lang=${language}]`)).toBeVisible();
    expect((await banner.boundingBox())?.height).toBeLessThan(45);
    await scope.page.getByTestId("language").click();
  }
  await banner.getByRole("button", { name: "Choose ranks…" }).click();
  const dialog = scope.page.getByRole("dialog");
  const boxes = dialog.getByTestId("left-list").getByRole("checkbox");
  await boxes.last().check();
  await expect(dialog).toContainText("the page may run out of it");
  await boxes.last().uncheck();
  await boxes.first().check();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(ranks(scope, "ready")).toContainText(["Rank 0", "Rank 1"]);
  const whole = await summaryOfCli(realCapture("torch_npu/text/level1"));
  const slices = ({ captures }: typeof whole) => captures.flatMap((own) => own.ranks.map(({ events }) => events.slices));
  expect(slices(await scope.summary())).toEqual(slices(whole));

  await ranks(scope, "ready").first().getByRole("button", { name: "Let go of timeline and kernels" }).click();
  await expect(ranks(scope, "summary")).toHaveText(["Rank 0Open"]);
  await expect(ranks(scope, "ready")).toContainText(["Rank 1"]);
});

test("where no rank fits, the verdict is to open one", async ({ scope }, info) => {
  await scope.choose(await hugeCapture(info, { all: true }));
  await scope.reaches("ready");
  const verdict = scope.page.getByTestId("verdict");
  await expect(verdict).toContainText("No verdict: no rank is opened in full yet.");
  await expect(scope.page.getByText("Nothing stands out")).toHaveCount(0);
  await verdict.getByRole("button", { name: "Choose ranks…" }).click();
  await expect(scope.page.getByTestId("left-list").getByRole("checkbox")).toHaveCount(3);
  await scope.page.keyboard.press("Escape");
  // One note on all of them, in the summary and in the Capture view.
  const left = (await scope.summary()).notes.filter(({ kind }) => kind === "left-unread");
  expect(left.map(({ text }) => text)).toEqual([expect.stringContaining("rank 0–2")]);
  await scope.tab("Capture").click();
  const told = scope.page.getByTestId("notes").getByRole("listitem");
  await expect(told).toHaveCount(1);
  // How many the sentence says: not once more beside it.
  await expect(told).toContainText("let go: 3;");
  await expect(told).not.toContainText("×");
});

test("what leaves no room beside what is open is offered there, and said", async ({ scope }, info) => {
  const { page } = scope;
  await scope.choose(realCapture("torch_npu/text/level1"));
  await scope.reaches("ready");
  const huge = await hugeCapture(info, { lasts: 100 });
  await scope.choose(join(huge, "rank2_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"));
  await expect(page.getByRole("alert")).toContainText("trace_view.json could not be opened");
  await expect(page.getByRole("alert")).toContainText("“Choose ranks…”");
  await page.getByTestId("left").getByRole("button", { name: "Choose ranks…" }).click();
  await expect(page.getByTestId("left-list")).toContainText("trace_view.json");
  await page.getByTestId("left-list").getByRole("checkbox").check();
  await expect(page.getByTestId("left-range")).toContainText("It lasts about");
});

test("of a long trace a part of its time is offered, with what it needs", async ({ scope }, info) => {
  await scope.choose(await hugeCapture(info, { lasts: 100 }));
  await scope.reaches("ready");
  await scope.page.getByTestId("left").getByRole("button").click();
  const dialog = scope.page.getByRole("dialog");
  const boxes = dialog.getByTestId("left-list").getByRole("checkbox");
  await expect(dialog).toContainText("Chosen: about 0 B");
  await boxes.last().check();
  await expect(dialog).toContainText("Chosen: about 4.66 GiB");
  const range = dialog.getByTestId("left-range");
  await expect(range).toContainText("It lasts about 100.0 s");
  const open = dialog.getByRole("button", { name: /^Open/ });
  await range.getByLabel("from").fill("20");
  await expect(dialog).toContainText("Chosen: about 3.73 GiB");
  await range.getByLabel("to").fill("30");
  await expect(dialog).toContainText("Chosen: about 477 MiB");
  await expect(open).toHaveText("Open");
  await range.getByLabel("to").fill("10");
  await expect(dialog).toContainText("The end must be behind the start");
  await expect(open).toBeDisabled();
});

test("a capture that is closed while it loads stays closed", async ({ scope }, info) => {
  await scope.page.evaluate(() => window.stallDisk(3e6));
  await scope.choose(await bigCapture(info));
  await expect(ranks(scope, "ready")).toHaveText(["Rank 0"]);
  await scope.page.getByRole("button", { name: "Close this capture" }).click();
  await expect(scope.page.getByTestId("loading")).toHaveCount(0);
  await expect(scope.page.getByTestId("rank")).toHaveCount(0);
  await scope.page.evaluate(() => window.stallDisk(Infinity));
  // Whatever else is opened brings back nothing of it.
  await scope.choose(realCapture("torch_npu/text/level1"));
  await expect(scope.page.getByTestId("capture-name")).toHaveText(["level1"]);
  expect((await scope.summary()).captures.map(({ name }) => name)).toEqual(["level1"]);
});

test("ranks that are asked for at once are read one after the other", async ({ scope }, info) => {
  await scope.choose(await hugeCapture(info));
  await scope.reaches("ready");
  await ranks(scope, "ready").first().getByRole("button", { name: "Let go of timeline and kernels" }).click();
  await expect(ranks(scope, "summary")).toHaveText(["Rank 0Open", "Rank 1Open"]);
  // Both in one turn of the page, before either load has begun.
  await scope.page.evaluate(() => {
    for (const rank of document.querySelectorAll("[data-state=summary] button.link")) (rank as HTMLElement).click();
  });
  await expect(ranks(scope, "ready")).toContainText(["Rank 0", "Rank 1"]);
  await scope.reaches("ready");
  const whole = await summaryOfCli(realCapture("torch_npu/text/level1"));
  const slices = ({ captures }: typeof whole) => captures.flatMap((own) => own.ranks.map(({ events }) => events.slices));
  expect(slices(await scope.summary())).toEqual(slices(whole));
});
