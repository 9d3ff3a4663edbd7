declare const self: DedicatedWorkerGlobalScope;
export {};

self.onmessage = (event: MessageEvent<WebAssembly.Module>) => {
  wasm_bindgen.initSync({ module: event.data });
  self.postMessage(wasm_bindgen.version());
};
