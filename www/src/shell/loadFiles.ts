import type { LoadJob } from "../engine/client";

/** A file of a load: one job, or the parts of a big trace that are read at once. */
export interface LoadFile {
  name: string;
  /** The file being read inside of it. */
  inside: string;
  state: "waiting" | "loading" | "ended";
  /** Bytes, of all its parts. */
  read: number;
  total: number;
}

/** The files of a load, in the order of their first jobs. */
export function filesOf(jobs: readonly LoadJob[]): LoadFile[] {
  const files = new Map<string, LoadFile>();
  for (const job of jobs) {
    const file = files.get(job.name) ?? { name: job.name, inside: job.file, state: stateOf(job), read: 0, total: 0 };
    files.set(job.name, file);
    if (file.state !== stateOf(job)) file.state = "loading";
    if (job.state === "loading") file.inside = job.file;
    file.read += stateOf(job) === "ended" ? job.total : Math.min(job.bytes, job.total);
    file.total += job.total;
  }
  return [...files.values()];
}

function stateOf({ state }: LoadJob): LoadFile["state"] {
  return state === "waiting" || state === "loading" ? state : "ended";
}
