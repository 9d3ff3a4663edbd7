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
  changed(load: Load): void;
  /** All jobs have ended: joins what was read in parts, and says what must be read again as a whole. */
  join(load: number, orders: string[]): Promise<JobList>;
  /** Nothing is left to read: what the engine made of them, `true` if anything was loaded. */
  finish(load: number): Promise<boolean>;
  /** The load was cancelled: forgets what was read. */
  drop(load: number): Promise<unknown>;
}

/** How often progress is told, milliseconds. */
const PROGRESS_INTERVAL = 100;

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
  #next = 0;
  #told = 0;
  #joined = false;
  readonly #orders: Job[] = [];
  readonly #running = new Set<LoaderPort>();
  readonly #host: LoadHost;
  #settle: (load: Load) => void = () => undefined;

  constructor(id: number, inputs: readonly OpenInput[], host: LoadHost) {
    this.id = id;
    this.inputs = inputs;
    this.#host = host;
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    const first = this.#loader();
    first.onReply = (reply) => this.#listed(first, reply);
    first.post({ type: "list", load: id, loaders: host.loaders });
    this.#tell();
  }

  /** What is known now. */
  get load(): Load {
    return { id: this.id, state: this.#state, jobs: this.#jobs.map((job) => ({ ...job })), failure: this.#failure };
  }

  /** Stops every loader at once. Half a capture would answer wrongly, so nothing of it stays. */
  cancel(): void {
    if (this.#state !== "listing" && this.#state !== "loading") return;
    for (const loader of this.#running) loader.terminate();
    this.#running.clear();
    this.#state = "cancelled";
    void this.#host.drop(this.id).catch(() => undefined).then(() => this.#settled());
  }

  #loader(): LoaderPort {
    const loader = this.#host.startLoader();
    this.#running.add(loader);
    loader.post({ type: "inputs", inputs: this.inputs });
    return loader;
  }

  #drop(loader: LoaderPort): void {
    loader.terminate();
    this.#running.delete(loader);
  }

  #listed(first: LoaderPort, reply: LoaderReply): void {
    if (reply.type === "failure") {
      this.#failure = reply.message;
      this.#drop(first);
      void this.#end("failed");
      return;
    }
    if (reply.type !== "jobs") return;
    this.#state = "loading";
    for (const job of reply.jobs.jobs) this.#add(job);
    const more = Math.min(this.#host.loaders, this.#jobs.length) - 1;
    this.#advance(first);
    for (let i = 0; i < more; i++) this.#advance(this.#loader());
    this.#tell();
  }

  #add(job: Job): void {
    this.#orders.push(job);
    this.#jobs.push({ name: job.name, state: "waiting", bytes: 0, total: job.bytes, file: job.name, failure: null });
  }

  /** Gives a free loader the next job, or lets it go; ends the load after the last. */
  #advance(loader: LoaderPort): void {
    const job = this.#jobs[this.#next];
    const order = this.#orders[this.#next];
    if (job === undefined || order === undefined) {
      this.#drop(loader);
      if (this.#running.size === 0) void this.#join();
      return;
    }
    this.#next += 1;
    job.state = "loading";
    loader.onReply = (reply) => this.#reported(loader, job, reply);
    loader.post({ type: "run", load: this.id, job: order.id, order: order.order });
  }

  #reported(loader: LoaderPort, job: LoadJob, reply: LoaderReply): void {
    switch (reply.type) {
      case "progress":
        this.#progress(job, reply.progress);
        return;
      case "done":
        job.state = "ready";
        job.bytes = job.total;
        this.#advance(loader);
        break;
      case "failure": {
        job.state = "failed";
        job.failure = reply.message;
        this.#drop(loader);
        if (this.#next < this.#jobs.length) this.#advance(this.#loader());
        else if (this.#running.size === 0) void this.#join();
        break;
      }
      case "jobs":
        return;
    }
    this.#tell();
  }

  #progress(job: LoadJob, progress: JobProgress): void {
    job.bytes = progress.bytes;
    job.file = progress.file;
    if (performance.now() - this.#told >= PROGRESS_INTERVAL) this.#tell();
  }

  /** After the last job, and after those that had to be done again. */
  async #join(): Promise<void> {
    const orders = this.#orders.map(({ order }) => order);
    const again = this.#joined ? [] : await this.#host.join(this.id, orders).then(({ jobs }) => jobs, () => []);
    this.#joined = true;
    if (this.#state !== "loading") return;
    if (again.length === 0) {
      await this.#end("ready");
      return;
    }
    for (const job of again) this.#add(job);
    this.#advance(this.#loader());
    this.#tell();
  }

  async #end(as: "ready" | "failed"): Promise<void> {
    // The engine tells what came of it: a load whose every job failed loaded nothing.
    const anything = await this.#host.finish(this.id).catch(() => false);
    if (this.#state === "cancelled") return;
    this.#state = as === "ready" && !anything ? "failed" : as;
    if (this.#state === "failed" && this.#failure === null) {
      this.#failure = this.#jobs.find((job) => job.failure !== null)?.failure ?? null;
    }
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
