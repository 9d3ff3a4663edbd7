/** What cannot be opened says why, in words, and the page goes on; `broken.spec.ts` is the table of files that are broken in themselves. */
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readFolder, zip } from "./lib/archives.ts";
import { bigTrace } from "./lib/big.ts";
import { installHold } from "./lib/disk.ts";
import { fixture, realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

const good = () => readFolder(realCapture("torch_npu/text/level1"), "level1");

/** Zstandard with a window of 2 GiB, and with a dictionary. */
const head = (...bytes: number[]) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...bytes, 0, 0, 0]);

for (const { what, name, bytes, says } of [
  { what: "cut at its start", name: "trace_view.json.zst", bytes: () => part("trace_view.json.zst", 9), says: /ends too early/i },
  { what: "that is damaged", name: "run.json.xz", bytes: () => damaged("trace_view.json.xz", 30), says: /packed data is damaged/ },
  { what: "with a huge window", name: "run.json.zst", bytes: () => head(0, 0xa8), says: /128 MiB.*unpack it with the program/ },
  { what: "with a dictionary", name: "run.json.zst", bytes: () => head(1, 0x58, 7), says: /unpack it.*dictionary/ },
  { what: "that is none", name: "trace_view.json.zst", bytes: () => Buffer.from("hello"), says: /trace_view\.json/ },
  { what: "without a byte", name: "a.tar.xz", bytes: () => Buffer.alloc(0), says: /0 bytes/ },
]) {
  test(`${name} ${what}`, async ({ scope }) => {
    await scope.choose({ name, bytes: bytes() });
    await saysAndRecovers(scope, says);
  });
}

test("a cut tar.zst shows what is before the cut, and says that it is cut", async ({ scope }) => {
  await scope.choose({ name: "demo.tar.zst", bytes: part("demo.tar.zst", 0.6) });
  await scope.reaches("ready");
  const { captures, notes } = await scope.summary();
  expect(captures.flatMap((capture) => capture.ranks).length).toBeGreaterThan(0);
  expect(notes.map((note) => note.kind)).toContain("truncated");
});

/** A fixture of which everything behind a place is overwritten. */
function damaged(name: string, from: number): Buffer {
  return Buffer.from(readFileSync(fixture(name))).fill(0xff, from);
}

/** The first bytes of a fixture: so many, or such a share of it. */
function part(name: string, length: number): Buffer {
  const bytes = readFileSync(fixture(name));
  return bytes.subarray(0, length < 1 ? bytes.length * length : length);
}

const prof = "PROF_000001_20261130000000000_ABC";
const profFiles = ["device_0/data/aicore.data.0.slice_0", "device_0/info.json.0", "device_0/start_info.0"].map((file) => `${prof}/${file}`);

const rawCaptures = [
  {
    what: "torch_npu capture",
    files: ["FRAMEWORK/torch.op_range", "profiler_info_0.json", ...profFiles].map((file) => `job_ascend_pt/${file}`),
    command: `python3 -c "from torch_npu.profiler.profiler import analyse; analyse(profiler_path='job_ascend_pt')"`,
  },
  { what: "msprof folder", files: profFiles, command: `msprof --export=on --output=${prof}` },
];

for (const { what, files, command } of rawCaptures) {
  test(`a raw ${what} that was never parsed`, async ({ scope }) => {
    const bytes = zip(files.map((path) => ({ path, bytes: Buffer.from("{}") })));
    await scope.choose({ name: "raw.zip", bytes });
    await scope.reaches("failed");
    const failed = scope.page.getByTestId("failed");
    await expect(failed).toContainText("never parsed");
    await expect(failed).toContainText(command);
    const { captures, verdict, findings } = await scope.summary();
    expect(captures).toEqual([]);
    expect(verdict?.sentence).toContain(command);
    expect(findings.map(({ id }) => id)).toEqual(["not-parsed"]);
    await scope.page.getByTestId("language").click();
    await expect(failed).toContainText("尚未解析");
    await expect(failed).toContainText(command);
    await recovers(scope);
  });
}

for (const way of ["chosen", "dropped"] as const) {
  test(`an empty folder, ${way}`, async ({ scope }, info) => {
    const folder = info.outputPath("empty");
    await mkdir(folder, { recursive: true });
    await give(scope, way, folder);
    // Nothing was loaded: a passing word, with what to open instead.
    await expect(scope.page.getByRole("status").filter({ hasText: "_ascend_pt" })).toBeVisible();
    await scope.reaches("idle");
    await recovers(scope);
  });

  test(`a folder of unrelated files, ${way}`, async ({ scope }, info) => {
    const folder = info.outputPath("holiday");
    await mkdir(join(folder, "beach"), { recursive: true });
    await writeFile(join(folder, "packing.txt"), "hat\n");
    await writeFile(join(folder, "beach/sea.jpg"), "blue");
    await give(scope, way, folder);
    await saysAndRecovers(scope, /No profiling data.*_ascend_pt.*sea\.jpg/);
  });
}

test("an archive that is overwritten while it is read", async ({ scope }, info) => {
  await installHold(scope.page);
  await scope.goto();
  const path = info.outputPath("copied.zip");
  await writeFile(path, zip(good()));
  await scope.choose(path);
  await expect(scope.page.getByTestId("loading")).toContainText("rank0");
  await writeFile(path, zip(good()).subarray(0, 4000));
  await scope.page.evaluate(() => window.letRead());
  await scope.reaches("failed");
  const failed = scope.page.getByTestId("failed");
  await expect(failed).toContainText("changed on the disk since it was opened; open it again");
  await expect(failed).not.toContainText("chown");
  expect((await scope.summary()).notes).toHaveLength(1);
  await scope.page.getByTestId("language").click();
  await expect(failed).toContainText("请重新打开");
  await recovers(scope);
});

