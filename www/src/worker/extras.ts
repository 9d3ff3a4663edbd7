declare const self: DedicatedWorkerGlobalScope & {
  readDatabase: typeof extras_bindings.readDatabase;
  startUnpacking(codec: number): extras_bindings.Unpacking;
};

/** What few captures need: a module of its own, compiled when the first of them comes. */
export interface Extras {
  /** What a panic in it said. */
  lastPanic(): string | undefined;
}

/** Lets the main module have databases read and rare streams unpacked. `packed` is the other one, gzipped and in base64. */
export function offerExtras(packed: Blob): Extras {
  let isStarted = false;
  const start = (): void => {
    if (isStarted) return;
    const text = new FileReaderSync().readAsText(packed);
    const bytes = wasm_bindgen.unpacked(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    extras_bindings.initSync({ module: new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>) });
    isStarted = true;
  };
  self.readDatabase = (...request) => {
    start();
    return extras_bindings.readDatabase(...request);
  };
  self.startUnpacking = (codec) => {
    start();
    return new extras_bindings.Unpacking(codec);
  };
  return { lastPanic: () => (isStarted ? extras_bindings.lastPanic() : undefined) };
}
