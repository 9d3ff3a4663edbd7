import { describe, expect, it } from "vitest";
import type { Stored } from "../cache/messages";
import type { Load } from "./client";
import { LoadRun, type LoaderPort } from "./loads";
import type { LoaderMessage } from "./messages";

/** A loader that the test answers for. */
class FakeLoader implements LoaderPort {
  onReply: LoaderPort["onReply"] = () => undefined;
  readonly sent: LoaderMessage[] = [];
  terminated = false;

  post(message: LoaderMessage): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  get last(): LoaderMessage | undefined {
    return this.sent.at(-1);
  }
}

const job = (id: number) => ({ id, name: `file ${id}`, bytes: 100, order: `order ${id}` });

const nothing = { jobs: [] };
const done = { type: "done", again: nothing } as const;

/** Lets promises that are settled run on. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface Options {
  loaders?: number;
  anything?: boolean;
  /** What the engine wants read again after a failure. */
  again?: number[];
  /** Size of the one input. */
  bytes?: number;
  /** What comes of asking for what is stored; not asked without it. */
  restore?: () => Promise<Stored | null>;
}

function start(options: Options = {}) {
  const loaders: FakeLoader[] = [];
  const told: Load[] = [];
  const expected: string[][] = [];
  const failed: [number, string][] = [];
  const cancelled: number[] = [];
  let arrived = 0;
  const inputs = [{ path: "a", file: { size: options.bytes ?? 0 } as File }];
  const run = new LoadRun(7, inputs, {
    loaders: options.loaders ?? 2,
    limits: 1,
    startLoader: () => {
      const loader = new FakeLoader();
      loaders.push(loader);
      return loader;
    },
    changed: (load) => told.push(load),
    ...(options.restore && { restore: options.restore }),
    // The engine turns them round, to show that its order counts.
    expect: (_, orders) => {
      expected.push(orders);
      return Promise.resolve({ jobs: orders.map((order) => job(Number(order.split(" ")[1]))).reverse() });
    },
    failed: (_, id, why) => {
      failed.push([id, why]);
      return Promise.resolve({ jobs: (options.again ?? []).map(job) });
    },
    arrived: () => (arrived += 1),
    finish: () => Promise.resolve(options.anything ?? true),
    cancel: (load) => Promise.resolve(cancelled.push(load) < 0),
  });
  const at = (place: number): FakeLoader => {
    const loader = loaders[place];
    if (!loader) throw new Error(`no loader ${place}`);
    return loader;
  };
  const list = (...ids: number[]): Promise<void> => {
    at(0).onReply({ type: "jobs", jobs: { jobs: ids.map(job) } });
    return settled();
  };
  return { run, loaders, told, expected, failed, cancelled, arrived: () => arrived, at, list };
}

