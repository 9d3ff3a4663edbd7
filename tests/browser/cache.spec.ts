/** What was opened once is opened again from the browser's private files, and nothing depends on it. */
import { randomBytes } from "node:crypto";
import { appendFile, utimes, writeFile } from "node:fs/promises";
import { readFolder, zip } from "./lib/archives.ts";
import { bigTrace } from "./lib/big.ts";
import { countJobs, type Damage, damageEntries, entries, grant, jobsRun, limitQuota, stores } from "./lib/cache.ts";
import { summaryOfCli } from "./lib/cli.ts";
import { installDisk } from "./lib/disk.ts";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

test.beforeEach(async ({ scope }) => {
  await countJobs(scope);
  await scope.goto();
});

test("a second opening runs no job and says the same", async ({ scope }, info) => {
  const path = await bigTrace(info);
  await opens(scope, path);
  const summary = await scope.summary();
  expect(summary).toEqual(await summaryOfCli(path));
  expect(await jobsRun(scope)).toBeGreaterThan(0);
  await expect(scope.page.getByTestId("cached")).toHaveCount(0);
  const [first] = await stores(scope, 1);

  await scope.goto();
  await opens(scope, path);
  expect(await jobsRun(scope)).toBe(0);
  expect(await scope.summary()).toEqual(summary);
  await expect(scope.page.getByTestId("cached")).toBeVisible();
  await scope.rests();
  const [second] = await entries(scope);
  expect(second).toMatchObject({ key: first?.key, made: first?.made });
  expect(second?.used).toBeGreaterThan(first?.used ?? Infinity);
});

test("files that are changed are other files", async ({ scope }, info) => {
  const path = await bigTrace(info);
  await opens(scope, path);
  await stores(scope, 1);
  await utimes(path, 1_000_000, 1_000_000);
  await scope.goto();
  await opens(scope, path);
  expect(await jobsRun(scope)).toBeGreaterThan(0);
  await stores(scope, 2);
  await appendFile(path, " ");
  await utimes(path, 1_000_000, 1_000_000);
  await scope.goto();
  await opens(scope, path);
  expect(await jobsRun(scope)).toBeGreaterThan(0);
  await stores(scope, 3);
});

test("reading again passes the cache by, and replaces what it holds", async ({ scope }, info) => {
  const path = await bigTrace(info);
  await opens(scope, path);
  const summary = await scope.summary();
  const [first] = await stores(scope, 1);
  await scope.goto();
  await opens(scope, path);
  await scope.rests();
  await scope.page.getByRole("button", { name: "Read the files again" }).first().click();
  await expect(scope.page.getByTestId("cached")).toHaveCount(0);
  await scope.reaches("ready");
  expect(await jobsRun(scope)).toBeGreaterThan(0);
  expect(await scope.summary()).toEqual(summary);
  await expect.poll(async () => (await entries(scope))[0]?.made ?? 0).toBeGreaterThan(first?.made ?? Infinity);
  await stores(scope, 1);
});

test("what cannot be read again stays open, and that is said", async ({ scope }, info) => {
  const path = await bigTrace(info);
  await opens(scope, path);
  await stores(scope, 1);
  await scope.goto();
  await opens(scope, path);
  const summary = await scope.summary();
  await appendFile(path, " ");
  await scope.page.getByRole("button", { name: "Read the files again" }).first().click();
  await expect(scope.page.getByText("cannot be read any more")).toBeVisible();
  await expect(scope.page.getByTestId("cached")).toBeVisible();
  expect(await scope.summary()).toEqual(summary);
});

test("read again and cancelled, it is open as it was", async ({ scope }, info) => {
  await installDisk(scope.page);
  await scope.goto();
  const path = await bigTrace(info);
  await opens(scope, path);
  await stores(scope, 1);
  await scope.goto();
  await opens(scope, path);
  await opens(scope, realCapture("torch_npu/text/level1"));
  // The verdict on the other one is graver, but this one is looked at.
  const name = scope.page.getByTestId("capture-name").filter({ hasText: "trace_view.json" });
  await name.click();
  await scope.tab("Operators").click();
  const { captures } = await scope.summary();
  await scope.page.evaluate(() => window.stallDisk(1e6));
  await scope.page.getByRole("button", { name: "Read the files again" }).first().click();
  await expect(scope.page.getByTestId("loading")).toContainText("trace_view.json");
  await scope.page.getByTestId("cancel").click();
  await expect(scope.page.getByTestId("cached").first()).toBeVisible();
  await scope.reaches("ready");
  await scope.page.evaluate(() => window.stallDisk(Infinity));
  expect((await scope.summary()).captures).toEqual(expect.arrayContaining(captures));
  await expect(name).toHaveAttribute("aria-pressed", "true");
  await expect(scope.tab("Operators")).toHaveAttribute("aria-selected", "true");
  await stores(scope, 2);
});

const damages: Damage[] = ["a bit of the blocks is wrong", "the end of the blocks is missing", "the index is cut", "the orders are none"];

