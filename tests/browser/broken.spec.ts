/**
 * Broken and hostile input: each row is told by these notes and no other, in words that a person sees; whatever it was,
 * the same page opens a good capture next.
 */
import { gzipSync } from "node:zlib";
import { asOfWindows, tar, tarGz, zip } from "./lib/archives.ts";
import {
  bomb, cutTarGz, cutZip, damagedGzip, database, deepTrace, directory, emptyDatabase, entry, four, kernels, longTrace, mismatch,
  patch, prof, rankWith, raw, rawFiles, stating, tarWithLink, threeDeep, trace, twice, two, withLog, withoutDirectory,
} from "./lib/broken.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage } from "./lib/page.ts";

interface Row {
  what: string;
  /** Name of the file that is opened. */
  name: string;
  make: () => Buffer;
  /** Kind, file and English text of each note, as the page lists them; part of it where the rest hangs on the version of zlib. */
  says: [kind: string, file: string, text: unknown][];
  /** Part of the Chinese text of one of them. */
  chinese?: string;
}

const CUT = "The file ends too early: only what is before the cut can be read. Copy or export it again";
const PACKED = "This kind of archive is not read yet; unpack it first, then open the result";
const OTHER = "The file is not what its name says";
const RAW =
  "Raw profiling data that was never parsed, so there is nothing to show yet. Parse it on a machine with the same CANN, as the owner of the folder, then open it again";
const LATER = "Recognised, but not supported yet";
const ZERO =
  "The file is empty (0 bytes): copying or downloading it was cut off, or the disk was full. Copy it again from the machine where it was recorded, and compare the sizes";
const NOTHING =
  "No profiling data was found; open the capture folder or an archive of it (.zip, .tar, .tar.gz). There is no folder with ASCEND_PROFILER_OUTPUT (torch_npu *_ascend_pt), no trace_view.json and no Chrome-trace JSON in what was opened";
const limit = (what: string) =>
  `A limit was reached and the rest was left out: ${what}. If the file is genuine, unpack it and open the folder, or raise the limits and open it again (#limits=16 at the end of the page's address, --limits 16 for the command).`;
const damaged = (count: number, what: string) =>
  `Damaged parts that cannot be read: ${count}; only what is around them can. Copy or export it again: ${what}`;

