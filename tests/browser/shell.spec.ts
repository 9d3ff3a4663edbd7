import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";

test("the page opens idle, without a request or an error", async ({ scope }) => {
  await scope.reaches("idle");
  await expect(scope.page).toHaveTitle("Stepscope");
});

test("every tool of the bar is in view, however narrow the page", async ({ scope }) => {
  await scope.choose(realCapture("torch_npu/text/level1"));
  await scope.reaches("ready");
  for (const width of [730, 620, 520]) {
    await scope.page.setViewportSize({ width, height: 600 });
    const last = await scope.page.getByRole("button", { name: "Keyboard shortcuts" }).boundingBox();
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThanOrEqual(width);
  }
  // A rank is not named beside its own number.
  await scope.tab("Capture").click();
  const facts = scope.page.getByTestId("capture").locator(".certificate > div").filter({ hasText: /^Rank/ });
  await expect(facts.locator("dd > div")).toHaveText(["0", "1"]);
});
