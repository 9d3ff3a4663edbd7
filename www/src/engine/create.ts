import { largest } from "../cache/key";
import type { CacheMessage, CacheReply } from "../cache/messages";
import { CachedLoad, type CachePort } from "./cached";
import { Calls } from "./calls";
import { ChartPainter } from "./charts";
import type { EngineClient, EngineEvents, Load, OpenInput } from "./client";
import { Events } from "./events";
import { bytesOf, type LoaderPort, type LoadHost, LoadRun } from "./loads";
import type { EngineCalls, EngineMessage, EngineReply, LoaderMessage, LoaderReply, WorkerStart } from "./messages";
import type { EngineQueries } from "./methods";
import type { CanvasSize, Chart, ChartDrawn, ChartSurface, JobList, LeftRank, TimeRange } from "./protocol";

/** What the client needs of its surroundings; a test hands in its own. */
export interface EngineHost {
  /** Which browser, for crash reports. */
  readonly browser: string;
  /** Compiles the module once; its copies start in milliseconds. */
  readonly module: Promise<WebAssembly.Module>;
  /** The module of what few captures need, gzipped and in base64: loaders compile it when they come to one. */
  readonly extras: Blob;
  startWorker(): Worker;
  /** How many cores there are. */
  readonly cores: number;
  /** How many times the default the limits against hostile files are: the user may trust theirs. */
  readonly limits: () => number;
  /** Names the module: what another one read is not used. */
  readonly build: () => Promise<string>;
}

/** More loaders than this only compete for memory bandwidth. */
const MOST_LOADERS = 4;

/** Inputs of fewer bytes are read as fast as they are brought back. */
const WORTH_STORING = 4 << 20;

/** What a load reads: to read more of it, to read it again, and to open it after a crash. */
interface Opened {
  readonly inputs: readonly OpenInput[];
  /** Places of ranks whose captures were closed one by one. */
  readonly closed: string[];
  /** Whether it was opened before, from the cache. */
  readonly again: boolean;
  /** How often it was cancelled. */
  cancels: number;
}

/** Where a load is opened from: what is `stored` of it, or its files alone; `again`, as it was open before. */
interface How {
  stored: boolean;
  again?: boolean;
}

/** One of the largest inputs of which the browser gives nothing any more: its file was changed, moved or deleted. */
async function unreadable(inputs: readonly OpenInput[]): Promise<OpenInput | null> {
  for (const input of largest(inputs)) {
    const head = await input.file.slice(0, 1).arrayBuffer().catch(() => null);
    if (!head) return input;
  }
  return null;
}

/** Starts the engine. */
export function createEngineClient(host: EngineHost): EngineClient {
  return new Client(host);
}

class Client implements EngineClient {
  readonly query: EngineQueries;
  readonly #host: EngineHost;
  readonly #events = new Events<EngineEvents>();
  readonly #charts: ChartPainter;
  readonly #loads = new Map<number, LoadRun>();
  #calls = new Calls();
  #engine: Worker;
  #rehearsal: Worker | null = null;
  /** Loaders that were started while nobody waited. */
  #spares: LoaderPort[] = [];
  /** A worker for the cache, likewise. */
  #spareCache: Worker | null = null;
  #lastLoad = 0;
  /** What each load does one after the other. */
  readonly #turns = new Map<number, Promise<unknown>>();
  #preparing: Promise<void> | null = null;
  /** Loads of which anything is open, left or to come. */
  readonly #opened = new Map<number, Opened>();
  /** What was open when the engine crashed. */
  #lost: Opened[] = [];
  /** Workers that store or bring back a load. */
  readonly #cached = new Set<CachedLoad>();

  constructor(host: EngineHost) {
    this.#host = host;
    this.#charts = new ChartPainter(host.module);
    this.#engine = this.#startEngine();
    // One function a method name: the names are typed, their functions alike.
    this.query = new Proxy({} as EngineQueries, {
      get: (_, method) => (...args: unknown[]) => this.#call(method as keyof EngineCalls, args),
    });
  }

