/** The artefact inside a real JupyterLab: its trusted HTML viewer, and the sandbox of `/files/`. */
import { expect, test as base, type Page } from "@playwright/test";
import { readFolder, tarGz } from "../browser/lib/archives.ts";
import { StepscopePage, type Tab } from "../browser/lib/page.ts";
import { fixture } from "../browser/lib/repository.ts";
import { startJupyter, type Jupyter } from "./server.ts";

const test = base.extend<object, { jupyter: Jupyter }>({
  jupyter: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const jupyter = await startJupyter();
      await use(jupyter);
      jupyter.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

test("in the HTML viewer, once trusted", async ({ page, jupyter }) => {
  await page.goto(`${jupyter.url}/lab/tree/stepscope.html?token=${jupyter.token}`);
  await page.waitForSelector(".jp-HTMLViewer iframe[src^=blob]", { state: "attached" });
  await page.waitForLoadState("networkidle");
  const complaints = watchFrame(page);
  await page.getByRole("button", { name: "Trust HTML" }).click();
  // Trusting makes the frame anew, with scripts and Jupyter's own origin.
  const element = await page.waitForSelector(".jp-HTMLViewer iframe[sandbox*=allow-scripts]", { state: "attached" });
  const frame = await element.contentFrame();
  if (!frame) throw new Error("the viewer has no frame");
  const scope = new StepscopePage(page, frame.url(), frame);
  await opens(scope);

  await viewTravelsByPasting(scope);
  await offersTableAsText(scope);
  await scope.drop(fixture("healthy"));
  await expect(scope.frame.getByTestId("capture-name")).toHaveText(["data-starved", "healthy"]);
  expect(complaints).toEqual([]);
});

test("under /files/, on an opaque origin", async ({ page, jupyter }) => {
  const complaints = watchFrame(page);
  const scope = new StepscopePage(page, `${jupyter.url}/files/stepscope.html?token=${jupyter.token}`);
  await scope.goto();
  expect(await page.evaluate(() => window.origin)).toBe("null");
  const storage = await page.evaluate(() => {
    try {
      return `${window.localStorage.length} items`;
    } catch (refusal) {
      return String(refusal);
    }
  });
  expect(storage).toContain("SecurityError");
  await opens(scope);
  await offersTableAsText(scope);

  await scope.drop(fixture("healthy"));
  await says(scope, /A dropped folder cannot be read here\. Use Open folder/);
  await scope.choose(fixture("healthy"));
  await expect(scope.frame.getByTestId("capture-name")).toHaveText(["data-starved", "healthy"]);

  const view = await viewTravelsByPasting(scope);
  await scope.goto(view);
  await expect(scope.frame.getByTestId("link-waiting")).toContainText("data-starved");
  await opens(scope, "Timeline");
  expect(complaints).toEqual([]);
});

/** What the page says in passing. */
async function says(scope: StepscopePage, text: RegExp): Promise<void> {
  await expect(scope.frame.getByRole("status").filter({ hasText: text })).toBeVisible();
}

/** Downloads are refused without a word, so the page says that they may be, and gives the text. */
async function offersTableAsText(scope: StepscopePage): Promise<void> {
  await scope.tab("Operators").click();
  await scope.frame.getByTestId("operators-csv").click();
  const dialog = scope.frame.getByRole("dialog");
  await expect(dialog).toContainText("A frame may refuse downloads without saying so");
  await expect(dialog.getByRole("textbox")).toHaveValue(/^Type,[^]*\nConv2D,/);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await says(scope, /^Copied\.$/);
  await expect(dialog).toHaveCount(0);
}

/** The page lives, and opens a capture chosen inside the frame. */
async function opens(scope: StepscopePage, tab: Tab = "Overview"): Promise<void> {
  await scope.reaches("idle");
  await scope.choose({ name: "capture.tar.gz", bytes: tarGz(readFolder(fixture("data-starved"), "capture")) });
  await scope.reaches("ready");
  await expect(scope.tab(tab)).toHaveAttribute("aria-selected", "true");
  await scope.tab("Overview").click();
  const sentence = (await scope.summary()).verdict?.sentence ?? "no verdict";
  await expect(scope.frame.getByText(sentence).first()).toBeVisible();
}

/** The page's address cannot be shared here: the view is copied without it, and pasted. */
async function viewTravelsByPasting(scope: StepscopePage): Promise<string> {
  await scope.tab("Timeline").click();
  await scope.frame.getByTestId("copy-link").click();
  await says(scope, /This page's address cannot be shared: paste it with Open link/);
  await scope.tab("Overview").click();
  await scope.frame.getByRole("button", { name: "Open", exact: true }).click();
  await scope.frame.getByRole("menuitem", { name: "Open link" }).click();
  const text = scope.frame.getByRole("textbox", { name: "Open link" });
  await text.press("Control+v");
  const view = await text.inputValue();
  expect(view).toMatch(/^#view=1&.*tab=timeline/);
  await text.press("Enter");
  await expect(scope.tab("Timeline")).toHaveAttribute("aria-selected", "true");
  return view;
}

/** What the page itself complains about; JupyterLab's own messages are not ours. */
function watchFrame(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    const ours = /^blob:|stepscope\.html/.test(message.location().url);
    if (ours && message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}
