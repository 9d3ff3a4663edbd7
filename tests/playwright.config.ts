import { defineConfig } from "@playwright/test";
import type { SiteOptions } from "./browser/lib/test.ts";
import chromium from "./chromium.js";

/** The built page in the system's Chromium: served, from `file://`, and inside JupyterLab. */
export default defineConfig<SiteOptions>({
  outputDir: "../test-results",
  reporter: process.env["CI"] ? [["list"]] : [["line"]],
  forbidOnly: Boolean(process.env["CI"]),
  fullyParallel: true,
  workers: 2,
  // A page that does not start fails every test: the first few say so.
  maxFailures: 10,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 720 },
    trace: "retain-on-failure",
    launchOptions: chromium,
    actionTimeout: 15_000,
  },
  projects: [
    { name: "http", testDir: "browser", use: { site: "http" } },
    // Pages from the disk have no cache; the bench opens its page from there itself.
    { name: "file", testDir: "browser", testIgnore: ["cache.spec.ts", "bench.spec.ts"], use: { site: "file" } },
    { name: "jupyterlab", testDir: "jupyterlab", timeout: 120_000, fullyParallel: false },
  ],
});