describe("a load", () => {
  it("lists with one loader and spreads the jobs over no more than there are, in the engine's order", async () => {
    const { run, loaders, at, list, expected, arrived } = start({ loaders: 4 });
    expect(at(0).sent.map(({ type }) => type)).toEqual(["inputs", "list"]);
    await list(1, 2);
    expect(expected).toEqual([["order 1", "order 2"]]);
    expect(loaders.length).toBe(2);
    expect(at(0).last).toEqual({ type: "run", load: 7, job: 2, order: "order 2" });
    expect(at(1).last).toEqual({ type: "run", load: 7, job: 1, order: "order 1" });
    at(1).onReply(done);
    expect(at(1).terminated).toBe(true);
    expect(arrived()).toBe(1);
    at(0).onReply(done);
    const load = await run.done;
    expect(load.state).toBe("ready");
    expect(load.jobs.map(({ state, bytes }) => [state, bytes])).toEqual([["ready", 100], ["ready", 100]]);
  });

  it("starts the other loaders of a big load while it lists, and lets go of those without a job", async () => {
    const { run, loaders, at, list } = start({ loaders: 3, bytes: 100 << 20 });
    expect(loaders.length).toBe(3);
    await list(1, 2);
    expect(loaders.length).toBe(3);
    expect([at(0), at(1), at(2)].map(({ terminated }) => terminated)).toEqual([false, false, true]);
    at(0).onReply(done);
    at(1).onReply(done);
    expect((await run.done).state).toBe("ready");
  });

  it("that is stored runs no job, and lets go of every loader", async () => {
    const stored = { made: 1, bytes: 2 };
    const { run, at } = start({ bytes: 100 << 20, restore: () => Promise.resolve(stored) });
    expect(await run.done).toMatchObject({ state: "ready", jobs: [], stored });
    expect([at(0), at(1)].map(({ terminated, sent }) => [terminated, sent.length])).toEqual([[true, 2], [true, 1]]);
  });

  it("lists while it asks what is stored, and runs a job only when that is nothing, or asking failed", async () => {
    for (const answer of [() => null, () => { throw new Error("refused"); }]) {
      let tell: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (tell = resolve));
      const { run, at, list, expected } = start({ loaders: 1, restore: () => asked.then(answer) });
      expect(at(0).last?.type).toBe("list");
      await list(1);
      expect(expected).toEqual([]);
      tell();
      await settled();
      expect(at(0).last?.type).toBe("run");
      at(0).onReply(done);
      expect(await run.done).toMatchObject({ state: "ready", stored: null });
    }
  });

  it("that is stored expects nothing of a listing that came first", async () => {
    let tell: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (tell = resolve));
    const { run, at, list, expected } = start({ loaders: 1, restore: () => asked.then(() => ({ made: 1, bytes: 2 })) });
    await list(1);
    tell();
    expect((await run.done).state).toBe("ready");
    expect([expected, at(0).last?.type]).toEqual([[], "list"]);
  });

  it("can be cancelled while what is stored is asked for", async () => {
    const { run, at, cancelled } = start({ restore: () => settled().then(() => null) });
    void run.cancel();
    expect((await run.done).state).toBe("cancelled");
    await settled();
    expect(cancelled).toEqual([7]);
    expect(at(0).last?.type).toBe("list");
  });

  it("gives a free loader the next job", async () => {
    const { run, at, list } = start({ loaders: 1 });
    await list(1, 2);
    at(0).onReply({ type: "progress", progress: { bytes: 40, file: "inner" } });
    expect(run.load.jobs[0]).toMatchObject({ state: "loading", bytes: 40, file: "inner" });
    at(0).onReply(done);
    expect(at(0).last).toMatchObject({ type: "run", job: 1 });
    at(0).onReply(done);
    expect((await run.done).state).toBe("ready");
  });

  it("loses only its own job with a loader that breaks, and replaces it", async () => {
    const { run, loaders, at, list, failed } = start({ loaders: 1 });
    await list(1, 2);
    at(0).onReply({ type: "failure", message: "broken" });
    expect(at(0).terminated).toBe(true);
    await settled();
    expect(failed).toEqual([[2, "broken"]]);
    expect(loaders.length).toBe(2);
    at(1).onReply(done);
    const load = await run.done;
    expect(load.state).toBe("ready");
    expect(load.jobs.map(({ state }) => state)).toEqual(["failed", "ready"]);
  });

  it("reads again as a whole what was split at a wrong place", async () => {
    const { run, loaders, at, list } = start({ loaders: 1 });
    await list(1);
    at(0).onReply({ type: "done", again: { jobs: [job(9)] } });
    expect(loaders.length).toBe(1);
    expect(at(0).last).toMatchObject({ type: "run", job: 9 });
    at(0).onReply(done);
    expect((await run.done).state).toBe("ready");
  });

  it("reads again what a part that broke has spoilt, when no loader is left", async () => {
    const { run, loaders, at, list } = start({ loaders: 1, again: [9] });
    await list(1);
    at(0).onReply({ type: "failure", message: "broken" });
    await settled();
    expect(loaders.length).toBe(2);
    expect(at(1).last).toMatchObject({ type: "run", job: 9 });
    at(1).onReply(done);
    expect((await run.done).state).toBe("ready");
  });

  it("fails when nothing came of it, which the engine explains", async () => {
    const { run, at, list, failed } = start({ anything: false });
    await list(1);
    at(0).onReply({ type: "failure", message: "broken" });
    expect(await run.done).toMatchObject({ state: "failed", failure: null });
    expect(failed).toEqual([[1, "broken"]]);
  });

  it("fails when the inputs cannot be listed, and stops every loader", async () => {
    const { run, at } = start({ bytes: 100 << 20 });
    at(0).onReply({ type: "failure", message: "unreadable" });
    expect(await run.done).toMatchObject({ state: "failed", failure: "unreadable", jobs: [] });
    expect(at(0).terminated && at(1).terminated).toBe(true);
  });

  it("ends without a job", async () => {
    const { run, list } = start();
    await list();
    expect((await run.done).state).toBe("ready");
  });

  it("stops every loader when it is cancelled, and says that nothing stays", async () => {
    const { run, at, list, cancelled } = start();
    await list(1, 2, 3);
    expect(await run.cancel()).toBe(false);
    expect(at(0).terminated && at(1).terminated).toBe(true);
    expect((await run.done).state).toBe("cancelled");
    expect(cancelled).toEqual([7]);
  });

  it("can be cancelled while the engine prepares what was read", async () => {
    const { run, at, list, told } = start({ loaders: 1 });
    await list(1);
    at(0).onReply(done);
    await Promise.resolve();
    void run.cancel();
    expect((await run.done).state).toBe("cancelled");
    await settled();
    expect(told.filter(({ state }) => state !== "listing" && state !== "loading").length).toBe(1);
  });
});