  open(inputs: readonly OpenInput[]): Promise<Load> {
    return this.#open({ inputs, closed: [] }, { stored: true });
  }

  cancel(load: number): void {
    const opened = this.#opened.get(load);
    if (opened) opened.cancels += 1;
    void this.#loads.get(load)?.cancel().then(() => {
      // Back to what is stored of it.
      if (opened?.again) void this.#openAgain(load, opened, { stored: true });
    });
  }

  async openLeft(left: readonly LeftRank[], within?: TimeRange): Promise<void> {
    const byLoad = new Map<number, string[]>();
    for (const { load, home } of left) byLoad.set(load, [...(byLoad.get(load) ?? []), home]);
    await Promise.all([...byLoad].map(([load, homes]) => this.#inTurn(load, () => this.#openLeft(load, homes, within))));
  }

  /** A load reads one thing after the other; what waits when it is cancelled is not begun. */
  #inTurn(load: number, run: () => Promise<void>): Promise<void> {
    const opened = this.#opened.get(load);
    const cancels = opened?.cancels;
    const before = this.#turns.get(load) ?? this.#loads.get(load)?.done ?? Promise.resolve();
    const turn = before.then(() => (cancels === opened?.cancels ? run() : undefined));
    const settled = turn.catch(() => undefined);
    this.#turns.set(load, settled);
    void settled.then(() => {
      if (this.#turns.get(load) === settled) this.#turns.delete(load);
    });
    return turn;
  }

  async leave(rank: number): Promise<void> {
    await this.#call("leaveRank", [rank]);
  }

  async close(capture: number, load: number): Promise<void> {
    // What is closed must not come back rank by rank.
    await this.#loads.get(load)?.cancel();
    const places = (await this.#call("closeCapture", [capture])) as string[];
    this.#opened.get(load)?.closed.push(...places);
    await this.#release(load);
  }

  reload(): Promise<Load> {
    const inputs = this.#lost.flatMap((opened) => opened.inputs);
    const closed = this.#lost.flatMap((opened) => opened.closed);
    this.#lost = [];
    // What broke the engine may be what was stored.
    return this.#open({ inputs, closed }, { stored: false });
  }

  async readAgain(load: number): Promise<string | null> {
    const opened = this.#opened.get(load);
    const gone = opened && (await unreadable(opened.inputs));
    if (gone) return gone.path;
    // Asked for twice, it is read once.
    if (opened && this.#opened.get(load) === opened) await this.#openAgain(load, opened, { stored: false, again: true });
    return null;
  }

  async #openAgain(load: number, opened: Opened, how: How): Promise<void> {
    this.#opened.delete(load);
    await this.#call("closeLoad", [load]);
    await this.#open(opened, how);
  }

  /** Lets go of the files of a load of which nothing is open, left or to come. */
  async #release(load: number): Promise<void> {
    if ((await this.#call("releaseLoad", [load])) === true) this.#opened.delete(load);
  }

  rehearse(inputs: readonly OpenInput[]): void {
    if (this.#lastLoad > 0) return;
    const worker = this.#host.startWorker();
    // A rehearsal that breaks has cost nothing: a real load would say what is wrong.
    worker.onerror = (event) => event.preventDefault();
    worker.onmessage = () => {
      worker.terminate();
      this.#spares = Array.from({ length: this.#loaders }, () => this.#newLoader());
      this.#spareCache = this.#host.startWorker();
    };
    this.#start(worker, (module) => ({ role: "rehearsal", module, inputs }));
    this.#rehearsal = worker;
  }

  attachCanvas(canvas: HTMLCanvasElement, size: CanvasSize): void {
    const offscreen = canvas.transferControlToOffscreen();
    this.#post({ type: "canvas", canvas: offscreen, size }, [offscreen]);
  }

  drawChart(canvas: HTMLCanvasElement, chart: Chart, surface: ChartSurface): Promise<ChartDrawn> {
    return this.#charts.draw(canvas, chart, surface);
  }

  on<Name extends keyof EngineEvents>(event: Name, listener: (data: EngineEvents[Name]) => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Opens inputs: where they are `stored`, from there. */
  async #open({ inputs, closed }: Pick<Opened, "inputs" | "closed">, { stored, again = false }: How): Promise<Load> {
    this.#rehearsal?.terminate();
    this.#rehearsal = null;
    const id = ++this.#lastLoad;
    // Not waited for: the engine takes messages in order, and who asks right behind finds the load running.
    this.#call("beginLoad", [id, closed]).catch(() => undefined);
    this.#opened.set(id, { inputs, closed, again, cancels: 0 });
    const host = this.#loadHost();
    if (bytesOf(inputs) < WORTH_STORING) return this.#run(new LoadRun(id, inputs, host));
    const cached = new CachedLoad(this.#startCache(id));
    this.#cached.add(cached);
    const restore: LoadHost["restore"] = async () => cached.find(inputs, `${await this.#host.build()} ${this.#host.limits()}`, stored);
    const load = await this.#run(new LoadRun(id, inputs, { ...host, restore }));
    void this.#keep(load, cached);
    return load;
  }

  /** Stores a load that was read whole. */
  async #keep(load: Load, cached: CachedLoad): Promise<void> {
    const whole = load.state === "ready" && !load.stored && load.jobs.every(({ state }) => state === "ready");
    if (whole) await cached.keep();
    else cached.end();
    this.#cached.delete(cached);
    if (whole) this.#events.emit("kept", undefined);
  }

  async #openLeft(load: number, homes: string[], within: TimeRange | undefined): Promise<void> {
    const inputs = this.#opened.get(load)?.inputs;
    const jobs = (await this.#call("openLeft", [load, homes, within])) as JobList;
    if (inputs && jobs.jobs.length > 0) await this.#run(new LoadRun(load, inputs, this.#loadHost(), jobs));
  }

  async #run(run: LoadRun): Promise<Load> {
    this.#loads.set(run.id, run);
    const load = await run.done;
    this.#dropSpares();
    this.#loads.delete(run.id);
    await this.#release(run.id).catch(() => undefined);
    return load;
  }

  #loadHost(): LoadHost {
    return {
      loaders: this.#loaders,
      limits: this.#host.limits(),
      startLoader: () => this.#startLoader(),
      changed: (load) => this.#events.emit("load", load),
      expect: (load, orders) => this.#call("expectJobs", [load, orders]) as Promise<JobList>,
      failed: (load, job, why) => this.#call("jobFailed", [load, job, why]) as Promise<JobList>,
      arrived: () => void this.#prepare().catch(() => undefined),
      finish: (load) => this.#finish(load),
      cancel: (load) => this.#call("cancelLoad", [load]) as Promise<boolean>,
    };
  }

  async #finish(load: number): Promise<boolean> {
    const anything = (await this.#call("endLoad", [load])) === true;
    // What is being prepared may have begun before that.
    await this.#preparing;
    await this.#prepare();
    return anything;
  }

  /** Opens what has arrived, rank by rank: what the page asks meanwhile is answered in between. */
  #prepare(): Promise<void> {
    this.#preparing ??= this.#prepareAll().finally(() => (this.#preparing = null));
    return this.#preparing;
  }

  async #prepareAll(): Promise<void> {
    while ((await this.#call("prepareNext", [])) === true);
  }

  #call(method: keyof EngineCalls, args: readonly unknown[]): Promise<unknown> {
    return this.#calls.ask((id) => this.#post({ type: "call", id, method, args }));
  }

  #post(message: EngineMessage, transfer: Transferable[] = []): void {
    this.#engine.postMessage(message, transfer);
  }

  #startEngine(): Worker {
    const worker = this.#host.startWorker();
    worker.onmessage = ({ data }: MessageEvent<EngineReply>) => this.#replied(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#crashed(event.message);
    };
    this.#start(worker, (module) => ({ role: "engine", module }));
    return worker;
  }

  get #loaders(): number {
    return Math.max(1, Math.min(this.#host.cores, MOST_LOADERS));
  }

  /** One that is ready, or a new one. */
  #startLoader(): LoaderPort {
    return this.#spares.pop() ?? this.#newLoader();
  }

  #dropSpares(): void {
    for (const spare of this.#spares.splice(0)) spare.terminate();
    this.#spareCache?.terminate();
    this.#spareCache = null;
  }

  #newLoader(): LoaderPort {
    const worker = this.#host.startWorker();
    const line = new MessageChannel();
    const port: LoaderPort = {
      post: (message: LoaderMessage) => worker.postMessage(message),
      onReply: () => undefined,
      terminate: () => worker.terminate(),
    };
    worker.onmessage = ({ data }: MessageEvent<LoaderReply>) => port.onReply(data);
    worker.onerror = (event) => {
      event.preventDefault();
      port.onReply({ type: "failure", message: event.message });
    };
    this.#post({ type: "loader", port: line.port1 }, [line.port1]);
    this.#start(worker, (module) => ({ role: "loader", module, engine: line.port2, extras: this.#host.extras }), [line.port2]);
    return port;
  }

  /** A worker that stores and brings back a load: it needs no module. */
  #startCache(load: number): CachePort {
    const worker = this.#spareCache ?? this.#host.startWorker();
    this.#spareCache = null;
    const line = new MessageChannel();
    const port: CachePort = {
      post: (message: CacheMessage) => worker.postMessage(message),
      onReply: () => undefined,
      terminate: () => worker.terminate(),
    };
    worker.onmessage = ({ data }: MessageEvent<CacheReply>) => port.onReply(data);
    worker.onerror = (event) => {
      event.preventDefault();
      port.onReply(null);
    };
    this.#post({ type: "cache", load, port: line.port1 }, [line.port1]);
    worker.postMessage({ role: "cache", engine: line.port2 } satisfies WorkerStart, [line.port2]);
    return port;
  }

  /** Gives a worker its role once the module is compiled; what is posted before waits in the worker. */
  #start(worker: Worker, message: (module: WebAssembly.Module) => WorkerStart, transfer: Transferable[] = []): void {
    this.#host.module.then(
      (module) => worker.postMessage(message(module), transfer),
      // Another worker would get no module either.
      (reason: unknown) => this.#tellCrash(String(reason)),
    );
  }

  #replied(reply: EngineReply): void {
    switch (reply.type) {
      case "value":
        return this.#calls.answer(reply.id, reply.value);
      case "failure":
        return this.#calls.fail(reply.id, reply.message);
      case "captures":
        return this.#events.emit("captures", undefined);
      case "frame":
        return this.#events.emit("frame", reply.frame);
      case "crash":
        return this.#crashed(reply.message);
    }
  }

  /** The engine's memory cannot be trusted any more: take a new one; the files are still at hand. */
  #crashed(message: string): void {
    this.#engine.terminate();
    // They speak to the engine that is gone.
    this.#dropSpares();
    const calls = this.#calls;
    this.#calls = new Calls();
    this.#engine = this.#startEngine();
    for (const load of this.#loads.values()) void load.cancel();
    this.#lost.push(...this.#opened.values());
    this.#opened.clear();
    // They wait for answers that will not come, and hold their files.
    for (const cached of this.#cached) cached.end();
    calls.failAll(message);
    this.#events.emit("captures", undefined);
    this.#tellCrash(message);
  }

  #tellCrash(message: string): void {
    const report = ["Stepscope engine stopped", message, this.#host.browser].join("\n");
    this.#events.emit("crash", { message, report });
  }
}
