import type { LoaderMessage, LoaderReply, PieceMessage } from "../engine/messages";
import type { JobList, JobProgress } from "../engine/protocol";

/** Runs this worker as a loader: reads, and sends what it made straight to the engine. */
export function runLoader(scope: DedicatedWorkerGlobalScope, engine: MessagePort): (event: MessageEvent<LoaderMessage>) => void {
  const post = (reply: LoaderReply): void => scope.postMessage(reply);
  const send = (message: PieceMessage, transfer: Transferable[] = []): void => engine.postMessage(message, transfer);
  const loader = new wasm_bindgen.Loader();

  // Only when the engine has every piece is a job done: a load that ends must not overtake its pieces.
  let whenAdopted = (again: JobList): LoaderReply => ({ type: "done", again });
  engine.onmessage = ({ data }: MessageEvent<JobList>) => post(whenAdopted(data));

  const buffer = (bytes: Uint8Array<ArrayBuffer>): void => send({ type: "buffer", bytes: bytes.buffer }, [bytes.buffer]);
  const report = (progress: JobProgress): void => post({ type: "progress", progress });

  function list({ load, loaders }: Extract<LoaderMessage, { type: "list" }>): void {
    const jobs = loader.list(loaders, buffer, () => send({ type: "piece", load, job: 0 }));
    whenAdopted = () => ({ type: "jobs", jobs });
    send({ type: "end", load, job: 0 });
  }

  function run({ load, job, order }: Extract<LoaderMessage, { type: "run" }>): void {
    loader.run(order, report, buffer, () => send({ type: "piece", load, job }));
    whenAdopted = (again) => ({ type: "done", again });
    send({ type: "end", load, job });
  }

  return ({ data }) => {
    try {
      if (data.type === "inputs") {
        loader.setInputs([...data.inputs]);
        return;
      }
      if (data.type === "list") list(data);
      else run(data);
    } catch (reason) {
      const message = wasm_bindgen.lastPanic() ?? (reason instanceof Error ? reason.message : String(reason));
      post({ type: "failure", message });
    }
  };
}
