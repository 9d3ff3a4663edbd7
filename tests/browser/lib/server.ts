import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./repository.ts";

export interface Server {
  /** Address of the page. */
  url: string;
  stop: () => void;
}

/** The server of `make run`, on a free port. */
export async function serve(): Promise<Server> {
  const child = spawn("cargo", ["xtask", "serve", "--port", "0"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\S+?(?=#)/.exec(line)?.[0];
    if (url !== undefined) return { url, stop: () => child.kill() };
  }
  throw new Error("the page's server said no address");
}
