import { expect, test } from "./lib/test.ts";

test("the page opens idle, without a request or an error", async ({ scope }) => {
  await scope.reaches("idle");
  await expect(scope.page).toHaveTitle("Stepscope");
});
