/** Databases and rare codecs are read by a module of their own: where that one fails, nothing else does. */
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { summaryOfCli } from "./lib/cli.ts";
import { artefact, fixture, realCapture } from "./lib/repository.ts";
import { StepscopePage } from "./lib/page.ts";
import { expect, test } from "./lib/test.ts";

test("without that module no database and no xz opens, which is said; all else does", async ({ page }, info) => {
  const broken = info.outputPath("stepscope.html");
  const whole = await readFile(artefact, "utf8");
  await writeFile(broken, whole.replace(/(id="extras-module">)[^<]+/, "$1AAAA"));
  const scope = new StepscopePage(page, pathToFileURL(broken).href);
  await scope.goto();
  const text = realCapture("torch_npu/text/level1");
  await scope.choose(text);
  await scope.reaches("ready");
  expect(await scope.summary()).toEqual(await summaryOfCli(text));

  await scope.choose(realCapture("torch_npu/db/level0"));
  await expect(page.getByRole("alert")).toContainText("level0");
  const { captures, notes } = await scope.summary();
  expect(captures).toEqual((await summaryOfCli(text)).captures);
  expect(notes.map(({ kind }) => kind)).toContain("reader-stopped");

  await scope.choose(fixture("trace_view.json.xz"));
  await expect(page.getByRole("alert").last()).toContainText("trace_view.json.xz");
  await scope.choose(text);
  await scope.reaches("ready");
  expect((await scope.summary()).captures).toHaveLength(2);
});
