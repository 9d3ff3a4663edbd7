declare const self: DedicatedWorkerGlobalScope & { readDatabase: typeof database_bindings.readDatabase };

/** What reads databases: a module of its own, compiled when the first one comes. */
export interface Databases {
  /** What a panic in it said. */
  lastPanic(): string | undefined;
}

/** Lets the main module have databases read. `packed` is the other one, gzipped and in base64. */
export function offerDatabases(packed: Blob): Databases {
  let isStarted = false;
  self.readDatabase = (...request) => {
    if (!isStarted) {
      const text = new FileReaderSync().readAsText(packed);
      const bytes = wasm_bindgen.unpacked(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
      database_bindings.initSync({ module: new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>) });
      isStarted = true;
    }
    return database_bindings.readDatabase(...request);
  };
  return { lastPanic: () => (isStarted ? database_bindings.lastPanic() : undefined) };
}
