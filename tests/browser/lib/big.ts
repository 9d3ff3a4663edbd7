import { cp, mkdir, open, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestInfo } from "@playwright/test";
import { realCapture } from "./repository.ts";

/** A real rank, and one whose trace takes more than one read from the disk. */
export async function bigCapture(info: TestInfo): Promise<string> {
  const folder = info.outputPath("job");
  const ranks = realCapture("torch_npu/text/level1");
  for (const rank of ["rank0_ascend_pt", "rank1_ascend_pt"]) {
    await cp(join(ranks, rank), join(folder, rank), { recursive: true });
  }
  await writeTrace(join(folder, "rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"), 150_000);
  return folder;
}

/** A trace of some 10 MB: worth storing. */
export async function bigTrace(info: TestInfo, name = "trace_view.json"): Promise<string> {
  const path = info.outputPath(name);
  await writeTrace(path, 120_000);
  return path;
}

/** Two real ranks and a third whose trace no page could hold, or `all`: files with nothing but a length, or
 * with a first and a last event so many seconds apart where it `lasts`. */
export async function hugeCapture(info: TestInfo, { all = false, lasts = 0 } = {}): Promise<string> {
  const folder = info.outputPath("huge");
  await cp(realCapture("torch_npu/text/level1"), folder, { recursive: true });
  const output = join(folder, "rank2_ascend_pt/ASCEND_PROFILER_OUTPUT");
  await mkdir(output, { recursive: true });
  await writeFile(join(output, "trace_view.json"), "");
  if (lasts > 0) {
    const event = (seconds: number) => `{"name":"op","ph":"X","pid":1,"tid":1,"ts":"${1_700_000_000_000_000 + seconds * 1e6}.125","dur":5.5}`;
    const last = `,${event(lasts)}${" ".repeat(100)}]`;
    const file = await open(join(output, "trace_view.json"), "r+");
    await file.write(`[${event(0)}`, 0);
    await file.write(last, 20e9 - last.length);
    await file.close();
  }
  for (const rank of all ? [0, 1, 2] : [2]) {
    await truncate(join(folder, `rank${rank}_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json`), 20e9);
  }
  return folder;
}

async function writeTrace(path: string, events: number): Promise<void> {
  const event = (at: number) =>
    `{"name":"op ${at % 50}","ph":"X","pid":1,"tid":1,"ts":"${1_700_000_000_000_000 + at * 10}.125","dur":5.5}`;
  await writeFile(path, `[${Array.from({ length: events }, (_, at) => event(at)).join(",\n")}]`);
}
