// The engine's worker of the page: what is asked there is timed without the way from and to the page.
import { inWorker } from "./page.mjs";

/**
 * The worker, with `self.engine` its engine, the timeline shown. The engine shows itself when it next answers
 * something.
 */
export async function engineOf(page) {
  for (const worker of page.workers()) {
    await inWorker(worker, () => {
      const { prototype } = wasm_bindgen.Engine;
      const { needsFrame } = prototype;
      prototype.needsFrame = function () {
        self.engine = this;
        return needsFrame.call(this);
      };
    });
  }
  await page.getByRole("tab", { name: "Timeline" }).click();
  await page.getByTestId("visible-length").filter({ hasText: /./ }).waitFor();
  // It may have answered everything before it was told to show itself.
  await page.evaluate(() => window.stepscope.summary());
  for (const worker of page.workers()) {
    if (await inWorker(worker, () => self.engine !== undefined)) return worker;
  }
  throw new Error("no worker holds an engine");
}

/** The number that a share of the numbers does not exceed. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}
