import type { Stored } from "../cache/messages";
import type { Load, LoadJob, OpenInput } from "./client";
import type { LoaderMessage, LoaderReply } from "./messages";
import type { Job, JobList, JobProgress } from "./protocol";

/** A loader as the load sees it: a worker that was given its role and its line to the engine. */
export interface LoaderPort {
  post(message: LoaderMessage): void;
  /** Set by the load; also told when the worker itself breaks. */
  onReply: (reply: LoaderReply) => void;
  terminate(): void;
}

export interface LoadHost {
  startLoader(): LoaderPort;
  /** How many loaders may run at once. */
  readonly loaders: number;
  /** How many times the default the limits against hostile files are. */
  readonly limits: number;
  changed(load: Load): void;
  /** Brings the load back from what is stored of it; `null` where nothing is. Not there where it is not worth asking. */
  restore?(): Promise<Stored | null>;
  /** Takes the orders of all jobs; says which to run, in which order. */
  expect(load: number, orders: string[]): Promise<JobList>;
  /** A job broke, and brought nothing; says what must be read again. */
  failed(load: number, job: number, why: string): Promise<JobList>;
  /** More has arrived: opens what is complete. */
  arrived(): void;
  /** Nothing is left to read: opens everything; `true` if anything was loaded. */
  finish(load: number): Promise<boolean>;
  /** Stops the load; `true` if something of it was complete, and stays. */
  cancel(load: number): Promise<boolean>;
}

/** How often progress is told, milliseconds. */
const PROGRESS_INTERVAL = 100;

/** Inputs of fewer bytes are read before a second loader has got going. */
const WORTH_LOADERS = 4 << 20;

export function bytesOf(inputs: readonly OpenInput[]): number {
  return inputs.reduce((sum, { file }) => sum + file.size, 0);
}

/**
 * One load: lists what there is to read, then spreads the jobs over loaders.
 *
 * Every loader holds the same inputs, so any job may run anywhere; a loader that breaks takes only its
 * own job with it and is replaced.
 */
export class LoadRun {
  readonly id: number;
  readonly inputs: readonly OpenInput[];
  readonly done: Promise<Load>;
  #state: Load["state"] = "listing";
  #failure: string | null = null;
  #jobs: LoadJob[] = [];
  #stored: Stored | null = null;
  #next = 0;
  #told = 0;
  #ending = false;
  /** Failures of which the engine has not said what must be read again. */
  #asking = 0;
  readonly #orders: Job[] = [];
  readonly #running = new Set<LoaderPort>();
  /** Loaders that were started while the inputs are listed. */
  readonly #idle: LoaderPort[] = [];
  readonly #host: LoadHost;
  #settle: (load: Load) => void = () => undefined;

