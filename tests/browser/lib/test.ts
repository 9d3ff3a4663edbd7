import { pathToFileURL } from "node:url";
import { test as base, expect, type Page } from "@playwright/test";
import { artefact } from "./repository.ts";
import { serve } from "./server.ts";
import { StepscopePage } from "./page.ts";

export interface SiteOptions {
  /** How the page is reached. */
  site: "http" | "file";
}

interface Fixtures {
  /** The page, opened and idle. At the end it must have asked the network for nothing and logged no error. */
  scope: StepscopePage;
}

interface WorkerFixtures {
  /** Where the artefact is. */
  address: string;
}

export const test = base.extend<Fixtures, SiteOptions & WorkerFixtures>({
  site: ["http", { option: true, scope: "worker" }],

  address: [
    async ({ site }, use) => {
      if (site === "file") {
        await use(pathToFileURL(artefact).href);
        return;
      }
      const server = await serve();
      await use(server.url);
      server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  scope: async ({ page, address }, use) => {
    const offences = watch(page, address);
    const scope = new StepscopePage(page, address);
    await scope.goto();
    await use(scope);
    expect(offences, "requests to the network, console errors, uncaught exceptions").toEqual([]);
  },
});

/** Collects what the page must never do. */
export function watch(page: Page, address: string): string[] {
  const offences: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!/^(blob|data):/.test(url) && url.split("#")[0] !== address) offences.push(`request: ${url}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") offences.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => offences.push(`exception: ${error.message}`));
  return offences;
}

export { expect };
