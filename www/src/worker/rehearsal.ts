import type { OpenInput } from "../engine/client";
import type { JobList } from "../engine/protocol";

/**
 * Loads something small as the loaders and the engine would, and forgets it.
 *
 * A browser runs WebAssembly slowly at first and compiles for speed what has run for a while, for all
 * workers of a page at once. After a rehearsal a load of 100 MB takes about half the time.
 */
export function rehearse(inputs: readonly OpenInput[]): void {
  const loader = new wasm_bindgen.Loader();
  const engine = new wasm_bindgen.Engine();
  let buffers: Uint8Array[] = [];
  const keep = (buffer: Uint8Array): void => void buffers.push(buffer);
  const adopt = (job: number): void => {
    engine.adopt(LOAD, job, () => buffers.shift());
    buffers = [];
  };
  loader.setInputs([...inputs]);
  engine.beginLoad(LOAD);
  const listed: JobList = loader.list(1, keep, () => adopt(0));
  const { jobs }: JobList = engine.expectJobs(LOAD, listed.jobs.map(({ order }) => order));
  for (const { id, order } of jobs) {
    loader.run(order, () => undefined, keep, () => adopt(id));
    engine.jobDone(LOAD, id);
  }
  engine.endLoad(LOAD);
  while (engine.prepareNext());
  engine.captures();
}

const LOAD = 1;
