/** Every kind of source, chosen and dropped, gives the same answers as the command. */
import { mkdir, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asOfWindows, readFolder, tar, tarGz, zip, type Entry } from "./lib/archives.ts";
import { summaryOfCli } from "./lib/cli.ts";
import { fixture, realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

const level1 = () => realCapture("torch_npu/text/level1");
const output = (name: string) => readFileSync(join(level1(), "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT", name));
const trace = () => output("trace_view.json");

const databases = (level: number) => realCapture(`torch_npu/db/level${level}`);
const database = "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db";

/** A rank of nothing but a timeline that is packed in itself. */
const packed = () => ({
  path: "r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json.zst",
  bytes: readFileSync(fixture("trace_view.json.zst")),
});

/** Each rank in an archive of its own, in one folder. */
const ranks = (ending: string, pack: (entries: Entry[]) => Buffer): Entry[] =>
  ["rank0_ascend_pt", "rank1_ascend_pt"].map((rank) => ({
    path: `level1/${rank.slice(0, 5)}${ending}`,
    bytes: pack(readFolder(join(level1(), rank), rank)),
  }));

const sources: { name: string; make: () => Buffer; ranks: number }[] = [
  { name: "level1.zip", make: () => zip(readFolder(level1(), "level1")), ranks: 2 },
  { name: "level1.tar", make: () => tar(readFolder(level1(), "level1")), ranks: 2 },
  { name: "level1.tar.gz", make: () => tarGz(readFolder(level1(), "level1")), ranks: 2 },
  { name: "level1.tgz", make: () => tarGz(readFolder(level1(), "level1")), ranks: 2 },
  { name: "trace_view.json", make: trace, ranks: 1 },
  { name: "trace_view.json.gz", make: () => gzipSync(trace()), ranks: 1 },
  { name: "databases.zip", make: () => zip(readFolder(databases(1), "level1")), ranks: 2 },
  { name: "databases.tar", make: () => tar(readFolder(databases(0), "level0")), ranks: 2 },
  { name: "databases.tar.gz", make: () => tarGz(readFolder(databases(1), "level1")), ranks: 2 },
  { name: "ascend_pytorch_profiler_0.db", make: () => readFileSync(join(databases(1), database)), ranks: 1 },
  { name: "demo.tar.zst", make: () => readFileSync(fixture("demo.tar.zst")), ranks: 16 },
  { name: "demo.tar.xz", make: () => readFileSync(fixture("demo.tar.xz")), ranks: 16 },
  { name: "trace_view.json.zst", make: () => readFileSync(fixture("trace_view.json.zst")), ranks: 1 },
  { name: "trace_view.json.xz", make: () => readFileSync(fixture("trace_view.json.xz")), ranks: 1 },
  { name: "packed.zip", make: () => zip([packed()]), ranks: 1 },
  { name: "packed.tgz", make: () => tarGz([packed()]), ranks: 1 },
  { name: "tgz-in.zip", make: () => zip(ranks(".tgz", tarGz)), ranks: 2 },
  { name: "zip-in.tar", make: () => tar(ranks(".zip", zip)), ranks: 2 },
  { name: "zip-in.tar.gz", make: () => tarGz(ranks(".zip", zip)), ranks: 2 },
  { name: "tar.zst-in.zip", make: () => zip([{ path: "demo.tar.zst", bytes: readFileSync(fixture("demo.tar.zst")) }]), ranks: 16 },
  { name: "windows.zip", make: () => asOfWindows(zip(readFolder(join(level1(), "rank0_ascend_pt"), "____/rank0_ascend_pt"))), ranks: 1 },
  { name: "kernel_details.csv", make: () => output("kernel_details.csv"), ranks: 1 },
];

for (const { name, make, ranks } of sources) {
  for (const way of ["chosen", "dropped"] as const) {
    test(`${name}, ${way}: as the command says`, async ({ scope }, info) => {
      const path = info.outputPath(name);
      await writeFile(path, make());
      await (way === "chosen" ? scope.choose(path) : scope.drop(path));
      await scope.reaches("ready");
      const summary = await scope.summary();
      expect(summary.captures.flatMap((capture) => capture.ranks)).toHaveLength(ranks);
      expect(summary).toEqual(await summaryOfCli(path));
      await readsVerdict(scope);
    });
  }
}

for (const [what, folder] of [["a folder", level1], ["a folder of databases", () => databases(1)]] as const) {
  test(`${what}, chosen: as the command says`, async ({ scope }) => {
    await scope.choose(folder());
    await scope.reaches("ready");
    expect(await scope.summary()).toEqual(await summaryOfCli(folder()));
    await readsVerdict(scope);
  });
}

test("a folder of packed ranks, chosen: one capture, as the command says", async ({ scope }, info) => {
  await mkdir(info.outputPath("level1"));
  for (const { path, bytes } of ranks(".tar.gz", tarGz)) await writeFile(info.outputPath(path), bytes);
  await scope.choose(info.outputPath("level1"));
  await scope.reaches("ready");
  const summary = await scope.summary();
  expect(summary.captures.map((capture) => capture.ranks.length)).toEqual([2]);
  expect(summary).toEqual(await summaryOfCli(info.outputPath("level1")));
});

test("a folder, dropped: as the command says", async ({ scope }) => {
  // Whatever the page makes of it: the browser must have handed out a directory.
  const entry = scope.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const tell = ({ dataTransfer }: DragEvent) => {
          const entries = [...(dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
          resolve(entries.map((entry) => `${entry?.name} ${entry?.isDirectory}`).join());
        };
        document.addEventListener("drop", tell, { capture: true, once: true });
      }),
  );
  await scope.drop(level1());
  expect(await entry).toBe("level1 true");
  await scope.reaches("ready");
  expect(await scope.summary()).toEqual(await summaryOfCli(level1()));
  await readsVerdict(scope);
});

