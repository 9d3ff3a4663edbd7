import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Summary } from "./page.ts";
import { root } from "./repository.ts";

const run = promisify(execFile);

/** `stepscope summary --json` on the same input. */
export async function summaryOfCli(path: string): Promise<Summary> {
  const words = ["run", "--quiet", "--package", "stepscope-cli", "--", "summary", "--json", path];
  const { stdout } = await run("cargo", words, { cwd: root, maxBuffer: 64 << 20 });
  return JSON.parse(stdout) as Summary;
}
