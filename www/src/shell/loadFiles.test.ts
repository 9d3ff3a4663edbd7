import { describe, expect, it } from "vitest";
import type { LoadJob } from "../engine/client";
import { filesOf } from "./loadFiles";

function job(name: string, state: LoadJob["state"], bytes: number, file = name): LoadJob {
  return { name, state, bytes, total: 100, file };
}

describe("files of a load", () => {
  it("list a trace that is read in parts once, with its joint progress", () => {
    const files = filesOf([job("trace", "loading", 40), job("trace", "loading", 20), job("table", "waiting", 0)]);
    expect(files).toEqual([
      { name: "trace", inside: "trace", state: "loading", read: 60, total: 200 },
      { name: "table", inside: "table", state: "waiting", read: 0, total: 100 },
    ]);
  });

  it("are being read until their last part has ended", () => {
    expect(filesOf([job("trace", "ready", 100), job("trace", "waiting", 0)])[0]?.state).toBe("loading");
    expect(filesOf([job("trace", "waiting", 0), job("trace", "ready", 100)])[0]?.state).toBe("loading");
    expect(filesOf([job("trace", "ready", 100), job("trace", "failed", 10)])[0]).toMatchObject({ state: "ended", read: 200 });
  });

  it("name what is read inside an archive", () => {
    expect(filesOf([job("a.tar.gz", "loading", 5, "inner")])[0]?.inside).toBe("inner");
  });
});
