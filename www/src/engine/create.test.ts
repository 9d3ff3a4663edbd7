import { describe, expect, it } from "vitest";
import type { Crash, EngineClient } from "./client";
import { EngineFailure } from "./client";
import { createEngineClient } from "./create";
import type { EngineMessage, EngineReply } from "./messages";

/** Stands for a worker: keeps what it was sent and speaks when it is told to. */
class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  readonly sent: EngineMessage[] = [];
  terminated = false;

  postMessage(message: EngineMessage): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(reply: EngineReply): void {
    this.onmessage?.({ data: reply });
  }

  /** The last call, as the engine would see it. */
  call(): Extract<EngineMessage, { type: "call" }> {
    const calls = this.sent.filter((message) => "type" in message && message.type === "call");
    const last = calls.at(-1);
    if (last?.type !== "call") throw new Error("no call");
    return last;
  }
}

function start(): { client: EngineClient; workers: FakeWorker[]; engine: () => FakeWorker } {
  const workers: FakeWorker[] = [];
  const client = createEngineClient({
    module: new Promise(() => undefined),
    extras: new Blob(),
    startWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    cores: 2,
    limits: () => 1,
    build: () => Promise.resolve("a build"),
    browser: "a browser",
  });
  const engine = (): FakeWorker => {
    const worker = workers.at(-1);
    if (!worker) throw new Error("no worker");
    return worker;
  };
  return { client, workers, engine };
}

describe("the client", () => {
  it("brings every answer to its question", async () => {
    const { client, engine } = start();
    const first = client.query.summary();
    const one = engine().call();
    const second = client.query.palette("dark");
    const two = engine().call();
    expect([one.method, two.method, two.args]).toEqual(["summary", "palette", ["dark"]]);
    engine().say({ type: "value", id: two.id, value: { colors: [] } });
    engine().say({ type: "value", id: one.id, value: "{}" });
    expect(await second).toEqual({ colors: [] });
    expect(await first).toBe("{}");
  });

  it("rejects with the engine's sentence", async () => {
    const { client, engine } = start();
    const asked = client.query.captureSheet(3, "en");
    engine().say({ type: "failure", id: engine().call().id, message: "This capture is not open any more." });
    await expect(asked).rejects.toThrow(EngineFailure);
    await expect(asked).rejects.toThrow("not open any more");
  });

  it("replaces an engine that has panicked, and says what to report", async () => {
    const { client, workers, engine } = start();
    const crashes: Crash[] = [];
    client.on("crash", (crash) => crashes.push(crash));
    const asked = client.query.rows();
    const old = engine();
    old.say({ type: "crash", message: "panicked at x.rs:1" });
    await expect(asked).rejects.toThrow("panicked");
    expect(old.terminated).toBe(true);
    expect(workers.length).toBe(2);
    expect(crashes[0]?.report).toContain("panicked at x.rs:1\na browser");
    const again = client.query.rows();
    engine().say({ type: "value", id: engine().call().id, value: { rows: [] } });
    expect(await again).toEqual({ rows: [] });
  });

  it("cancels the turns of one load, not those of others", async () => {
    const { client, workers } = start();
    const engine = workers[0];
    if (!engine) throw new Error("no engine");
    // Whatever it is asked, nothing is there.
    const post = engine.postMessage.bind(engine);
    engine.postMessage = (message) => {
      post(message);
      if (!("type" in message) || message.type !== "call") return;
      const value = ["openLeft", "expectJobs"].includes(message.method) ? { jobs: [] } : false;
      queueMicrotask(() => engine.say({ type: "value", id: message.id, value }));
    };
    void client.open([]);
    void client.open([]);
    const left = (load: number) => ({ load, home: "home", place: "", name: "", capture: null, bytes: 0, need: 0, spanNs: null });
    const turns = [client.openLeft([left(1)]), client.openLeft([left(2)])];
    client.cancel(1);
    for (const loader of workers.slice(1)) loader.onmessage?.({ data: { type: "jobs", jobs: { jobs: [] } } });
    await Promise.all(turns);
    const opened = engine.sent.filter((message) => message.type === "call" && message.method === "openLeft");
    expect(opened).toMatchObject([{ args: [2, ["home"], undefined] }]);
  });

  it("asks the engine for no captures to close one", async () => {
    const { client, engine } = start();
    const closed = client.close(3, 1);
    await Promise.resolve();
    engine().say({ type: "value", id: engine().call().id, value: [] });
    await Promise.resolve();
    await Promise.resolve();
    engine().say({ type: "value", id: engine().call().id, value: true });
    await closed;
    const asked = engine().sent.flatMap((message) => (message.type === "call" ? [message.method] : []));
    expect(asked).toEqual(["closeCapture", "releaseLoad"]);
  });

  it("stops telling a listener that has left", () => {
    const { client, engine } = start();
    let told = 0;
    const leave = client.on("captures", () => told++);
    engine().say({ type: "captures" });
    leave();
    engine().say({ type: "captures" });
    expect(told).toBe(1);
  });
});
