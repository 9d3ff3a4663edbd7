import type { EngineCalls, EngineMessage, EngineReply } from "../engine/messages";
import type { JobList } from "../engine/protocol";
import { Pieces } from "./pieces";
import { listenToShelf, type ShelfEngine } from "./shelf";

/** The signatures that the page sees and those that Rust exports are checked against each other here. */
type Engine = EngineCalls &
  ShelfEngine &
  Pick<wasm_bindgen.Engine, "attachCanvas" | "adopt" | "jobDone" | "needsFrame" | "paint" | "rest" | "takeChanged">;

/** When a view that was moved is painted finely: after this long without another frame, milliseconds. */
const REST = 150;

/** Runs this worker as the engine: answers calls, adopts pieces, paints frames. */
export function runEngine(scope: DedicatedWorkerGlobalScope): (event: MessageEvent<EngineMessage>) => void {
  const engine: Engine = new wasm_bindgen.Engine();
  const post = (reply: EngineReply): void => scope.postMessage(reply);
  let broken = false;
  let frameAsked = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  /** Runs something in the engine; a trap ends it for good. */
  function guarded(run: () => void): void {
    if (broken) return;
    try {
      run();
      if (engine.takeChanged()) post({ type: "captures" });
      if (engine.needsFrame() && !frameAsked) {
        frameAsked = true;
        nextFrame(paint);
      }
    } catch (reason) {
      broken = true;
      post({ type: "crash", message: wasm_bindgen.lastPanic() ?? String(reason) });
    }
  }

  function paint(): void {
    frameAsked = false;
    guarded(() => {
      const frame = engine.paint();
      if (frame !== undefined) post({ type: "frame", frame });
      clearTimeout(resting);
      if (frame?.coarse) resting = setTimeout(() => guarded(() => engine.rest()), REST);
    });
  }

  function call({ id, method, args }: Extract<EngineMessage, { type: "call" }>): void {
    guarded(() => {
      try {
        const run = engine[method] as (...args: unknown[]) => unknown;
        post({ type: "value", id, value: run.apply(engine, [...args]) });
      } catch (reason) {
        if (reason instanceof WebAssembly.RuntimeError) throw reason;
        post({ type: "failure", id, message: reason instanceof Error ? reason.message : String(reason) });
      }
    });
  }

  const pieces = new Pieces(
    (load, job, next) => guarded(() => engine.adopt(load, job, next)),
    (load, job) => {
      let again: JobList | undefined;
      guarded(() => (again = engine.jobDone(load, job)));
      return again;
    },
  );

  return ({ data }) => {
    switch (data.type) {
      case "call":
        return call(data);
      case "canvas":
        return guarded(() => engine.attachCanvas(data.canvas, data.size));
      case "loader":
        return pieces.listen(data.port);
      case "cache":
        return listenToShelf(engine, data.load, data.port, guarded);
    }
  };
}

/** The next frame of the screen where the browser tells workers, else about as often. */
function nextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(run);
  else setTimeout(run, 16);
}
