import type { WorkerStart } from "./engine/messages";
import { runEngine } from "./worker/engine";
import { runLoader } from "./worker/loader";

declare const self: DedicatedWorkerGlobalScope;

/** Messages posted before the module was compiled wait here. */
const early: MessageEvent[] = [];

self.onmessage = (event: MessageEvent) => {
  const start = event.data as WorkerStart;
  if (!("role" in start)) {
    early.push(event);
    return;
  }
  wasm_bindgen.initSync({ module: start.module });
  const onmessage = start.role === "engine" ? runEngine(self) : runLoader(self, start.engine);
  self.onmessage = onmessage;
  early.forEach(onmessage);
};