const rows: Row[] = [
  {
    what: "a zip without its directory",
    name: "a.zip",
    make: withoutDirectory,
    says: [
      ["directory-lost", "a.zip", "The archive's directory is missing or damaged, most likely because the copy is not complete; 2 entries were found by searching."],
    ],
    chinese: "压缩包的目录缺失或损坏",
  },
  {
    what: "a zip cut in an entry",
    name: "a.zip",
    make: cutZip,
    says: [
      ["directory-lost", "a.zip", "The archive's directory is missing or damaged, most likely because the copy is not complete; 2 entries were found by searching."],
      ["truncated", "b/trace_view.json", expect.stringContaining(CUT)],
    ],
  },
  {
    what: "a tar cut in an entry",
    name: "a.tar",
    make: () => tar([entry("trace_view.json")]).subarray(0, 3000),
    says: [
      ["truncated", "a.tar", `${CUT}.`],
      ["truncated", "trace_view.json", `${CUT}: {"ph":"X","n (first at byte 2476)`],
    ],
  },
  {
    what: "a tar.gz cut in an entry",
    name: "a.tar.gz",
    make: cutTarGz,
    says: [
      ["truncated", "a.tar.gz", `${CUT}.`],
      ["truncated", "trace_view.json", expect.stringContaining(CUT)],
    ],
  },
  {
    what: "a JSON cut in an event",
    name: "trace_view.json",
    make: () => trace().subarray(0, 1000),
    says: [
      ["truncated", "trace_view.json", `${CUT}: {"ph":"X" (first at byte 991)`],
    ],
  },
  {
    what: "a JSON without its closing bracket",
    name: "trace_view.json",
    make: () => trace().subarray(0, -1),
    says: [
      ["truncated", "trace_view.json", `${CUT}: the closing ] is missing (first at byte 5499)`],
    ],
  },
  {
    what: "a CSV cut in a row",
    name: "a.zip",
    make: () => rankWith("kernel_details.csv", kernels("0,m,a,Add,AI_CORE,1.5,2\n0,m,b,Ad")),
    says: [
      ["truncated", "r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", `${CUT}: 0 (first at line 3)`],
    ],
  },
  {
    what: "a CSV of nothing but its header",
    name: "a.zip",
    make: () => rankWith("kernel_details.csv", kernels("")),
    says: [],
  },
  {
    what: "a database cut",
    name: "ascend_pytorch_profiler_0.db",
    make: () => database().subarray(0, 40_000),
    says: [
      ["truncated", "ascend_pytorch_profiler_0.db", `${CUT}.`],
    ],
  },
  {
    what: "a database without tables",
    name: "ascend_pytorch_profiler_0.db",
    make: emptyDatabase,
    says: [
      ["wrong-kind", "ascend_pytorch_profiler_0.db", `${OTHER}: it holds none of the tables of a profiler's database`],
    ],
  },
  {
    what: "a database that is none",
    name: "ascend_pytorch_profiler_0.db",
    make: () => Buffer.from("<html>404</html>"),
    says: [
      ["wrong-kind", "ascend_pytorch_profiler_0.db", `${OTHER}: it is not an SQLite database`],
    ],
  },
  {
    what: "a database with a log beside it",
    name: "a.zip",
    make: withLog,
    says: [
      ["swapped-columns", "r_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db", "Two columns hold each other's values, and were read by what they hold: PYTORCH_API.inputDtypes, PYTORCH_API.inputShapes"],
      ["write-ahead-log", "r_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db-wal", "Changes that were not moved into the database yet; they are not shown. Open the database once with SQLite (sqlite3 and its path, then PRAGMA wal_checkpoint(TRUNCATE);) and open the capture again."],
    ],
    chinese: "该文件中有尚未写入数据库的改动",
  },
  {
    what: "a trace without a byte",
    name: "trace_view.json",
    make: () => Buffer.alloc(0),
    says: [
      ["zero-bytes", "trace_view.json", `${ZERO}.`],
    ],
    chinese: "文件为空（0 字节）",
  },
  {
    what: "a database without a byte",
    name: "ascend_pytorch_profiler_0.db",
    make: () => Buffer.alloc(0),
    says: [
      ["zero-bytes", "ascend_pytorch_profiler_0.db", `${ZERO}.`],
    ],
  },
  {
    what: "an archive without a byte",
    name: "a.zip",
    make: () => Buffer.alloc(0),
    says: [
      ["zero-bytes", "a.zip", `${ZERO}.`],
    ],
  },
  {
    what: "a page that says why a download failed",
    name: "a.zip",
    make: () => Buffer.from("<html>404</html>"),
    says: [
      ["no-archive", "a.zip", "This is named like an archive, but what is in it is none; copy or download it again."],
    ],
  },
  {
    what: "JSON of 5000 levels",
    name: "trace_view.json",
    make: deepTrace,
    says: [
      ["damaged", "trace_view.json", damaged(1, "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"a\":[[[[[[[[[[[[[[[… (first at byte 1)")],
    ],
  },
  {
    what: "a name of 17 MiB",
    name: "trace_view.json",
    make: longTrace,
    says: [
      ["too-long", "trace_view.json", "Events longer than the limit, skipped: 1: {\"ph\":\"X\",\"name\":\"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn… (first at byte 1)"],
    ],
  },
  {
    what: "damaged gzip",
    name: "trace_view.json.gz",
    make: damagedGzip,
    says: [
      ["incomplete-event", "trace_view.json", expect.stringContaining("Events without a usable phase or time")],
      ["truncated", "trace_view.json", `${CUT}.`],
      ["damaged", "trace_view.json", expect.stringContaining("Damaged parts that cannot be read")],
    ],
  },
  {
    what: "a wrong checksum",
    name: "a.zip",
    make: () => stating(14, [1, 2, 3, 4]),
    says: [
      ["damaged", "trace_view.json", damaged(1, "the checksum differs")],
    ],
  },
  {
    what: "an entry that is longer than it says",
    name: "a.zip",
    make: () => stating(22, four(1000)),
    says: [
      ["truncated", "trace_view.json", `${CUT}: {"ph":"X" (first at byte 991)`],
      ["damaged", "trace_view.json", damaged(1, "it is longer than its container says")],
    ],
  },
  {
    what: "an entry that is shorter than it says",
    name: "a.zip",
    make: () => stating(22, four(1_000_000)),
    says: [
      ["truncated", "trace_view.json", `${CUT}.`],
    ],
  },
  {
    what: "names in GBK",
    name: "a.zip",
    make: () => asOfWindows(zip([entry("____/notes.txt", "hat\n")])),
    says: [
      ["nothing-found", "", `${NOTHING}: 测试/notes.txt`],
    ],
  },
  {
    what: "an entry that is encrypted",
    name: "a.zip",
    make: () => directory(two(), 8, [1, 8]),
    says: [
      ["encrypted", "b/trace_view.json", "The entry is encrypted and was left out; unpack the archive with its password and open the folder: unzip a.zip"],
    ],
    chinese: "该条目已加密",
  },
  {
    what: "an unknown method",
    name: "a.zip",
    make: () => directory(two(), 10, [14]),
    says: [
      ["unknown-method", "b/trace_view.json", "Packed with a method that is not supported, and left out; unpack it with the program that packed it and open what comes out: LZMA: 7z x a.zip"],
    ],
  },
  {
    what: "entries that share their bytes",
    name: "a.zip",
    make: () => directory(two(), 42, four(0)),
    says: [
      ["overlap", "a.zip", "1 entries claim bytes of other entries, as in a zip bomb, and were left out: b/trace_view.json"],
    ],
  },
  {
    what: "a part of a split zip",
    name: "a.z01",
    make: () => zip([entry("trace_view.json")]),
    says: [
      ["container-not-read", "a.z01", `${PACKED}: zip -s 0 a.zip --out a-whole.zip (split zip)`],
    ],
    chinese: "暂不支持这种压缩格式",
  },
  {
    what: "the last part of a split zip",
    name: "a.zip",
    make: () => patch(zip([entry("trace_view.json")]), "PK\x05\x06", 4, [2]),
    says: [
      ["container-not-read", "a.zip", `${PACKED}: zip -s 0 a.zip --out a-whole.zip (split zip)`],
    ],
  },
  {
    what: "a zip in a zip in a zip",
    name: "a.zip",
    make: threeDeep,
    says: [
      ["nested-archive", "b/c.zip", "An archive in an archive is opened, but none in that one; unpack the outer one, then open the result: unzip a.zip"],
    ],
    chinese: "不再打开其中更深一层的压缩包",
  },
  {
    what: "7-Zip",
    name: "a.7z",
    make: () => Buffer.from("7z\xbc\xaf\x27\x1c..", "latin1"),
    says: [
      ["container-not-read", "a.7z", `${PACKED}: 7z x a.7z (7-Zip)`],
    ],
  },
  {
    what: "RAR",
    name: "a.rar",
    make: () => Buffer.from("Rar!\x1a\x07\x01\0", "latin1"),
    says: [
      ["container-not-read", "a.rar", `${PACKED}: unrar x a.rar (RAR)`],
    ],
  },
  {
    what: "bzip2",
    name: "a.tar.bz2",
    make: () => Buffer.from("BZh91AY&SY", "latin1"),
    says: [
      ["container-not-read", "a.tar.bz2", `${PACKED}: bzip2 -dk a.tar.bz2 (bzip2)`],
    ],
  },
  {
    what: "a bomb",
    name: "bomb.zip",
    make: bomb,
    says: [
      ["limit-reached", "trace_view.json", limit("more than 200 times its size when unpacked")],
    ],
    chinese: "达到上限，其余部分未读取",
  },
  {
    what: "a bomb of gzip",
    name: "trace_view.json.gz",
    make: () => gzipSync(Buffer.alloc(100 << 20, " ")),
    says: [
      ["empty", "trace_view.json", expect.stringContaining("The file holds no events or rows.")],
      ["limit-reached", "trace_view.json", limit("more than 200 times its size when unpacked")],
    ],
  },
  {
    what: "a path of 5000 bytes",
    name: "a.zip",
    make: () => zip([entry(`${"p".repeat(5000)}/trace_view.json`), entry("b/trace_view.json")]),
    says: [
      ["limit-reached", "p".repeat(80), limit("a path longer than 4096 bytes")],
    ],
  },
  {
    what: "70 folders deep",
    name: "a.zip",
    make: () => zip([entry(`${"d/".repeat(70)}trace_view.json`), entry("b/trace_view.json")]),
    says: [
      ["limit-reached", "d/".repeat(40), limit("folders nested more than 64 deep")],
    ],
  },
  {
    what: "paths that climb out",
    name: "a.zip",
    make: () => zip([entry("../../x/trace_view.json", "[")]),
    says: [
      ["truncated", "x/trace_view.json", `${CUT}: the closing ] is missing (first at byte 1)`],
    ],
  },
  {
    what: "absolute paths",
    name: "a.zip",
    make: () => zip([entry("/etc/x/trace_view.json", "[")]),
    says: [
      ["truncated", "etc/x/trace_view.json", `${CUT}: the closing ] is missing (first at byte 1)`],
    ],
  },
  {
    what: "a symbolic link",
    name: "a.tar",
    make: tarWithLink,
    says: [
      ["no-file", "x/trace_view.json", "Not a file but a symbolic link; left out."],
    ],
  },
  {
    what: "one name twice",
    name: "a.tar",
    make: () => tar([entry("trace_view.json", trace(3)), entry("trace_view.json", trace(4))]),
    says: [
      ["duplicate", "trace_view.json", "The same name again; the last one counts. Further entries: 1."],
    ],
  },
  {
    what: "names that differ in case only",
    name: "a.zip",
    make: () => zip([entry("r/trace_view.json", "["), entry("R/trace_view.json", "[")]),
    says: [
      ["truncated", "R/trace_view.json", `${CUT}: the closing ] is missing (first at byte 1)`],
      ["truncated", "r/trace_view.json", `${CUT}: the closing ] is missing (first at byte 1)`],
    ],
  },
  {
    what: "a raw torch_npu capture",
    name: "raw.zip",
    make: () => raw("job_ascend_pt", "torch"),
    says: [
      ["not-parsed", "job_ascend_pt", `${RAW}: python3 -c "from torch_npu.profiler.profiler import analyse; analyse(profiler_path='job_ascend_pt')"`],
    ],
    chinese: "这是尚未解析的原始采集数据",
  },
  {
    what: "a raw MindSpore capture",
    name: "raw.zip",
    make: () => raw("job_ascend_ms", "mindspore"),
    says: [
      ["not-parsed", "job_ascend_ms", `${RAW}: python3 -c "from mindspore.profiler.profiler import analyse; analyse('job_ascend_ms')"`],
    ],
  },
  {
    what: "a raw msprof folder",
    name: "raw.zip",
    make: () => zip(rawFiles("")),
    says: [
      ["not-parsed", "PROF_000001_20261130000000000_ABC", `${RAW}: msprof --export=on --output=PROF_000001_20261130000000000_ABC`],
    ],
  },
  {
    what: "a raw msprof folder without its end",
    name: "raw.zip",
    make: () => zip(rawFiles("", "end_info.0")),
    says: [
      ["not-collected", "PROF_000001_20261130000000000_ABC", "Raw data of msprof without info.json in its device folders: the collection did not come to its end, or the copy is not complete. Copy the folder again, else collect again."],
    ],
  },
  {
    what: "an export of msprof with nothing to show",
    name: "a.zip",
    make: () => zip([entry(`${prof}/mindstudio_profiler_output/README.txt`, "hello")]),
    says: [
      ["msprof-not-read", "PROF_000001_20261130000000000_ABC", "An export of the msprof command line (PROF_*) without a timeline (msprof_*.json), kernels (op_summary_*.csv) or operator totals (op_statistic_*.csv), so there is nothing to show. Export it again, or open the whole folder."],
    ],
  },
  {
    what: "a rank folder without data",
    name: "a.zip",
    make: () => zip([entry("r_ascend_pt/profiler_info_0.json", "{}")]),
    says: [
      ["no-deliverables", "r_ascend_pt", "A rank folder without ASCEND_PROFILER_OUTPUT and without raw data: the copy is not complete, or nothing was collected."],
    ],
  },
  {
    what: "results of operator tuning",
    name: "visualize_data.bin",
    make: () => Buffer.from("\0\0\0\0"),
    says: [
      ["not-supported", "visualize_data.bin", `${LATER}: results of operator tuning (msprof op); MindStudio Insight opens them`],
    ],
    chinese: "已识别，但尚不支持",
  },
  {
    what: "a memory snapshot",
    name: "snapshot.pickle",
    make: () => Buffer.from("\x80\x04}", "latin1"),
    says: [
      ["not-supported", "snapshot.pickle", `${LATER}: a memory snapshot of PyTorch; MindStudio Insight opens it`],
    ],
  },
  {
    what: "a database of memscope",
    name: "memscope_dump_20260101.db",
    make: emptyDatabase,
    says: [
      ["not-supported", "memscope_dump_20260101.db", `${LATER}: a memory dump (memscope, msleaks); MindStudio Insight opens it`],
    ],
  },
  {
    what: "a database of serving",
    name: "ms_service_1.db",
    make: emptyDatabase,
    says: [
      ["not-supported", "ms_service_1.db", `${LATER}: a trace of inference serving (msServiceProfiler); MindStudio Insight opens it, and here its chrome_tracing.json opens as a timeline`],
    ],
  },
  {
    what: "a database of an unknown name",
    name: "results.db",
    make: emptyDatabase,
    says: [
      ["not-supported", "results.db", `${LATER}: an SQLite database whose name is no profiler's; if it is one, name it ascend_pytorch_profiler_0.db (0 being the rank) or msprof_1.db`],
    ],
  },
  {
    what: "two folders of one rank",
    name: "a.zip",
    make: twice,
    says: [
      ["duplicate-rank", "a_1_20260101000000000_ascend_pt", "Several folders claim the same rank; the newest one is shown: rank 0: b_1_20260101000000000_ascend_pt > a_1_20260101000000000_ascend_pt"],
    ],
    chinese: "多个目录属于同一 rank",
  },
  {
    what: "a rank that is numbered twice",
    name: "a.zip",
    make: mismatch,
    says: [
      ["rank-mismatch", "r_ascend_pt", "The file name and its content disagree on the rank; the name counts: 3 / 5"],
    ],
  },
  {
    what: "notes",
    name: "notes.txt",
    make: () => Buffer.from("shopping list\n"),
    says: [
      ["nothing-found", "", `${NOTHING}: notes.txt`],
    ],
  },
  {
    what: "an archive of nothing",
    name: "empty.tar.gz",
    make: () => tarGz([]),
    says: [
      ["nothing-found", "", `${NOTHING}: empty.tar.gz`],
    ],
  },
  {
    what: "events without a time",
    name: "trace_view.json",
    make: () => Buffer.from(`[{"ph":"X","name":"op","pid":1,"tid":1},{"ph":"X","name":"op","pid":1,"tid":1,"ts":1,"dur":-1}]`),
    says: [
      ["incomplete-event", "trace_view.json", "Events without a usable phase or time, which have no place on the timeline: 1: {\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1} (first at byte 1)"],
      ["negative-duration", "trace_view.json", "Slices with a negative duration, shown with zero length: 1: -1 µs (first at byte 40)"],
    ],
  },
  {
    what: "an object without events",
    name: "trace_view.json",
    make: () => Buffer.from('{"a":1}'),
    says: [
      ["wrong-kind", "trace_view.json", `${OTHER}: no traceEvents in it (first at byte 7)`],
    ],
  },
];

