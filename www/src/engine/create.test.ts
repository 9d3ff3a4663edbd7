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
    startWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as Worker;
    },
    cores: 2,
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
