import { describe, expect, it } from "vitest";
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

function start(options: { loaders?: number; anything?: boolean; again?: number[] } = {}) {
  const loaders: FakeLoader[] = [];
  const told: Load[] = [];
  const joined: string[][] = [];
  const dropped: number[] = [];
  const run = new LoadRun(7, [], {
    loaders: options.loaders ?? 2,
    startLoader: () => {
      const loader = new FakeLoader();
      loaders.push(loader);
      return loader;
    },
    changed: (load) => told.push(load),
    join: (_, orders) => {
      joined.push(orders);
      return Promise.resolve({ jobs: (options.again ?? []).map(job) });
    },
    finish: () => Promise.resolve(options.anything ?? true),
    drop: (load) => Promise.resolve(dropped.push(load)),
  });
  const at = (place: number): FakeLoader => {
    const loader = loaders[place];
    if (!loader) throw new Error(`no loader ${place}`);
    return loader;
  };
  const list = (...ids: number[]): void => at(0).onReply({ type: "jobs", jobs: { jobs: ids.map(job) } });
  return { run, loaders, told, joined, dropped, at, list };
}

describe("a load", () => {
  it("lists with one loader and spreads the jobs over no more than there are", async () => {
    const { run, loaders, at, list, joined } = start({ loaders: 4 });
    expect(at(0).sent.map(({ type }) => type)).toEqual(["inputs", "list"]);
    list(1, 2);
    expect(loaders.length).toBe(2);
    expect(at(0).last).toEqual({ type: "run", load: 7, job: 1, order: "order 1" });
    expect(at(1).last).toEqual({ type: "run", load: 7, job: 2, order: "order 2" });
    at(1).onReply({ type: "done" });
    expect(at(1).terminated).toBe(true);
    at(0).onReply({ type: "done" });
    const load = await run.done;
    expect(load.state).toBe("ready");
    expect(load.jobs.map(({ state, bytes }) => [state, bytes])).toEqual([["ready", 100], ["ready", 100]]);
    expect(joined).toEqual([["order 1", "order 2"]]);
  });

  it("gives a free loader the next job", async () => {
    const { run, at, list } = start({ loaders: 1 });
    list(1, 2);
    at(0).onReply({ type: "progress", progress: { bytes: 40, file: "inner" } });
    expect(run.load.jobs[0]).toMatchObject({ state: "loading", bytes: 40, file: "inner" });
    at(0).onReply({ type: "done" });
    expect(at(0).last).toMatchObject({ type: "run", job: 2 });
    at(0).onReply({ type: "done" });
    expect((await run.done).state).toBe("ready");
  });

  it("loses only its own job with a loader that breaks, and replaces it", async () => {
    const { run, loaders, at, list } = start({ loaders: 1 });
    list(1, 2);
    at(0).onReply({ type: "failure", message: "broken" });
    expect(at(0).terminated).toBe(true);
    expect(loaders.length).toBe(2);
    at(1).onReply({ type: "done" });
    const load = await run.done;
    expect(load.state).toBe("ready");
    expect(load.jobs.map(({ state }) => state)).toEqual(["failed", "ready"]);
    expect(load.jobs[0]?.failure).toBe("broken");
  });

  it("reads again as a whole what was split at a wrong place, once", async () => {
    const { run, loaders, at, list, joined } = start({ loaders: 1, again: [9] });
    list(1);
    at(0).onReply({ type: "done" });
    await new Promise((resolve) => setTimeout(resolve));
    expect(loaders.length).toBe(2);
    expect(at(1).last).toMatchObject({ type: "run", job: 9 });
    at(1).onReply({ type: "done" });
    expect((await run.done).state).toBe("ready");
    expect(joined.length).toBe(1);
  });

  it("fails with the reason when nothing came of it", async () => {
    const { run, at, list } = start({ anything: false });
    list(1);
    at(0).onReply({ type: "failure", message: "not a capture" });
    expect(await run.done).toMatchObject({ state: "failed", failure: "not a capture" });
  });

  it("fails when the inputs cannot be listed", async () => {
    const { run, at } = start();
    at(0).onReply({ type: "failure", message: "unreadable" });
    expect(await run.done).toMatchObject({ state: "failed", failure: "unreadable", jobs: [] });
  });

  it("ends without a job", async () => {
    const { run, list } = start();
    list();
    expect((await run.done).state).toBe("ready");
  });

  it("stops every loader and drops what was read when it is cancelled", async () => {
    const { run, at, list, dropped } = start();
    list(1, 2, 3);
    run.cancel();
    expect(at(0).terminated && at(1).terminated).toBe(true);
    expect((await run.done).state).toBe("cancelled");
    expect(dropped).toEqual([7]);
  });

  it("can be cancelled while the engine prepares what was read", async () => {
    const { run, at, list, told } = start({ loaders: 1 });
    list(1);
    at(0).onReply({ type: "done" });
    await Promise.resolve();
    run.cancel();
    expect((await run.done).state).toBe("cancelled");
    await new Promise((resolve) => setTimeout(resolve));
    expect(told.filter(({ state }) => state !== "listing" && state !== "loading").length).toBe(1);
  });
});
