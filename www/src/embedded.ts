/** What the build put into the page: see `crates/xtask/src/page.rs`. */

import { digest } from "./cache/key";

/** Compiles the inlined WebAssembly module; once, for the page and all workers. */
export async function compileModule(): Promise<WebAssembly.Module> {
  const packed = new Blob([embeddedBytes("module")]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(packed).arrayBuffer());
}

/** The module of what few captures need, gzipped and in base64. */
export function extrasModule(): Blob {
  return new Blob([embeddedText("extras-module")]);
}

/** Names the inlined modules. */
export function moduleBuild(): Promise<string> {
  return digest(new TextEncoder().encode(embeddedText("module") + embeddedText("extras-module")));
}

/** The demo capture as a `.tar.gz` file; `null` in a build without one. */
export function demoCapture(): File | null {
  const bytes = embeddedBytes("demo");
  return bytes.length === 0 ? null : new File([bytes], "demo.tar.gz", { type: "application/gzip" });
}

/** Starts a classic worker from the inlined sources: the only kind that runs on `file://` and in a sandbox. */
export function startWorker(): Worker {
  const source = new Blob(["bindings", "extras-bindings", "worker"].map((id) => `${embeddedText(id)}\n`), { type: "text/javascript" });
  const url = URL.createObjectURL(source);
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

function embeddedBytes(id: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(embeddedText(id)), (letter) => letter.charCodeAt(0));
}

function embeddedText(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}
