import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "@playwright/test";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The artefact under test. */
export const artefact = join(root, "dist/stepscope.html");

/** A capture made by the project's generator (`cargo xtask fixtures`). */
export function fixture(name: string): string {
  return join(root, "target/fixtures", name);
}

/**
 * A real capture, outside the repository. Without it the test is skipped, saying why; in CI it fails.
 */
export function realCapture(name: string): string {
  const shared = process.env["STEPSCOPE_SHARED"] ?? resolve(root, "../shared");
  const path = join(shared, "captures", name);
  if (existsSync(path)) return path;
  if (process.env["CI"]) throw new Error(`real capture missing: ${path}`);
  test.skip(true, `no real captures: ${path} does not exist (set STEPSCOPE_SHARED)`);
  return path;
}