  /** Without `jobs` the inputs are listed first. */
  constructor(id: number, inputs: readonly OpenInput[], host: LoadHost, jobs?: JobList) {
    this.id = id;
    this.inputs = inputs;
    this.#host = host;
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    if (jobs) {
      this.#run(jobs);
      return;
    }
    // What is stored is looked for while the inputs are listed.
    const stored = host.restore?.().catch(() => null) ?? Promise.resolve(null);
    void stored.then((stored) => stored && this.#restored(stored));
    const first = this.#loader();
    first.onReply = (reply) => void stored.then((stored) => (stored ? undefined : this.#listed(first, reply)));
    first.post({ type: "list", load: id, loaders: host.loaders });
    if (bytesOf(inputs) >= WORTH_LOADERS) for (let i = 1; i < host.loaders; i++) this.#idle.push(this.#loader());
    this.#tell();
  }

  /** What is known now. */
  get load(): Load {
    return { id: this.id, state: this.#state, jobs: this.#jobs.map((job) => ({ ...job })), stored: this.#stored, failure: this.#failure };
  }

  /** Stops every loader at once. Ranks that are complete stay, half a rank would answer wrongly. Says whether anything stays. */
  async cancel(): Promise<boolean> {
    if (this.#state !== "listing" && this.#state !== "loading") return true;
    this.#stopAll();
    this.#state = "cancelled";
    const kept = await this.#host.cancel(this.id).catch(() => false);
    this.#settled();
    return kept;
  }

  #restored(stored: Stored): void {
    if (this.#state !== "listing") return;
    this.#stored = stored;
    this.#stopAll();
    void this.#end("ready");
  }

  #loader(): LoaderPort {
    const loader = this.#host.startLoader();
    this.#running.add(loader);
    loader.post({ type: "inputs", inputs: this.inputs, limits: this.#host.limits });
    return loader;
  }

  #drop(loader: LoaderPort): void {
    loader.terminate();
    this.#running.delete(loader);
  }

  async #listed(first: LoaderPort, reply: LoaderReply): Promise<void> {
    if (this.#state !== "listing") return;
    if (reply.type === "failure") {
      this.#failure = reply.message;
      this.#stopAll();
      await this.#end("failed");
      return;
    }
    if (reply.type !== "jobs") return;
    this.#idle.unshift(first);
    const orders = reply.jobs.jobs.map(({ order }) => order);
    const jobs = await this.#host.expect(this.id, orders).catch((): JobList => ({ jobs: [] }));
    if (this.#state === "listing") this.#run(jobs);
  }

  #run(jobs: JobList): void {
    this.#state = "loading";
    this.#add(jobs);
    const wanted = Math.max(1, Math.min(this.#host.loaders, this.#jobs.length));
    const loaders = this.#idle.splice(0);
    while (loaders.length < wanted) loaders.push(this.#loader());
    for (const loader of loaders) this.#advance(loader);
    this.#tell();
  }

  #add({ jobs }: JobList): void {
    for (const job of jobs) {
      this.#orders.push(job);
      this.#jobs.push({ name: job.name, state: "waiting", bytes: 0, total: job.bytes, file: job.name });
    }
  }

  /** Gives a free loader the next job, or lets it go; ends the load after the last. */
  #advance(loader: LoaderPort): void {
    const job = this.#jobs[this.#next];
    const order = this.#orders[this.#next];
    if (job === undefined || order === undefined) {
      this.#drop(loader);
      this.#endIfDone();
      return;
    }
    this.#next += 1;
    job.state = "loading";
    loader.onReply = (reply) => this.#reported(loader, job, order.id, reply);
    loader.post({ type: "run", load: this.id, job: order.id, order: order.order });
  }

  #reported(loader: LoaderPort, job: LoadJob, id: number, reply: LoaderReply): void {
    switch (reply.type) {
      case "progress":
        this.#progress(job, reply.progress);
        return;
      case "done":
        job.state = "ready";
        job.bytes = job.total;
        this.#add(reply.again);
        this.#host.arrived();
        this.#advance(loader);
        break;
      case "failure":
        job.state = "failed";
        this.#drop(loader);
        void this.#broken(id, reply.message);
        break;
      case "jobs":
        return;
    }
    this.#tell();
  }

  /** A loader broke with the job `id`: another one goes on. */
  async #broken(id: number, why: string): Promise<void> {
    this.#asking += 1;
    const again = await this.#host.failed(this.id, id, why).catch((): JobList => ({ jobs: [] }));
    this.#asking -= 1;
    if (this.#state !== "loading") return;
    this.#add(again);
    this.#host.arrived();
    if (this.#next < this.#jobs.length) this.#advance(this.#loader());
    else this.#endIfDone();
  }

  #progress(job: LoadJob, progress: JobProgress): void {
    job.bytes = progress.bytes;
    job.file = progress.file;
    if (performance.now() - this.#told < PROGRESS_INTERVAL) return;
    // One job may bring many ranks: a `tar.gz` is one.
    this.#host.arrived();
    this.#tell();
  }

  #endIfDone(): void {
    if (this.#running.size === 0 && this.#asking === 0) void this.#end("ready");
  }

  #stopAll(): void {
    for (const loader of this.#running) loader.terminate();
    this.#running.clear();
  }

  async #end(as: "ready" | "failed"): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    // The engine tells what came of it, and why where that is nothing.
    const anything = await this.#host.finish(this.id).catch(() => false);
    if (this.#state === "cancelled") return;
    this.#state = as === "ready" && !anything ? "failed" : as;
    this.#settled();
  }

  #settled(): void {
    this.#tell();
    this.#settle(this.load);
  }

  #tell(): void {
    this.#told = performance.now();
    this.#host.changed(this.load);
  }
}
