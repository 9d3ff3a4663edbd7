import type { EngineCalls, EngineMessage, EngineReply } from "../engine/messages";
import type { CanvasSize, FramePainted } from "../engine/protocol";
import { Pieces } from "./pieces";

/** Longest stretch of work before messages are looked at again, milliseconds. */
const SLICE = 8;

/** What the worker itself asks of the engine. */
interface Painting {
  attachCanvas(canvas: OffscreenCanvas, size: CanvasSize): void;
  needsFrame(): boolean;
  paint(): FramePainted | undefined;
  /** Goes on with long work for about so many milliseconds. */
  work(milliseconds: number): void;
  hasWork(): boolean;
}

type Engine = EngineCalls & Painting & Pick<wasm_bindgen.Engine, "adopt" | "takeChanged">;

/** Runs this worker as the engine: answers calls, adopts pieces, paints frames. */
export function runEngine(scope: DedicatedWorkerGlobalScope): (event: MessageEvent<EngineMessage>) => void {
  const engine = new wasm_bindgen.Engine() as unknown as Engine;
  const post = (reply: EngineReply): void => scope.postMessage(reply);
  let broken = false;
  let frameAsked = false;
  let workAsked = false;

  // Work continues by message, so that calls that arrived meanwhile are answered in between.
  const more = new MessageChannel();
  more.port2.onmessage = () => {
    workAsked = false;
    guarded(() => void engine.work(SLICE));
  };

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
      if (engine.hasWork() && !workAsked) {
        workAsked = true;
        more.port1.postMessage(null);
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

  const pieces = new Pieces((load, job, next) => guarded(() => engine.adopt(load, job, next)));

  return ({ data }) => {
    switch (data.type) {
      case "call":
        return call(data);
      case "canvas":
        return guarded(() => engine.attachCanvas(data.canvas, data.size));
      case "loader":
        return pieces.listen(data.port);
    }
  };
}

/** The next frame of the screen where the browser tells workers, else about as often. */
function nextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(run);
  else setTimeout(run, 16);
}