test("the table of broken input", async ({ scope }) => {
  test.setTimeout(180_000);
  const { page } = scope;
  const state = page.locator("html");
  const language = page.getByTestId("language");
  for (const { what, name, make, says, chinese } of rows) {
    await test.step(what, async () => {
      await scope.choose({ name, bytes: make() });
      const { captures, notes } = await scope.summary();
      const told = captures.length > 0 ? "ready" : "failed";
      await expect(state, what).toHaveAttribute("data-state", told);
      expect(notes.map(({ kind, file, text }) => [kind, file ?? "", text]), what).toEqual(says);
      if (told === "ready") await scope.tab("Capture").click();
      const list = page.getByTestId("notes");
      expect(await shown(scope), what).toEqual(expect.arrayContaining(says));
      await expect(list.getByRole("listitem"), what).toHaveCount(says.length);
      if (chinese !== undefined) {
        await language.click();
        await expect(list, what).toContainText(chinese);
        await language.click();
      }
      if (told === "ready") await close(scope);
      await scope.choose({ name: "trace_view.json", bytes: trace(7) });
      const good = await scope.summary();
      expect(good.captures.map(({ ranks }) => ranks.map(({ events }) => events.slices)), `after ${what}`).toEqual([[7]]);
      // What was said stays until the page is left or all is closed; a capture's own notes go with it.
      expect(good.notes, `after ${what}`).toEqual(told === "failed" ? notes : []);
      await close(scope);
    });
  }
});

/** Kind, file and text of the notes that the page lists. */
function shown(scope: StepscopePage): Promise<string[][]> {
  return scope.page.getByTestId("notes").getByRole("listitem").evaluateAll((notes) =>
    notes.map((note) => {
      const text = note.querySelector("p")?.cloneNode(true) as HTMLElement;
      text.querySelector(".badge")?.remove();
      return [note.dataset["kind"] ?? "", note.querySelector(".mono.file, p.muted .mono")?.textContent ?? "", text.textContent];
    }),
  );
}

/** Closes the one capture that is open: nothing is left of it, nor of loads that failed before it. */
async function close(scope: StepscopePage): Promise<void> {
  await scope.page.getByRole("button", { name: "Close this capture" }).click();
  await scope.reaches("idle");
}
