/** The bench's scripts measure the page as it is: a figure that nobody can take any more would be missed only by hand. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { bigTrace } from "./lib/big.ts";
import { root } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";

const run = promisify(execFile);

// `queries.mjs` asks for what only the trace of ten million slices holds.
for (const [script, window, figure] of [
  ["start.mjs", [], "page usable"],
  ["page.mjs", [], "page load"],
  ["second.mjs", [], "second opening"],
  ["frames.mjs", ["800", "600", "1"], "frame p95, 800×600"],
] as const) {
  test(`${script} says its figures`, async ({ page }, info) => {
    await page.close();
    const path = await bigTrace(info);
    const { stdout } = await run("node", [join(root, "tests/bench", script), path, ...window]);
    const figures = stdout.trim().split("\n").map((line) => JSON.parse(line) as { what: string; value: number });
    expect(figures.find(({ what }) => what === figure)?.value).toBeGreaterThanOrEqual(0);
  });
}
