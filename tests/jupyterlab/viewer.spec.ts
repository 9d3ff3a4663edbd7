/** The artefact inside a real JupyterLab: its trusted HTML viewer, and the sandbox of `/files/`. */
import { expect, test as base, type Page } from "@playwright/test";
import { readFolder, tarGz } from "../browser/lib/archives.ts";
import { StepscopePage } from "../browser/lib/page.ts";
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
  expect(complaints).toEqual([]);
});

test("under /files/, on an opaque origin", async ({ page, jupyter }) => {
  const complaints = watchFrame(page);
  const scope = new StepscopePage(page, `${jupyter.url}/files/stepscope.html?token=${jupyter.token}`);
  await scope.goto();
  expect(await page.evaluate(() => window.origin)).toBe("null");
  await opens(scope);
  expect(complaints).toEqual([]);
});

/** The page lives, and opens a capture chosen inside the frame. */
async function opens(scope: StepscopePage): Promise<void> {
  await scope.reaches("idle");
  await scope.choose({ name: "capture.tar.gz", bytes: tarGz(readFolder(fixture("data-starved"), "capture")) });
  await scope.reaches("ready");
  const sentence = (await scope.summary()).verdict?.sentence ?? "no verdict";
  await expect(scope.frame.getByText(sentence).first()).toBeVisible();
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
