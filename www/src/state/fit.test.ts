import { describe, expect, it } from "vitest";
import type { CaptureInfo, RankInfo } from "../engine/protocol";
import { fitLink, nothingMissing } from "./fit";
import { emptyLink, type LinkState } from "./link";

const rank = (key: string, slices: number): RankInfo => ({
  ...{ id: Number(key), key, place: "", rank: Number(key), device: null, host: null, format: "text", cann: null, framework: null },
  ...{ level: null, spanNs: 1000, start: 0, slices, loading: false, partial: false },
});

const capture: CaptureInfo = {
  ...{ id: 1, load: 1, key: "a1b2", name: "job", kind: "torch_npu", origin: "0", spanNs: 1000, notes: 0 },
  ranks: [rank("0", 100), rank("1", 0)],
  unread: [{ place: "job/rank2", folder: "rank2", rank: 2 }],
  steps: ["9", "10", "11"],
};

const asked = (link: Partial<LinkState>): LinkState => ({ ...emptyLink(), ...link });
const none = nothingMissing();

describe("a link in its capture", () => {
  it("is taken over where the capture has all of it", () => {
    for (const part of [
      {},
      { ranks: [] },
      { ranks: ["1", "2", "rank2"], plotted: "2" },
      { steps: { from: "9", to: "11" } },
      { steps: { from: "10", to: "10" } },
      { slice: { rank: "0", slice: 99 } },
      // Their timelines may be opened yet.
      { slice: { rank: "1", slice: 5 } },
      { slice: { rank: "2", slice: 5 } },
      { visible: { start: -15, end: 1015 }, interval: { start: 1000, end: 1000 } },
      { visible: { start: -9e9, end: 9e9 } },
    ]) {
      expect(fitLink(asked(part), capture)).toEqual({ link: asked(part), missing: null });
    }
  });

  it("keeps the ranks that there are, and names the others once", () => {
    const fitted = fitLink(asked({ ranks: ["0", "99", "x"], plotted: "99" }), capture);
    expect(fitted).toEqual({ link: asked({ ranks: ["0"] }), missing: { ...none, ranks: ["99", "x"] } });
    expect(fitLink(asked({ ranks: ["99"] }), capture)).toEqual({ link: emptyLink(), missing: { ...none, ranks: ["99"] } });
  });

  it("leaves out steps that are missing or turned round", () => {
    for (const [from, to] of [["9", "12"], ["8", "9"], ["11", "9"], ["12", "13"]] as const) {
      expect(fitLink(asked({ steps: { from, to } }), capture)).toEqual({ link: emptyLink(), missing: { ...none, steps: { from, to } } });
    }
  });

  it("leaves out a slice that its rank has not, or whose rank is missing", () => {
    const slice = { rank: "0", slice: 100 };
    expect(fitLink(asked({ slice }), capture)).toEqual({ link: emptyLink(), missing: { ...none, slice } });
    const other = { rank: "7", slice: 0 };
    expect(fitLink(asked({ slice: other }), capture).missing).toEqual({ ...none, ranks: ["7"], slice: other });
  });

  it("leaves out times far from all events, unless no event has one", () => {
    const visible = { start: 5000, end: 6000 };
    expect(fitLink(asked({ visible }), capture)).toEqual({ link: emptyLink(), missing: { ...none, times: true } });
    expect(fitLink(asked({ interval: { start: -90, end: -80 } }), capture).missing).toEqual({ ...none, times: true });
    expect(fitLink(asked({ visible }), { ...capture, spanNs: null }).missing).toBeNull();
  });
});
