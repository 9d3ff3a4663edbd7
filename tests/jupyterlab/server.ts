import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { artefact, root } from "../browser/lib/repository.ts";

const venv = join(root, ".cache/jupyter");
const STARTED = 60_000;

export interface Jupyter {
  /** Address of the server, without a slash at the end. */
  url: string;
  token: string;
  stop: () => void;
}

/** A JupyterLab from PyPI in a virtual environment, kept between runs. */
function install(): void {
  if (existsSync(join(venv, "bin/jupyter-lab"))) return;
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(venv, { recursive: true });
  execFileSync("python3", ["-m", "venv", venv]);
  // JupyterLab ships a CommonJS yarn.js, which must not take the module type of this repository.
  writeFileSync(join(venv, "package.json"), '{ "type": "commonjs" }\n');
  execFileSync(join(venv, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", "jupyterlab==4.6.*"]);
}

/** Starts JupyterLab on a folder that holds the artefact; nothing of the user's own Jupyter is read or written. */
export async function startJupyter(): Promise<Jupyter> {
  install();
  const home = mkdtempSync(join(tmpdir(), "stepscope-jupyter-"));
  const work = join(home, "work");
  mkdirSync(work);
  copyFileSync(artefact, join(work, "stepscope.html"));
  const port = await freePort();
  const token = randomUUID();
  const child = spawn(
    join(venv, "bin/jupyter-lab"),
    [
      "--no-browser",
      "--allow-root",
      "--ServerApp.ip=127.0.0.1",
      `--ServerApp.port=${port}`,
      "--ServerApp.port_retries=0",
      `--ServerApp.root_dir=${work}`,
      `--IdentityProvider.token=${token}`,
      // The announcement prompt would fetch news.
      "--LabApp.news_url=None",
      "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ],
    { env: { ...process.env, HOME: home, JUPYTER_NO_CONFIG: "1" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.on("data", (text: Buffer) => (log += text.toString()));
  const stop = () => {
    child.kill();
    rmSync(home, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (const start = Date.now(); Date.now() - start < STARTED && child.exitCode === null; ) {
    const answer = await fetch(`${url}/api/status`, { headers: { Authorization: `token ${token}` } }).catch(() => null);
    if (answer?.ok) return { url, token, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  stop();
  throw new Error(`JupyterLab did not start:\n${log}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
