import type { WorkerStart } from "./engine/messages";
import { runCache } from "./worker/cache";
import { runEngine } from "./worker/engine";
import { runLoader } from "./worker/loader";
import { rehearse } from "./worker/rehearsal";

declare const self: DedicatedWorkerGlobalScope;

/** Messages posted before the module was compiled wait here. */
const early: MessageEvent[] = [];

self.onmessage = (event: MessageEvent) => {
  const start = event.data as WorkerStart;
  if (!("role" in start)) {
    early.push(event);
    return;
  }
  if (start.role === "cache") {
    become(runCache(self, start.engine));
    return;
  }
  wasm_bindgen.initSync({ module: start.module });
  if (start.role === "rehearsal") {
    rehearse(start.inputs);
    self.postMessage("done");
    return;
  }
  become(start.role === "engine" ? runEngine(self) : runLoader(self, start));
};

function become(onmessage: (event: MessageEvent) => void): void {
  self.onmessage = onmessage;
  early.forEach(onmessage);
}
