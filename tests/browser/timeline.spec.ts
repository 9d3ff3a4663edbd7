/** The timeline as a person uses it: zoom, search, select, follow a flow, share the view. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { realCapture } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { NamedBytes, StepscopePage } from "./lib/page.ts";

const capture = (): NamedBytes => ({
  name: "trace_view.json",
  bytes: readFileSync(
    join(realCapture("torch_npu/text/level1"), "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"),
  ),
});

async function openTimeline(scope: StepscopePage): Promise<void> {
  await scope.choose(capture());
  await scope.reaches("ready");
  await scope.tab("Timeline").click();
  await expect(scope.page.getByTestId("visible-length")).not.toBeEmpty();
}

test("the tabs show their views", async ({ scope }) => {
  await scope.choose(capture());
  await scope.reaches("ready");
  for (const [tab, id] of [
    ["Overview", "overview"],
    ["Timeline", "timeline"],
    ["Operators", "operators"],
    ["Capture", "capture"],
  ] as const) {
    await scope.tab(tab).click();
    await expect(scope.page.getByTestId(id).first()).toBeVisible();
  }
});

test("the keyboard zooms, pans and fits", async ({ scope }) => {
  await openTimeline(scope);
  const visible = scope.page.getByTestId("visible-length");
  const whole = await visible.textContent();
  await scope.page.keyboard.press("w");
  await expect(visible).not.toHaveText(whole ?? "");
  const zoomed = await settled(async () => (await visible.textContent()) ?? "");
  await scope.page.keyboard.press("d");
  await expect(visible).toHaveText(zoomed);
  await scope.page.keyboard.press("w");
  await expect(visible).not.toHaveText(zoomed);
  await scope.page.keyboard.press("0");
  await expect(visible).toHaveText(whole ?? "");
});

test("a kernel is found, selected, read and followed to its operator and back", async ({ scope }) => {
  await openTimeline(scope);
  await search(scope, "trans_TransData_0");
  const name = scope.page.getByTestId("slice-name");
  await expect(name).toHaveText("trans_TransData_0");
  const details = scope.page.getByTestId("slice-details");
  // As in the file: the first kernel of the step.
  await expect(scope.page.getByTestId("slice-duration")).toContainText("53.741");
  await expect(details).toContainText("Physic Stream Id");
  await scope.page.getByTestId("flow-link").first().click();
  await expect(name).not.toHaveText("trans_TransData_0");
  await scope.page.getByTestId("flow-link").filter({ hasText: "trans_TransData_0" }).first().click();
  await expect(name).toHaveText("trans_TransData_0");
});

test("a copied link brings back the view, the tab, the selected slice and the hit of the search", async ({ scope }) => {
  await openTimeline(scope);
  await search(scope, "trans_TransData_0");
  await scope.page.keyboard.press("f");
  const visible = scope.page.getByTestId("visible-length");
  await expect.poll(() => new URL(scope.page.url()).hash.length).toBeGreaterThan(10);
  const hash = await settledHash(scope);
  const before = await visible.textContent();
  const place = scope.page.getByTestId("search-place");
  await expect(place).toContainText("/");
  const hit = await place.textContent();
  await scope.goto(hash);
  await scope.choose(capture());
  await scope.reaches("ready");
  await expect(scope.tab("Timeline")).toHaveAttribute("aria-selected", "true");
  await expect(scope.page.getByTestId("slice-name")).toHaveText("trans_TransData_0");
  await expect(visible).toHaveText(before ?? "");
  await expect(place).toHaveText(hit ?? "");
});

test("an operator that is opened in the timeline stands clear of the edges", async ({ scope }) => {
  await scope.goto("#demo");
  await scope.reaches("ready");
  await scope.tab("Operators").click();
  await scope.page.getByTestId("operators-table").locator(".grid-row").nth(2).dblclick();
  await expect(scope.page.getByTestId("slice-name")).not.toBeEmpty();
  const row = scope.page.getByTestId("row-heading").filter({ hasText: "Stream 2" }).first();
  const canvas = scope.page.getByTestId("timeline-canvas");
  const clear = async (): Promise<boolean> => {
    const [inner, outer] = await Promise.all([row.boundingBox(), canvas.boundingBox()]);
    // The axis takes the first 28 pixels.
    return inner !== null && outer !== null && inner.y > outer.y + 60 && inner.y + inner.height < outer.y + outer.height;
  };
  await expect.poll(clear).toBe(true);
});

/** The fragment is written a moment after the view. */
function settledHash(scope: StepscopePage): Promise<string> {
  return settled(() => Promise.resolve(new URL(scope.page.url()).hash));
}

/** A text once it has stopped changing: views glide to their place. */
async function settled(read: () => Promise<string>): Promise<string> {
  let last = "";
  await expect
    .poll(
      async () => {
        const text = await read();
        const still = text === last;
        last = text;
        return still;
      },
      { intervals: [500] },
    )
    .toBe(true);
  return last;
}

async function search(scope: StepscopePage, text: string): Promise<void> {
  const input = scope.page.getByTestId("search-input");
  await input.fill(text);
  await expect(scope.page.getByTestId("search-results")).toContainText(text);
  await input.press("Enter");
  await expect(scope.page.getByTestId("slice-name")).toHaveText(text);
  await input.press("Escape");
}
