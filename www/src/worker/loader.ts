import type { LoaderMessage, LoaderReply, PieceMessage, WorkerStart } from "../engine/messages";
import type { JobList, JobProgress } from "../engine/protocol";
import { offerExtras } from "./extras";

/** Runs this worker as a loader: reads, and sends what it made straight to the engine. */
export function runLoader(
  scope: DedicatedWorkerGlobalScope,
  { engine, extras: packed }: Extract<WorkerStart, { role: "loader" }>,
): (event: MessageEvent<LoaderMessage>) => void {
  const post = (reply: LoaderReply): void => scope.postMessage(reply);
  const send = (message: PieceMessage, transfer: Transferable[] = []): void => engine.postMessage(message, transfer);
  const loader = new wasm_bindgen.Loader();
  const extras = offerExtras(packed);
  // Held while it is read: one that only the wait for its next bytes holds is garbage to Chromium, which then never
  // answers.
  let stream: ReadableStreamBYOBReader | null = null;

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

  async function run({ load, job, order }: Extract<LoaderMessage, { type: "run" }>): Promise<void> {
    const piece = (): void => send({ type: "piece", load, job });
    const bytes = loader.begin(order);
    stream = bytes ? byteStream(bytes) : null;
    if (bytes && stream) {
      const whole = await pushAll(stream, (chunk) => loader.push(chunk, report));
      stream.cancel().catch(() => undefined);
      stream = null;
      loader.finish(whole ? undefined : whyBroken(bytes), buffer, piece);
    } else loader.run(order, report, buffer, piece);
    whenAdopted = (again) => ({ type: "done", again });
    send({ type: "end", load, job });
  }

  const failed = (reason: unknown): void => {
    const message = wasm_bindgen.lastPanic() ?? extras.lastPanic() ?? (reason instanceof Error ? reason.message : String(reason));
    post({ type: "failure", message });
  };

  return ({ data }) => {
    try {
      if (data.type === "inputs") {
        loader.setInputs([...data.inputs], data.limits);
        return;
      }
      if (data.type === "list") list(data);
      else run(data).catch(failed);
    } catch (reason) {
      failed(reason);
    }
  };
}

/** How many bytes are asked for at once. */
const CHUNK = 1 << 20;

/** A reader of a file's bytes as they come; `null` for few, and in a browser that has none. */
function byteStream(bytes: Blob): ReadableStreamBYOBReader | null {
  if (bytes.size < CHUNK) return null;
  try {
    return bytes.stream().getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

/** Why a stream broke: it says "network error" whatever happened, a reader says whether the file is gone or was changed. */
function whyBroken(bytes: Blob): unknown {
  try {
    new FileReaderSync().readAsArrayBuffer(bytes.slice(0, 1));
  } catch (reason) {
    return reason;
  }
  // Its start is there: then it is no longer as long as it was.
  return new DOMException("", "NotReadableError");
}

/** Pushes all bytes, or as many as are wanted; says whether they could be read. */
async function pushAll(stream: ReadableStreamBYOBReader, push: (chunk: Uint8Array) => boolean): Promise<boolean> {
  // One buffer, again and again: memory that is new each time takes as long as reading.
  let memory = new ArrayBuffer(CHUNK);
  for (;;) {
    let read: ReadableStreamReadResult<Uint8Array<ArrayBuffer>>;
    try {
      read = await stream.read(new Uint8Array(memory), { min: CHUNK });
    } catch {
      return false;
    }
    const more = read.value !== undefined && push(read.value);
    if (read.done || !more) break;
    memory = read.value.buffer;
  }
  return true;
}
