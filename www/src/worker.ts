import type { WorkerStart } from "./engine/messages";
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
  wasm_bindgen.initSync({ module: start.module });
  if (start.role === "rehearsal") {
    rehearse(start.inputs);
    self.close();
    return;
  }
  const onmessage = start.role === "engine" ? runEngine(self) : runLoader(self, start.engine);
  self.onmessage = onmessage;
  early.forEach(onmessage);
};
