/** Limits against hostile files, which who trusts a file may raise. */
import { zip } from "./lib/archives.ts";
import { expect, test } from "./lib/test.ts";

const event = '[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]';
const deep = { name: "deep.zip", bytes: zip([{ path: `${"a/".repeat(70)}run.json`, bytes: Buffer.from(event) }]) };

test("what is beyond a limit opens when the limits are raised, as its message says", async ({ scope }) => {
  await scope.choose(deep);
  await scope.reaches("failed");
  const { notes } = await scope.summary();
  const said = notes.find((note) => note.kind === "limit-reached")?.text ?? "";
  expect(said).toContain("more than 64 deep");
  const fragment = /#limits=\d+/.exec(said)?.[0] ?? "";

  await scope.goto(fragment);
  await scope.choose(deep);
  await scope.reaches("ready");
  expect((await scope.summary()).captures.map(({ name }) => name)).toEqual(["run.json"]);
});

test("limits are raised in a page that is open", async ({ scope }) => {
  await scope.frame.evaluate(() => (location.hash = "limits=2"));
  await scope.choose(deep);
  await scope.reaches("ready");
});
