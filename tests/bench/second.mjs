// How long FILE takes to open a second time, from the browser's private files. Over http, from a browser with a
// disk: pages from the disk, and browsers without one, have none.
// usage: node second.mjs FILE
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import config from "../chromium.js";
import { artefact, openFile, openPage, say } from "./lib/page.mjs";

const [file] = process.argv.slice(2);
const server = createServer((_, response) => {
  response.setHeader("content-type", "text/html");
  createReadStream(fileURLToPath(artefact)).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const profile = mkdtempSync(join(tmpdir(), "stepscope-bench-"));
const browser = await chromium.launchPersistentContext(profile, config);

const page = await openPage(browser, undefined, address);
const first = await openFile(page, file);
const bytes = await stored(page);
await page.close();
const again = await openPage(browser, undefined, address);
const second = await openFile(again, file);
// Otherwise there is nothing to wait for: it was opened from its file.
await again.getByTestId("cached").waitFor();
say("first opening", first, "s");
say("second opening", second, "s");
say("second opening of the first", (100 * second) / first, "%");
say("stored", bytes / 1e6, "MB");
await browser.close();
server.close();
rmSync(profile, { recursive: true });

/** Waits until a load is stored; gives its bytes. */
async function stored(page) {
  let bytes = 0;
  while (bytes === 0) {
    bytes = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const shelf = await root.getDirectoryHandle("stepscope", { create: true });
      for await (const entry of shelf.values()) {
        const index = await entry.getFileHandle("index").then((handle) => handle.getFile()).then((file) => file.text()).catch(() => "");
        if (index !== "") return JSON.parse(index).pieces.reduce((sum, { bytes }) => sum + bytes, 0);
      }
      return 0;
    });
  }
  // Its worker still closes the files.
  while (page.workers().length > 1) await page.waitForTimeout(10);
  return bytes;
}
