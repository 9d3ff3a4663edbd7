/** What the Overview says, and how far it is to be trusted. */
import { readFolder, zip } from "./lib/archives.ts";
import { fixture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";

test("of two captures it opens the one that the summary speaks of, and names it", async ({ scope }) => {
  await scope.choose({ name: "demo.zip", bytes: zip(readFolder(fixture("demo"), "demo")) });
  await scope.reaches("ready");
  const { captures, verdict } = await scope.summary();
  expect(captures.map(({ name }) => name)).toEqual(["resnet_after", "resnet_before"]);
  const card = scope.page.getByTestId("verdict");
  await expect(card).toContainText(verdict?.sentence ?? "no verdict");
  await expect(card).toContainText("Verdict on resnet_before");
  // The steps of eight ranks are counted once.
  await expect(card).toContainText("Steps 5");
  await expect(card).toContainText("mean over 8 ranks");
  await scope.page.getByTestId("capture-name").filter({ hasText: "resnet_after" }).click();
  await expect(card).toContainText("Verdict on resnet_after");
  const elsewhere = scope.page.getByTestId("verdict-elsewhere");
  await expect(elsewhere).toContainText(verdict?.sentence ?? "no verdict");
  await elsewhere.getByRole("button").click();
  await expect(card).toContainText("Verdict on resnet_before");
  await expect(elsewhere).toHaveCount(0);
});

test("a cut trace marks the verdict and the step figures, in both languages", async ({ scope }) => {
  await scope.choose({ name: "cut.zip", bytes: zip(readFolder(fixture("truncated"), "truncated")) });
  await scope.reaches("ready");
  const card = scope.page.getByTestId("verdict");
  await expect(card).toContainText("rests on an incomplete capture");
  await expect(card.getByTestId("caveat")).toHaveCount(4);
  await expect(card.getByTestId("caveat").first()).toHaveAttribute("aria-label", /files are cut short/);
  for (const place of ["step-times", "layers", "ranks"]) {
    await expect(scope.page.getByTestId(place).getByTestId("caveat")).toBeVisible();
  }
  await scope.page.getByTestId("language").click();
  await expect(card).toContainText("采集不完整");
  await expect(card.getByTestId("caveat").first()).toHaveAttribute("aria-label", /截断/);
});
