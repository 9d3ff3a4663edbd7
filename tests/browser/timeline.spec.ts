/** The timeline as a person uses it: zoom, search, select, follow a flow, share the view. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { realCapture } from "./lib/repository.ts";
import type { Locator } from "@playwright/test";
import { expect, test } from "./lib/test.ts";
import type { NamedBytes, StepscopePage, Tab } from "./lib/page.ts";

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

test("the keyboard steps through the tabs", async ({ scope }) => {
  await scope.choose(capture());
  await scope.reaches("ready");
  const shows = async (tab: Tab): Promise<void> => {
    await expect(scope.tab(tab)).toHaveAttribute("aria-selected", "true");
    await expect(scope.page.getByTestId(tab.toLowerCase()).first()).toBeVisible();
  };
  const { keyboard } = scope.page;
  await scope.tab("Overview").focus();
  for (const tab of ["Timeline", "Operators", "Capture", "Overview"] as const) {
    await keyboard.press("ArrowRight");
    await shows(tab);
    await expect(scope.tab(tab)).toBeFocused();
  }
  await keyboard.press("ArrowLeft");
  await shows("Capture");
  for (const [key, tab] of [["1", "Overview"], ["2", "Timeline"], ["3", "Operators"], ["4", "Capture"]] as const) {
    await keyboard.press(key);
    await shows(tab);
  }
});

test("the keyboard zooms, pans and fits", async ({ scope }) => {
  await openTimeline(scope);
  const visible = scope.page.getByTestId("visible-length");
  const whole = await visible.textContent();
  await scope.page.keyboard.press("w");
  await expect(visible).not.toHaveText(whole ?? "");
  await scope.stands();
  const zoomed = (await visible.textContent()) ?? "";
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

test("the copied link brings back everything that was looked at", async ({ scope, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page } = scope;
  const { keyboard } = page;
  const pinned = page.locator("[data-testid=row-heading].pinned");
  const closed = page.locator("[data-testid=row-heading][aria-expanded=false]");
  const statistics = page.getByTestId("range-statistics");
  await openTimeline(scope);
  await search(scope, "trans_TransData_0");
  await keyboard.press("p");
  await expect(pinned).toHaveCount(1);
  const open = page.getByRole("treeitem", { expanded: true }).last();
  const folded = (await open.getAttribute("data-row")) ?? "";
  await open.press("ArrowLeft");
  await expect(closed.and(page.locator(`[data-row="${folded}"]`))).toBeVisible();
  await keyboard.press("m");
  await keyboard.press("f");
  await page.getByRole("tab", { name: "Range" }).click();
  await expect(statistics).toContainText("53.741");
  await page.getByTestId("theme").click();
  await page.getByTestId("language").click();
  const place = page.getByTestId("search-place");
  await expect(place).toContainText("/");
  const hit = (await place.textContent()) ?? "";
  const before = await looks(scope);
  const link = await copiedLink(scope);
  expect(link).toBe(page.url());

  // The link alone must carry it, not what this browser remembers.
  await page.evaluate(() => window.localStorage.clear());
  await scope.goto(new URL(link).hash);
  await expect(page.getByTestId("link-waiting")).toContainText("trace_view.json");
  await scope.choose(capture());
  await scope.reaches("ready");
  await expect(page.getByTestId("tab-timeline")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("[data-theme=dark][lang=zh-CN]")).toBeVisible();
  await expect(pinned).toHaveCount(1);
  await expect(closed.and(page.locator(`[data-row="${folded}"]`))).toBeVisible();
  await expect(statistics).toContainText("53.741");
  await expect(place).toHaveText(hit);
  expect((await looks(scope)) === before, "the rows look as before").toBe(true);
  expect(await copiedLink(scope)).toBe(link);
  await page.getByTestId("tab-slice").click();
  await expect(page.getByTestId("slice-name")).toHaveText("trans_TransData_0");
});

test("an operator that is opened in the timeline stands clear of the edges", async ({ scope }) => {
  await scope.goto("#demo");
  await scope.reaches("ready");
  await scope.tab("Operators").click();
  await scope.page.getByTestId("operators-table").locator(".grid-row").nth(2).dblclick();
  await expect(scope.page.getByTestId("slice-name")).not.toBeEmpty();
  await standsClear(scope, scope.page.getByTestId("row-heading").filter({ hasText: "Stream 2" }).first());
});

test("a hit on a row that was folded away at the end comes into view", async ({ scope }) => {
  await scope.page.setViewportSize({ width: 1280, height: 720 });
  await scope.goto("#demo");
  await scope.reaches("ready");
  await scope.tab("Timeline").click();
  const input = scope.page.getByTestId("search-input");
  await input.fill("Conv2D rank:7");
  await expect(scope.page.getByTestId("search-results")).toContainText("Conv2D");
  await input.press("Enter");
  await expect(scope.page.getByTestId("slice-name")).toContainText("Conv2D");
  await standsClear(scope, scope.page.getByTestId("row-heading").filter({ hasText: "Stream 2" }).last());
});

for (const { what, state, finds } of [
  { what: "hidden", state: "ranks=0&hide=0/421888448/2", finds: "Stream 2" },
  { what: "folded away with its process and its rank", state: "closed=3,3/423771587", finds: "Stream 2" },
]) {
  test(`a hit on a row that is ${what} is shown, and stays so`, async ({ scope }) => {
    const { page } = scope;
    await scope.goto(`#demo&view=1&tab=timeline&find=MatMul&panel=slice&${state}`);
    await scope.reaches("ready");
    await scope.stands();
    const whole = (await page.getByTestId("visible-length").textContent()) ?? "";
    await page.getByTestId("timeline-surface").focus();
    await page.mouse.move(0, 0);
    await page.keyboard.press("n");
    await expect(page.getByTestId("slice-name")).toContainText("MatMul");
    await scope.stands();
    const key = /hide=([^&]+)|closed=3,(3[^&]+)/.exec(state)?.slice(1).find((own) => own !== undefined) ?? "";
    const row = page.locator(`[data-row="${key}"]`);
    const stream = what === "hidden" ? row : page.locator(`[data-row^="${key}/"]`).filter({ hasText: finds }).first();
    await standsClear(scope, stream);
    expect(new URL(page.url()).hash).not.toMatch(/hide=|closed=/);
    // As the canvas has it, and after what is done next.
    const painted = await picture(scope, "timeline-surface");
    await page.keyboard.press("c");
    await scope.stands();
    await expect(stream).toBeVisible();
    await page.keyboard.press("c");
    await scope.stands();
    expect((await picture(scope, "timeline-surface")) === painted, "as before").toBe(true);
    await page.getByRole("button", { name: "Undo zoom" }).click();
    await expect(page.getByTestId("visible-length")).toHaveText(whole);
    await expect(stream).toBeVisible();
  });
}

test("a hit on a row that the filter leaves out says so, and is shown without the filter", async ({ scope }) => {
  const { page } = scope;
  await scope.goto("#demo&view=1&tab=timeline&ranks=0&find=MatMul&panel=slice&rows=CANN");
  await scope.reaches("ready");
  await scope.stands();
  const note = page.getByTestId("left-out");
  await expect(note).toBeHidden();
  await page.getByTestId("timeline-surface").focus();
  await page.keyboard.press("n");
  await expect(note).toContainText("on a row that the row filter leaves out");
  await page.getByTestId("language").click();
  await expect(note).toContainText("被行筛选排除");
  await page.getByTestId("language").click();
  await note.getByRole("button", { name: "Clear the filter" }).click();
  await expect(note).toBeHidden();
  await expect(page.getByTestId("row-filter")).toHaveValue("");
  await expect(page.getByTestId("slice-name")).toContainText("MatMul");
  await standsClear(scope, page.getByTestId("row-heading").filter({ hasText: "Stream 2" }).first());
  // Nothing at all is left by this one.
  await page.getByTestId("row-filter").fill("nowhere");
  await expect(note).toContainText("No row matches");
  await page.getByTestId("row-filter").fill("");
  await expect(note).toBeHidden();
});

test("compact rows are low, and stay so", async ({ scope }) => {
  // All at once: a row that has gone meanwhile would be waited for.
  const lowest = (): Promise<number> =>
    scope.page.getByTestId("row-heading").evaluateAll((rows) => Math.min(...rows.map((row) => row.getBoundingClientRect().height)));
  await openTimeline(scope);
  await expect.poll(lowest).toBe(20);
  await scope.page.getByTestId("timeline-surface").focus();
  await scope.page.keyboard.press("c");
  await expect.poll(lowest).toBe(12);
  await scope.goto();
  await openTimeline(scope);
  await expect.poll(lowest).toBe(12);
  await scope.page.getByTestId("compact-rows").click();
  await expect.poll(lowest).toBe(20);
});

test("hits that are stepped through quickly all count", async ({ scope }) => {
  const { page } = scope;
  await openTimeline(scope);
  await search(scope, "aclnnAddmm_MatMulCommon_MatMulV2");
  await page.getByTestId("timeline-surface").focus();
  const place = page.getByTestId("search-place");
  await expect(place).toHaveText("1 / 3");
  // In one task: none of them waits for an answer. They go round once.
  await page.evaluate(() => {
    const press = () => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    for (let times = 0; times < 5; times += 1) press();
  });
  await expect(place).toHaveText("3 / 3");
});

test("the row at the top stays there when rows change their heights, in a link too", async ({ scope }) => {
  const { page } = scope;
  await page.setViewportSize({ width: 1280, height: 400 });
  await openTimeline(scope);
  await page.getByTestId("timeline-surface").hover();
  await page.mouse.wheel(0, 455);
  await expect.poll(async () => (await topRow(scope)).place).not.toMatch(/ 0\.0$/);
  await scope.stands();
  const regular = await topRow(scope);
  await page.getByTestId("timeline-surface").focus();
  await page.keyboard.press("c");
  await expect.poll(async () => (await topRow(scope)).height).toBeLessThan(regular.height);
  const compact = await topRow(scope);
  expect(compact.place).toBe(regular.place);
  await scope.stands();
  const { hash } = new URL(page.url());
  await page.keyboard.press("c");
  await expect.poll(() => topRow(scope)).toEqual(regular);
  // Opened elsewhere, rows have the heights that are usual there.
  await scope.goto(hash);
  await scope.choose(capture());
  await scope.reaches("ready");
  await expect.poll(() => topRow(scope)).toEqual(regular);
});

test("pinned rows that take more than half of the height scroll by themselves", async ({ scope }) => {
  const { page } = scope;
  await page.setViewportSize({ width: 1280, height: 1000 });
  await scope.goto("#demo&view=1&tab=timeline&panel=none");
  await scope.reaches("ready");
  await expect.poll(() => page.getByTestId("row-heading").count()).toBeGreaterThan(12);
  const keys = await page.getByTestId("row-heading").evaluateAll((rows) =>
    rows.filter((row) => row.getBoundingClientRect().height < 45).map((row) => row.getAttribute("data-row") ?? ""),
  );
  const [other = "", ...pins] = keys.slice(0, 11);
  const [first = "", last = ""] = [pins[0], pins.at(-1)];
  await page.setViewportSize({ width: 1280, height: 360 });
  await scope.goto(`#demo&view=1&tab=timeline&panel=none&pin=${pins.join(",")}`);
  await scope.reaches("ready");
  const headings = page.locator(".headings-pinned [data-testid=row-heading]");
  await expect(headings.first()).toHaveAttribute("data-row", first);
  const [part, canvas] = [await boxOf(page.locator(".headings-pinned")), await boxOf(page.getByTestId("timeline-canvas"))];
  const bottom = part.y + part.height;
  expect(part.height).toBeLessThan(canvas.height / 2);
  const others = await topRow(scope);
  // All pinned rows whose middle is in sight; at once, as they come and go.
  const seen = (): Promise<(string | null)[]> =>
    headings.evaluateAll(
      (rows, [top, bottom]) =>
        rows
          .filter((row) => {
            const { y, height } = row.getBoundingClientRect();
            return y + height / 2 > top && y + height / 2 < bottom;
          })
          .map((row) => row.getAttribute("data-row")),
      [part.y, bottom] as const,
    );
  expect(await seen()).not.toContain(last);

  await page.mouse.move(canvas.x + 300, part.y + 10);
  await page.mouse.wheel(0, 9_000);
  await expect.poll(seen).toContain(last);
  expect(await seen()).not.toContain(first);
  await page.mouse.move(part.x + 20, part.y + 10);
  await page.mouse.wheel(0, -9_000);
  await expect.poll(seen).toContain(first);
  await page.mouse.wheel(0, 9_000);
  await expect.poll(seen).toContain(last);
  expect(await topRow(scope)).toEqual(others);

  // What is met on the canvas is what stands beside it.
  const { y, height } = await boxOf(headings.last());
  await page.mouse.click(canvas.x + 300, y + height / 2, { button: "right" });
  await page.getByRole("menuitem", { name: "Unpin" }).click();
  await expect(headings.last()).toHaveAttribute("data-row", pins.at(-2) ?? "");
  await page.mouse.click(canvas.x + 300, bottom + 5, { button: "right" });
  await page.getByRole("menuitem", { name: "Pin to the top" }).click();
  // It is the last of them, and they are scrolled to it.
  await expect.poll(seen).toContain(other);

  // The keys go to rows that are out of sight.
  await headings.last().focus();
  for (let row = 0; row < 9; row += 1) {
    const before = await page.locator(":focus").getAttribute("data-row");
    await page.keyboard.press("ArrowUp");
    await expect(page.locator(":focus")).not.toHaveAttribute("data-row", before ?? "");
    await expect.poll(seen).toContain(await page.locator(":focus").getAttribute("data-row"));
  }
  await expect(page.locator(":focus")).toHaveAttribute("data-row", first);
});

test("what is under the pointer is not told once it has left", async ({ scope }) => {
  const { page } = scope;
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    window.giveHits = () => held.splice(0).forEach((post) => post());
    const post = Reflect.get(Worker.prototype, "postMessage");
    Worker.prototype.postMessage = function (...message: [{ method?: string }, ...[]]) {
      const now = (): void => post.apply(this, message);
      if (message[0].method === "hit") held.push(now);
      else now();
    };
  });
  await scope.goto("#demo&view=1&tab=timeline&panel=none");
  await scope.reaches("ready");
  await scope.stands();
  const row = await boxOf(page.getByTestId("row-heading").filter({ hasText: "Stream 2" }).first());
  const surface = await boxOf(page.getByTestId("timeline-surface"));
  const tip = page.getByRole("tooltip");
  const pointAt = (): Promise<void> => page.mouse.move(surface.x + surface.width / 2, row.y + row.height / 2);
  await pointAt();
  await page.evaluate(() => window.giveHits());
  await expect(tip).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(tip).toBeHidden();
  await pointAt();
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.giveHits());
  // The engine answers in turn.
  await scope.summary();
  await expect(tip).toBeHidden();
});

test("rows that are pinned, or whose process is, say whose they are", async ({ scope }) => {
  const { page } = scope;
  await scope.goto("#demo&view=1&tab=timeline&panel=none&ranks=0,3&pin=0/421888448/2,3/423771587");
  await scope.reaches("ready");
  await scope.stands();
  const pinned = page.locator(".headings-pinned [data-testid=row-heading]");
  const stream = page.getByRole("treeitem", { name: "Rank 0 / Ascend Hardware / Stream 2", exact: true });
  await expect(pinned.first()).toHaveText("Stream 2Rank 0 / Ascend Hardware");
  await expect(pinned.first().and(stream)).toBeVisible();
  await expect(pinned.last()).toContainText(/Rank 3$/);
  const inside = await stream.locator(".row-path").evaluate((path) => path.getBoundingClientRect().right <= (path.closest("[data-row]")?.getBoundingClientRect().right ?? 0));
  expect(inside, "in its place").toBe(true);
  await stream.getByText("Stream 2").hover();
  await expect(page.getByRole("tooltip")).toHaveText("Rank 0 / Ascend Hardware / Stream 2");
  // Below its own process a row has but its name.
  await expect(page.getByRole("treeitem", { name: "Stream 4", exact: true }).first()).toHaveText("Stream 4");
});

for (const ratio of [1.1, 1.25]) {
  test.describe(`on a screen of ${ratio} device pixels`, () => {
    test.use({ deviceScaleFactor: ratio, viewport: { width: 1283, height: 721 } });

    test("rows that were moved look as if painted afresh", async ({ scope }) => {
      const { page } = scope;
      await scope.goto("#demo&view=1&tab=timeline&panel=none");
      await scope.reaches("ready");
      await expect(page.getByTestId("visible-length")).not.toBeEmpty();
      const { x, y, width, height } = await boxOf(page.getByTestId("timeline-canvas"));
      await page.mouse.move(x + width / 3, y + height / 2);
      await page.keyboard.down("Control");
      await page.mouse.wheel(0, -400);
      await page.keyboard.up("Control");
      for (const [across, down] of [[37, -3], [-211, 90], [5, 131]] as const) {
        await scope.stands();
        const before = page.url();
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.wheel(across, down);
        await expect.poll(() => page.url()).not.toBe(before);
        await scope.stands();
        await page.mouse.down();
        await page.mouse.move(x + width / 2 - across / 3, y + height / 2 - 7, { steps: 5 });
        await page.mouse.up();
        await page.mouse.move(0, 0);
        await scope.stands();
        const { hash } = new URL(page.url());
        const afresh = await scope.beside(hash);
        await afresh.reaches("ready");
        await afresh.stands();
        // Nothing is painted any more. What a worker has painted, the browser may show some frames later.
        const isSame = async (): Promise<boolean> =>
          (await picture(scope, "timeline-canvas")) === (await picture(afresh, "timeline-canvas"));
        await expect.poll(isSame, `the same after ${across} and ${down}`).toBe(true);
        await afresh.page.close();
      }
    });
  });
}

test.describe("on a screen of two device pixels", () => {
  test.use({ deviceScaleFactor: 2 });

  test("rows look the same stretched by a GPU and put without one", async ({ scope }) => {
    const looksOf = async (draws: "as it does" | "with a GPU"): Promise<string> => {
      await scope.goto("#demo");
      await scope.reaches("ready");
      if (draws === "with a GPU") await Promise.all(scope.page.workers().map((worker) => worker.evaluate(claimGpu)));
      await scope.tab("Timeline").click();
      await expect(scope.page.getByTestId("visible-length")).not.toBeEmpty();
      const asked = scope.page.workers().map((worker) => worker.evaluate(() => Reflect.get(self, "askedForGpu") === true));
      expect((await Promise.all(asked)).includes(true), "whether a GPU was claimed").toBe(draws === "with a GPU");
      return looks(scope);
    };
    expect(await looksOf("with a GPU")).toBe(await looksOf("as it does"));
  });
});

/** Runs in a worker: its WebGL is then that of a GPU without a name. */
function claimGpu(): void {
  const { prototype } = OffscreenCanvas;
  const own = Reflect.get(prototype, "getContext") as (...args: unknown[]) => unknown;
  Reflect.set(prototype, "getContext", function (this: OffscreenCanvas, kind: string, ...options: unknown[]) {
    if (kind !== "webgl") return own.call(this, kind, ...options);
    Reflect.set(self, "askedForGpu", true);
    return Object.create(WebGLRenderingContext.prototype, { getExtension: { value: () => null } }) as unknown;
  });
}

