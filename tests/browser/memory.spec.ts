/** What only loading needs is given back. */
import { bigCapture } from "./lib/big.ts";
import { installHold } from "./lib/disk.ts";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";

test("loaders are gone when their load has ended, with their memory", async ({ scope }, info) => {
  await installHold(scope.page);
  await scope.goto();
  await scope.choose(await bigCapture(info));
  await expect(scope.page.getByTestId("loading")).toContainText("rank0");
  expect(scope.page.workers().length).toBeGreaterThan(1);
  await scope.page.evaluate(() => window.letRead());
  await scope.reaches("ready");
  await scope.rests();

  // Of a small one too, which is read by other loaders.
  await scope.choose(realCapture("torch_npu/text/level1"));
  await expect(scope.page.getByTestId("capture-name")).toHaveText(["job", "level1"]);
  await scope.reaches("ready");
  await scope.rests();
});