for (const damage of damages) {
  test(`stored, but ${damage}: it is read from its files, and stored anew`, async ({ scope }, info) => {
    const path = await bigTrace(info);
    await opens(scope, path);
    const summary = await scope.summary();
    const [first] = await stores(scope, 1);
    await damageEntries(scope, damage);
    await scope.goto();
    await opens(scope, path);
    expect(await jobsRun(scope)).toBeGreaterThan(0);
    expect(await scope.summary()).toEqual(summary);
    await expect(scope.page.getByTestId("cached")).toHaveCount(0);
    const [second] = await stores(scope, 1);
    expect(second?.made).toBeGreaterThan(first?.made ?? Infinity);
    expect(second?.bytes).toBe(first?.bytes);
  });
}

test("what another tab holds open is left alone", async ({ scope, address }, info) => {
  const path = await bigTrace(info);
  await opens(scope, path);
  const [first] = await stores(scope, 1);
  const other = await scope.page.context().newPage();
  await other.route("**/hold.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `(async () => {
        const root = await navigator.storage.getDirectory();
        const shelf = await root.getDirectoryHandle("stepscope");
        for await (const entry of shelf.values()) {
          self.held = await (await entry.getFileHandle("blocks")).createSyncAccessHandle();
        }
        postMessage("held");
      })();`,
    }),
  );
  await other.route("**/empty.html", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await other.goto(new URL("empty.html", address).href);
  await other.evaluate(() => new Promise((resolve) => (new Worker("hold.js").onmessage = resolve)));

  await scope.goto();
  await opens(scope, path);
  expect(await jobsRun(scope)).toBeGreaterThan(0);
  await scope.tab("Capture").click();
  await scope.page.getByTestId("clear-cache").click();
  await scope.rests();
  expect(await entries(scope)).toEqual([first]);
  await other.close();
});

test("the longest unused go when there is no more room", async ({ scope }, info) => {
  await limitQuota(scope);
  await scope.goto();
  const [first, second, third] = [await bigTrace(info, "1.json"), await bigTrace(info, "2.json"), await bigTrace(info, "3.json")];
  await opens(scope, first);
  const [one] = await stores(scope, 1);
  await opens(scope, second);
  const two = (await stores(scope, 2)).find(({ key }) => key !== one?.key);
  // The first is used again: now the second is the one that goes.
  await scope.goto();
  await opens(scope, first);
  await scope.rests();
  // Half of it is room for two.
  await grant(scope, (one?.bytes ?? 0) * 5);
  await opens(scope, third);
  await expect.poll(async () => (await entries(scope)).some(({ key }) => key !== one?.key && key !== two?.key)).toBe(true);
  const keys = (await stores(scope, 2)).map(({ key }) => key);
  expect(keys).toContain(one?.key);
  expect(keys).not.toContain(two?.key);
});

test("a capture of several ranks, in an archive", async ({ scope }, info) => {
  const path = info.outputPath("level1.zip");
  const files = readFolder(realCapture("torch_npu/text/level1"), "level1");
  // A file that nobody reads, and that does not pack, makes it worth storing.
  await writeFile(path, zip([...files, { path: "level1/noise.bin", bytes: randomBytes(5 << 20) }]));
  await opens(scope, path);
  const summary = await scope.summary();
  await stores(scope, 1);
  await scope.goto();
  await opens(scope, path);
  expect(await jobsRun(scope)).toBe(0);
  expect(await scope.summary()).toEqual(summary);
  expect(summary).toEqual(await summaryOfCli(path));
  await scope.tab("Operators").click();
  await expect(scope.page.getByTestId("operators").first()).toContainText("TransData");
});

test("what is too big for the disk is not stored, and is open all the same", async ({ scope }, info) => {
  await limitQuota(scope);
  await scope.goto();
  await grant(scope, 1 << 20);
  await opens(scope, await bigTrace(info));
  await scope.rests();
  expect(await entries(scope)).toEqual([]);
});

test("the cache says what it holds, and can be cleared", async ({ scope }, info) => {
  const path = await bigTrace(info);
  await opens(scope, path);
  await scope.tab("Capture").click();
  await stores(scope, 1);
  await expect(scope.page.getByTestId("cache")).toContainText("Opened from its files.");
  await expect(scope.page.getByTestId("cache-usage")).toContainText(/holds 1 opening, [\d.]+ MiB of at most [\d.]+ GiB/);
  await scope.page.getByTestId("clear-cache").click();
  await expect(scope.page.getByTestId("cache-usage")).toContainText("holds 0 openings");
  expect(await entries(scope)).toEqual([]);
  await expect(scope.page.getByTestId("clear-cache")).toBeDisabled();
});

test("what is small is not worth storing", async ({ scope }) => {
  await scope.choose({ name: "level0.zip", bytes: zip(readFolder(realCapture("torch_npu/text/level0"), "level0")) });
  await scope.reaches("ready");
  await scope.rests();
  expect(await entries(scope)).toEqual([]);
});

/** Opens a file and waits until its load has ended, whatever is open already. */
async function opens(scope: StepscopePage, path: string): Promise<void> {
  const ended = scope.page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const { dataset } = document.documentElement;
        new MutationObserver(() => {
          if (dataset["state"] !== "loading") resolve(dataset["state"]);
        }).observe(document.documentElement, { attributeFilter: ["data-state"] });
      }),
  );
  await scope.choose(path);
  expect(await ended).toBe("ready");
}