/** The row comes to rest where it can be seen: not at an edge, nor under the axis of 28 pixels. */
async function standsClear(scope: StepscopePage, row: Locator): Promise<void> {
  await scope.stands();
  const [inner, outer] = [await row.boundingBox(), await scope.page.getByTestId("timeline-canvas").boundingBox()];
  expect(inner !== null && outer !== null && inner.y > outer.y + 60 && inner.y + inner.height < outer.y + outer.height, "in view").toBe(true);
}

/** Where something is; it must be there. */
async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("not there");
  return box;
}

interface TopRow {
  /** Its key, and the share of it that is out of sight. */
  place: string;
  height: number;
}

/** The topmost of the rows that scroll. */
function topRow(scope: StepscopePage): Promise<TopRow> {
  return scope.page.locator("[data-testid=row-heading]:not(.pinned)").evaluateAll((rows) => {
    const edge = rows[0]?.parentElement?.getBoundingClientRect().top ?? 0;
    const first = rows.find((row) => row.getBoundingClientRect().bottom > edge + 0.5);
    const { top, height } = first?.getBoundingClientRect() ?? { top: 0, height: 1 };
    return { place: `${first?.getAttribute("data-row") ?? "none"} ${((edge - top) / height).toFixed(1)}`, height };
  });
}

/** Pictures of the rows' names and of the rows once they rest, with the pointer away from them. */
async function looks(scope: StepscopePage): Promise<string> {
  await scope.page.mouse.move(0, 0);
  await scope.stands();
  return `${await picture(scope, "row-headings")} ${await picture(scope, "timeline-surface")}`;
}

async function picture(scope: StepscopePage, id: string): Promise<string> {
  return (await scope.page.getByTestId(id).screenshot()).toString("base64");
}

async function copiedLink(scope: StepscopePage): Promise<string> {
  await scope.page.getByTestId("copy-link").click();
  return scope.page.evaluate(() => navigator.clipboard.readText());
}

async function search(scope: StepscopePage, text: string): Promise<void> {
  const input = scope.page.getByTestId("search-input");
  await input.fill(text);
  await expect(scope.page.getByTestId("search-results")).toContainText(text);
  await input.press("Enter");
  await expect(scope.page.getByTestId("slice-name")).toHaveText(text);
  await input.press("Escape");
}

declare global {
  interface Window {
    giveHits: () => void;
  }
}
