import type { LoaderMessage, LoaderReply, PieceMessage } from "../engine/messages";

/** Runs this worker as a loader: reads, and sends what it made straight to the engine. */
export function runLoader(scope: DedicatedWorkerGlobalScope, engine: MessagePort): (event: MessageEvent<LoaderMessage>) => void {
  const post = (reply: LoaderReply): void => scope.postMessage(reply);
  const send = (message: PieceMessage, transfer: Transferable[] = []): void => engine.postMessage(message, transfer);
  const loader = new wasm_bindgen.Loader();

  // Only when the engine has everything is a job done: a load that ends must not overtake its pieces.
  engine.onmessage = () => post({ type: "done" });

  function run(load: number, job: number): void {
    loader.run(
      job,
      (progress: unknown) => post({ type: "progress", progress } as LoaderReply),
      (bytes: Uint8Array<ArrayBuffer>) => send({ type: "buffer", bytes: bytes.buffer }, [bytes.buffer]),
      () => send({ type: "piece", load, job }),
    );
    send({ type: "end" });
  }

  return ({ data }) => {
    try {
      switch (data.type) {
        case "inputs":
          return loader.setInputs(data.inputs as { path: string; file: File }[]);
        case "list":
          return post({ type: "jobs", jobs: loader.list() });
        case "run":
          return run(data.load, data.job);
      }
    } catch (reason) {
      const message = wasm_bindgen.lastPanic() ?? (reason instanceof Error ? reason.message : String(reason));
      post({ type: "failure", message });
    }
  };
}