test("files given by an embedder", async ({ scope }) => {
  const text = trace().toString("base64");
  await scope.page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    await window.stepscope.open([new File([bytes], "trace_view.json")]);
  }, text);
  await scope.reaches("ready");
  await readsVerdict(scope);
});

test("a summary asked for right behind a load waits for it, and names keep captures apart", async ({ scope }) => {
  const read = () =>
    scope.page.evaluate(async () => {
      const file = new File(['[{"ph":"X","name":"op","pid":1,"tid":1,"ts":1,"dur":2}]'], "trace.json");
      void window.stepscope.open([file]);
      const state = document.documentElement.dataset["state"];
      const { captures } = await window.stepscope.summary();
      return { state, names: captures.map(({ name }) => name) };
    });
  expect(await read()).toEqual({ state: "loading", names: ["trace.json"] });
  expect(await read()).toEqual({ state: "loading", names: ["trace.json", "trace.json (2)"] });
});

test("before any load the summary has no captures", async ({ scope }) => {
  expect((await scope.summary()).captures).toEqual([]);
});

test("what was chosen in a capture that was closed is not chosen in the next one", async ({ scope }) => {
  const tick = scope.page.getByTestId("rank").first().getByRole("checkbox");
  for (const ticked of [true, false]) {
    await scope.choose(level1());
    await scope.reaches("ready");
    await expect(tick).toBeChecked();
    if (ticked) await tick.click();
    await scope.page.getByRole("button", { name: "Close this capture" }).click();
    await scope.reaches("idle");
    await expect.poll(() => scope.page.evaluate(() => document.location.hash)).toBe("");
  }
});

test("with the last capture closed the page is as at its start, and holds none of the files", async ({ scope }) => {
  const before = await liveFiles(scope);
  const close = scope.page.getByRole("button", { name: "Close this capture" });
  const start = scope.page.getByRole("heading", { name: "Where did the step time go?" });
  await scope.choose(level1());
  await scope.reaches("ready");
  await scope.choose(realCapture("torch_npu/text/level0"));
  await expect(scope.page.getByTestId("capture-name")).toHaveCount(2);
  await scope.reaches("ready");
  expect(await liveFiles(scope)).toBeGreaterThan(before + 10);
  await close.first().click();
  await expect(scope.page.getByTestId("capture-name")).toHaveCount(1);
  await scope.reaches("ready");
  await close.click();
  await scope.reaches("idle");
  await expect(start).toBeVisible();
  expect((await scope.summary()).notes).toEqual([]);
  await expect.poll(() => liveFiles(scope)).toBeLessThanOrEqual(before);
  // Nor those of a load that failed.
  await scope.choose({ name: "notes.txt", bytes: Buffer.from("shopping list\n") });
  await scope.reaches("failed");
  await expect.poll(() => liveFiles(scope)).toBeLessThanOrEqual(before);
});

/** How many `File`s of the page are left when its memory was tidied. */
async function liveFiles(scope: StepscopePage): Promise<number> {
  const session = await scope.page.context().newCDPSession(scope.page);
  const { result: prototype } = await session.send("Runtime.evaluate", { expression: "File.prototype" });
  const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId: prototype.objectId ?? "" });
  const { result } = await session.send("Runtime.getProperties", { objectId: objects.objectId ?? "", ownProperties: true });
  await session.detach();
  return Number(result.find(({ name }) => name === "length")?.value?.value);
}

async function readsVerdict(scope: StepscopePage): Promise<void> {
  await scope.tab("Overview").click();
  const sentence = (await scope.summary()).verdict?.sentence;
  if (sentence === undefined) throw new Error("no verdict");
  await expect(scope.page.getByText(sentence).first()).toBeVisible();
}
