/** Tables wider than their place: what the columns mean stays readable, and that there is more is seen. */
import { expect, test } from "./lib/test.ts";

test("a table that is too wide says so, and its first column stays in view", async ({ scope }) => {
  await scope.goto("#demo");
  await scope.reaches("ready");
  await scope.tab("Operators").click();
  const table = scope.page.getByTestId("operators-table");
  const frame = table.locator("xpath=..");
  await expect(frame).toHaveClass(/\bafter\b/);
  const first = table.getByRole("gridcell").first();
  const before = await first.boundingBox();
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect(frame).toHaveClass(/\bbefore\b/);
  await expect(frame).not.toHaveClass(/\bafter\b/);
  expect(await first.boundingBox()).toEqual(before);
});

test("the statistics of a range fit beside each other", async ({ scope }) => {
  await scope.goto("#demo");
  await scope.reaches("ready");
  await scope.tab("Timeline").click();
  const canvas = await scope.page.getByTestId("timeline-canvas").boundingBox();
  if (!canvas) throw new Error("the timeline has no canvas");
  const { mouse, keyboard } = scope.page;
  await keyboard.down("Shift");
  await mouse.move(canvas.x + 100, canvas.y + 100);
  await mouse.down();
  await mouse.move(canvas.x + 400, canvas.y + 110, { steps: 4 });
  await mouse.up();
  await keyboard.up("Shift");
  for (const id of ["range-names", "range-rows"]) {
    const table = scope.page.getByTestId(id);
    await expect(table).toBeVisible();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const cut = table.locator(".grid-cell.number").evaluateAll((cells) =>
      cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
    expect(await cut).toEqual([]);
  }
});
