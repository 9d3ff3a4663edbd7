/** What cannot be opened says why, in words, and the page goes on. */
import { mkdir } from "node:fs/promises";
import { readFolder, tarGz, zip } from "./lib/archives.ts";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

const good = () => readFolder(realCapture("torch_npu/text/level1"), "level1");

test("a broken zip", async ({ scope }) => {
  await scope.choose({ name: "broken.zip", bytes: zip(good()).subarray(0, 200) });
  await saysAndRecovers(scope, /broken\.zip/);
});

test("a text file", async ({ scope }) => {
  await scope.choose({ name: "notes.txt", bytes: Buffer.from("shopping list\n") });
  await saysAndRecovers(scope, /notes\.txt/);
});

test("an empty folder in an archive", async ({ scope }) => {
  await scope.choose({ name: "empty.tar.gz", bytes: tarGz([]) });
  await saysAndRecovers(scope, /empty/i);
});

test("an empty file", async ({ scope }) => {
  await scope.choose({ name: "trace_view.json", bytes: Buffer.alloc(0) });
  await saysAndRecovers(scope, /trace_view\.json/);
});

test("a raw capture that was never parsed", async ({ scope }) => {
  const raw = (path: string) => ({ path: `job_ascend_pt/${path}`, bytes: Buffer.from("raw") });
  const files = [
    raw("FRAMEWORK/torch.op_range"),
    raw("PROF_000001_20261130000000000_ABC/device_0/data/aicore.data.0.slice_0"),
    raw("PROF_000001_20261130000000000_ABC/device_0/start_info.0"),
    { path: "job_ascend_pt/profiler_info_0.json", bytes: Buffer.from('{"config": {}, "rank_id": 0}') },
  ];
  await scope.choose({ name: "raw.zip", bytes: zip(files) });
  await saysAndRecovers(scope, /pars|analyse/i);
});

test("an empty folder", async ({ scope }, info) => {
  const folder = info.outputPath("empty");
  await mkdir(folder, { recursive: true });
  await scope.choose(folder);
  // The browser hands over no file at all: nothing is loaded, nothing may break.
  await recovers(scope);
});

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