for (const { what, change, says } of [
  { what: "overwritten", change: (path: string) => writeFile(path, "[]"), says: "changed on the disk since it was opened; open it again" },
  { what: "deleted", change: (path: string) => rm(path), says: "there is no such file or folder" },
]) {
  test(`a large trace that is ${what} before it is read`, async ({ scope }, info) => {
    await installHold(scope.page);
    await scope.goto();
    const path = await bigTrace(info);
    await scope.choose(path);
    await expect(scope.page.getByTestId("loading")).toContainText("trace_view.json");
    await change(path);
    await scope.page.evaluate(() => window.letRead());
    await scope.reaches("failed");
    await expect(scope.page.getByTestId("failed")).toContainText(says);
    await recovers(scope);
  });
}

for (const { fragment, says } of [
  { fragment: "#veiw-1", says: "is no view of Stepscope" },
  { fragment: "#view=1&tab=operators&time=x,9", says: "passed over (time)" },
  { fragment: "#view=1&tab=operators&time=1,2,3", says: "passed over (time)" },
]) {
  test(`a link that is damaged: ${fragment}`, async ({ scope }) => {
    await scope.goto(fragment);
    await expect(scope.page.getByTestId("link-broken")).toContainText(says);
    await recovers(scope);
    if (fragment.includes("tab")) await expect(scope.tab("Operators")).toHaveAttribute("aria-selected", "true");
  });
}

test("a link that asks for what its capture has not", async ({ scope }) => {
  const { page } = scope;
  await scope.goto("#demo&view=1&lang=en&tab=operators&ranks=2,99&steps=14,10&slice=2,99999999&time=-1e308,1e308&range=1e18,2e18");
  await scope.reaches("ready");
  const missing = page.getByTestId("link-missing");
  await expect(missing).toContainText("Left out: rank 99; steps from 14 to 10; slice 99999999 of rank 2; a time before or after all events.");
  await expect(page.getByTestId("link-broken")).toContainText("passed over (time)");
  await expect(page.getByTestId("rank-selector")).toContainText("Rank 2");
  await expect(page.getByTestId("step-selector")).toContainText("all");
  await expect.poll(() => new URL(page.url()).hash).toMatch(/ranks=2(&|$)/);
  expect(page.url()).not.toMatch(/Infinity|steps=|slice=|range=/);
  await page.getByTestId("language").click();
  await expect(missing).toContainText("未采用：rank 99; step 14 至 10; rank 2 的切片 99999999; 早于或晚于全部事件的时间。");
  // What it has all of is taken without a word.
  await scope.goto("#demo&view=1&ranks=2&slice=2,0");
  await scope.reaches("ready");
  await expect(page.getByTestId("rank-selector")).toContainText("Rank 2");
  await expect(missing).toBeHidden();
});

test("a link that asks for rows, flows, a hit and a column that there are not", async ({ scope }) => {
  const { page } = scope;
  const hash = (): string => new URL(page.url()).hash;
  await scope.goto("#demo&view=1&lang=en&tab=timeline&ranks=0&pin=nothing,0/421888448/2,3/423771587&top=gone,0.5&flows=bogus&find=MatMul&hit=999999999&time=-9.2e18,9.2e18&sort=bogus,ascending");
  await scope.reaches("ready");
  const missing = page.getByTestId("link-missing");
  // A row of a rank that is not ticked may be seen yet.
  await expect(missing).toContainText(/Left out: rows nothing, gone; flow bogus; hit 999999999 of 5\./);
  await expect(page.locator(".headings-pinned [data-testid=row-heading]")).toHaveText(/Stream 2/);
  await expect(page.getByTestId("visible-length")).toHaveText("195.7 ms visible");
  await scope.stands();
  expect(hash()).toMatch(/pin=0\/421888448\/2,3\/423771587(&|$)/);
  expect(hash()).not.toMatch(/top=|flows=|hit=/);
  await scope.tab("Operators").click();
  await expect(missing).toContainText("sorting by bogus, in place of which operators are sorted by total time.");
  await scope.stands();
  expect(hash()).not.toMatch(/sort=/);
  await page.getByTestId("language").click();
  await expect(missing).toContainText("行 nothing, gone; 连线类别 bogus; 第 999999999 个搜索结果");
  // What there is is taken without a word.
  await scope.goto("#demo&view=1&lang=en&tab=timeline&ranks=0&hide=0/421888448/2&top=0/421888448,0.5&flows=async_npu&find=MatMul&hit=2");
  await scope.reaches("ready");
  await expect(page.getByTestId("search-place")).toContainText("2 /");
  await scope.stands();
  await expect(missing).toBeHidden();
});

test("a folder dialog that gives nothing", async ({ scope }) => {
  await scope.page.getByTestId("open-folder").dispatchEvent("cancel");
  await expect(scope.page.getByRole("status").filter({ hasText: "No folder was opened" })).toContainText("_ascend_pt");
  await recovers(scope);
});

function give(scope: StepscopePage, way: "chosen" | "dropped", folder: string): Promise<void> {
  return way === "chosen" ? scope.choose(folder) : scope.drop(folder);
}

/** The page names the problem where a person sees it, and still opens a good capture. */
async function saysAndRecovers(scope: StepscopePage, message: RegExp): Promise<void> {
  await scope.reaches("failed");
  await expect(scope.page.getByText(message).first()).toBeVisible();
  expect((await scope.summary()).notes.length).toBeGreaterThan(0);
  await recovers(scope);
}

async function recovers(scope: StepscopePage): Promise<void> {
  await scope.choose({ name: "level1.zip", bytes: zip(good()) });
  await scope.reaches("ready");
  expect((await scope.summary()).captures).toHaveLength(1);
}
