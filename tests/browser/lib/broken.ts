/** Broken and hostile input, made anew for each row of the table in `bad-input.spec.ts`. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { tar, tarGz, zip, type Entry } from "./archives.ts";
import { fixture } from "./repository.ts";

const event = (name: string) => `{"ph":"X","name":"${name}","pid":1,"tid":1,"ts":1,"dur":1}`;

/** A plain trace of so many slices. */
export const trace = (slices = 100, name = "op") => Buffer.from(`[${Array<string>(slices).fill(event(name)).join(",\n")}]`);

export const entry = (path: string, bytes: Buffer | string = trace()): Entry => ({ path, bytes: Buffer.from(bytes) });

export const output = "r_ascend_pt/ASCEND_PROFILER_OUTPUT";

/** A rank with a good timeline and one more file. */
export const rankWith = (name: string, bytes: Buffer | string): Buffer =>
  zip([entry(`${output}/trace_view.json`), entry(`${output}/${name}`, bytes)]);

/** `bytes` with others at the last place of a mark, so far behind it. */
export function patch(bytes: Buffer, mark: string, behind: number, by: number[]): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.lastIndexOf(Buffer.from(mark, "latin1"));
  if (at < 0) throw new Error(`no ${JSON.stringify(mark)} to patch`);
  Buffer.from(by).copy(changed, at + behind);
  return changed;
}

/** The last entry of a zip's directory, changed so far behind its mark. */
export const directory = (bytes: Buffer, behind: number, by: number[]) => patch(bytes, "PK\x01\x02", behind, by);

/** A number of four bytes, the lowest first. */
export const four = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);

/** Two ranks of nothing but a timeline. */
export const two = () => zip([entry("a/trace_view.json"), entry("b/trace_view.json")]);

export function withoutDirectory(): Buffer {
  const whole = two();
  return whole.subarray(0, whole.indexOf("PK\x01\x02"));
}

/** Events that do not pack well, so that half of them is behind any cut. */
const varied = () => Buffer.from(`[${Array.from({ length: 2000 }, (_, at) => event(`op ${(at * 7919) % 2003}`)).join(",\n")}]`);

export const cutZip = () => zip([entry("a/trace_view.json"), entry("b/trace_view.json", varied())]).subarray(0, 4000);

export const cutTarGz = () => tarGz([entry("trace_view.json", varied())]).subarray(0, 4000);

/** A zip whose headers of its entry state something else at a place of the first of them. */
export const stating = (at: number, by: number[]) => directory(patch(zip([entry("trace_view.json")]), "PK\x03\x04", at, by), at + 2, by);

/** An event with arguments of so many levels. */
export const deepTrace = () => Buffer.from(`[{"ph":"X","name":"op","pid":1,"tid":1,"ts":1,"dur":1,"args":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}]`);

/** A name of 17 MiB, and an event behind it. */
export const longTrace = () => Buffer.from(`[${event("n".repeat(17 << 20))},${event("op")}]`);

export const kernels = (rows: string) => `Device_id,Model Name,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n${rows}`;

/** A good database of a rank. */
export const database = () => readFileSync(fixture("kinds/torch-npu-db/one/ascend_pytorch_profiler_0.db"));

/** The same, with changes beside it that nobody moved into it. */
export function withLog(): Buffer {
  const path = `${output}/ascend_pytorch_profiler_0.db`;
  return zip([entry(path, database()), entry(`${path}-wal`, "changes")]);
}

export const prof = "PROF_000001_20261130000000000_ABC";

/** What a device leaves, before anything parsed it; the description comes with the end. */
export const rawFiles = (folder: string, last = "info.json.0") =>
  ["data/aicore.data.0.slice_0", "start_info.0", last].map((file) => entry(`${folder}${prof}/device_0/${file}`, "{}"));

/** What a framework's profiler leaves, before anything parsed it. */
export const raw = (folder: string, framework: string) =>
  zip([entry(`${folder}/FRAMEWORK/${framework}.op_range`, "{}"), entry(`${folder}/profiler_info_0.json`, "{}"), ...rawFiles(`${folder}/`)]);

/** Gzip with a stretch of it overwritten. */
export function damagedGzip(): Buffer {
  const packed = gzipSync(trace(10_000, "one of many"), { level: 1 });
  return packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 8);
}

/** A hundred MiB of blanks in a zip of a hundred KiB. */
export const bomb = () => zip([entry("trace_view.json", Buffer.alloc(100 << 20, " "))]);

/** A tar that holds a link before a good trace. */
export function tarWithLink(): Buffer {
  const bytes = tar([entry("x/trace_view.json", ""), entry("y/trace_view.json")]);
  bytes.write("2", 156); // symbolic link
  bytes.write("/etc/passwd", 157);
  const sum = bytes.subarray(0, 512).fill(" ", 148, 156).reduce((total, byte) => total + byte, 0);
  bytes.write(sum.toString(8).padStart(6, "0") + "\0 ", 148);
  return bytes;
}

/** An SQLite database without a table: one empty page. */
export function emptyDatabase(): Buffer {
  const page = Buffer.alloc(4096);
  page.write("SQLite format 3\0", "latin1");
  page.set([0x10, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 1, 0, 0, 0, 1], 16);
  page.set([4], 47); // format of the schema
  page.set([1], 59); // UTF-8
  page.set([1], 95); // as of the first change
  page.set([0x0d, 0, 0, 0, 0, 0x10, 0], 100); // a leaf without a cell
  return page;
}

/** A trace in a zip in a zip in a zip. */
export const threeDeep = () => zip([entry("b.zip", zip([entry("c.zip", zip([entry("trace_view.json")]))]))]);

/** Two ranks of one number in one job. */
export function twice(): Buffer {
  const rank = (host: string) => [
    entry(`job/${host}_1_20260101000000000_ascend_pt/profiler_info_0.json`, "{}"),
    entry(`job/${host}_1_20260101000000000_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json`),
  ];
  return zip([...rank("a"), ...rank("b")]);
}

/** A rank that its file name and its content number otherwise. */
export const mismatch = () =>
  zip([entry("r_ascend_pt/profiler_info_3.json", '{"rank_id":5}'), entry(`${output}/trace_view.json`)]);
