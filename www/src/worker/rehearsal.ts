import type { OpenInput } from "../engine/client";
import type { JobList } from "../engine/protocol";

/**
 * Loads something as the loaders and the engine would, and forgets it.
 *
 * A browser runs WebAssembly slowly at first and compiles for speed what has run for a while, for all
 * workers of a page at once. After a rehearsal a load of 100 MB takes about half the time.
 */
export function rehearse(inputs: readonly OpenInput[]): void {
  load(inputs);
  const large = [{ path: "trace_view.json", file: new File([trace()], "trace_view.json") }];
  // What runs once a load, over all columns, must run more than once to count as often used.
  for (let round = 0; round < 3; round++) load(large);
}

function load(inputs: readonly OpenInput[]): void {
  const loader = new wasm_bindgen.Loader();
  const engine = new wasm_bindgen.Engine();
  let buffers: Uint8Array[] = [];
  const keep = (buffer: Uint8Array): void => void buffers.push(buffer);
  const adopt = (job: number): void => {
    engine.adopt(LOAD, job, () => buffers.shift());
    buffers = [];
  };
  loader.setInputs([...inputs], 1);
  engine.beginLoad(LOAD, []);
  const listed: JobList = loader.list(2, keep, () => adopt(0));
  const { jobs }: JobList = engine.expectJobs(LOAD, listed.jobs.map(({ order }) => order));
  for (const { id, order } of jobs) {
    loader.run(order, () => undefined, keep, () => adopt(id));
    engine.jobDone(LOAD, id);
  }
  engine.endLoad(LOAD);
  while (engine.prepareNext());
  engine.captures();
  engine.free();
  loader.free();
}

const LOAD = 1;

/** A trace that is worth two loaders, with the events that large ones are made of. */
function trace(): string {
  const launches = Array.from({ length: 12_000 }, (_, id) => {
    const [host, device] = [START + id * 20, START + id * 20 + 5];
    return [
      `{"ph":"X","name":"aten::op${id % 90}","pid":1,"tid":${1 + (id % 3)},"ts":"${host}.250","dur":12.5,"cat":"cpu_op","args":{"Sequence number":${id},"Input type":"float"}}`,
      `{"ph":"s","bp":"e","name":"async_npu","id":"${id}","pid":1,"tid":1,"ts":"${host}.250","cat":"async_npu"}`,
      `{"ph":"f","bp":"e","name":"async_npu","id":"${id}","pid":2,"tid":1,"ts":"${device}.500","cat":"async_npu"}`,
      `{"ph":"X","name":"kernel${id % 90}","pid":2,"tid":1,"ts":"${device}.500","dur":4.25,"args":{"Task Type":"AI_CORE","Stream Id":1,"connection_id":${id}}}`,
      `{"ph":"C","name":"AI Core Freq","pid":3,"tid":0,"ts":"${device}.500","args":{"MHz":${800 + (id % 100)}}}`,
    ].join();
  });
  return `[${launches.join()}]`;
}

/** Microseconds since 1970: what a recorder writes. */
const START = 1_736_408_883_673_887;
