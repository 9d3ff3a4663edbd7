import { describe, expect, it } from "vitest";
import { decodeLink, emptyLink, encodeLink, LINK_VERSION, type LinkState } from "./link";

const full: LinkState = {
  demo: true,
  capture: { key: "a1b2", name: "prof_8.0,dp32 & more=100%" },
  tab: "timeline",
  language: "zh",
  theme: "dark",
  ranks: ["0", "rank_1,x"],
  steps: { from: "10", to: "12" },
  plotted: "3",
  visible: { start: -12.5, end: 1e12 + 0.125 },
  top: { row: "0/12/采集, 3", share: 0.437512 },
  slice: { rank: "0", slice: 98 },
  interval: { start: 1, end: 2 },
  collapsed: ["0/Python", "0/a,b"],
  expanded: ["1"],
  pinned: ["0/流 2"],
  hidden: ["0/x&y=z#"],
  renamed: [{ key: "0/s", name: "计算, 流" }],
  rowFilter: "Stream 2",
  axis: "step",
  flows: ["async_npu", "HostToDevice"],
  marks: [
    { start: 5, end: 5, name: "point", color: "#d55e00" },
    { start: 5, end: 9, name: "a,b", color: "#0072b2" },
  ],
  search: "dur>1ms type:MatMul & x",
  searchMode: "regex",
  hit: 24,
  panel: "marks",
  group: "name-shape",
  operatorFilter: "100%",
  sort: "avg",
  order: "ascending",
};

describe("link", () => {
  it("carries the whole state there and back", () => {
    expect(decodeLink(`#${encodeLink(full)}`)).toEqual({ kind: "state", state: full, broken: [] });
  });

  it("is short for a fresh page and gives it back", () => {
    expect(encodeLink(emptyLink())).toBe(`view=${LINK_VERSION}`);
    expect(decodeLink("#view=1")).toEqual({ kind: "state", state: emptyLink(), broken: [] });
  });

  it("is read out of a whole address", () => {
    const decoded = decodeLink("https://host/stepscope.html?x=1#demo&view=1&tab=operators");
    expect(decoded).toMatchObject({ kind: "state", state: { demo: true, tab: "operators" } });
  });

  it("passes over unknown keys and broken values", () => {
    const decoded = decodeLink("#view=1&later=1,2&tab=nowhere&time=x,y&slice=0,&mark=1,2,red,evil&lang=%E4&hit=0&tab2");
    const broken = ["tab", "time", "slice", "mark", "lang", "hit"];
    expect(decoded).toEqual({ kind: "state", state: emptyLink(), broken });
  });

  it("keeps what is good of a link that was cut", () => {
    const cut = decodeLink("#view=1&tab=timeline&time=100,200&rows=%E9%87%87%E9%9B");
    expect(cut).toMatchObject({ state: { tab: "timeline", visible: { start: 100, end: 200 } }, broken: ["rows"] });
    expect(decodeLink("#view=one")).toMatchObject({ kind: "state", broken: ["view"] });
  });

  it("takes no value that no page writes", () => {
    const whole = emptyLink();
    for (const [part, state] of [
      ["time=-1e308,1e308", whole],
      ["range=0,9.3e18", whole],
      ["time=1,2,3", whole],
      ["range=1", whole],
      ["hit=2,3", { ...whole, hit: 1 }],
      ["top=0/12,0.5,1", { ...whole, top: { row: "0/12", share: 0.5 } }],
      ["mark=0,1e300,#0072b2,far", whole],
      ["slice=0,1.5", whole],
      ["slice=0,-1", whole],
      ["slice=0,4294967296", whole],
      ["slice=,1", whole],
      ["steps=10,", whole],
      ["plot=", whole],
      ["top=0/12,1.5", whole],
      ["top=0/12", whole],
      ["capture=", whole],
      ["capture=,name", whole],
      ["capture=a1b2", { ...whole, capture: { key: "a1b2", name: "a1b2" } }],
      ["name=0/s", whole],
      ["sort=avg,sideways", { ...whole, sort: "avg" }],
    ] as const) {
      const decoded = decodeLink(`#view=1&${part}`);
      expect(decoded, part).toEqual({ kind: "state", state, broken: [part.split("=")[0]] });
    }
    for (const version of ["-1", "0", "1.5", "1e999", "NaN", ""]) {
      expect(decodeLink(`#view=${version}&tab=timeline`), version).toMatchObject({ state: { tab: "timeline" }, broken: ["view"] });
    }
  });

  it("never writes a number that is none", () => {
    const wild = ["1e308", "-1e308", "9e18", "-9e18", "Infinity", "NaN", "1e-300"];
    for (const key of ["time", "range", "slice", "hit", "mark"]) {
      for (const one of wild) {
        for (const other of wild) {
          const decoded = decodeLink(`#${key}=${one},${other},#0072b2,a`);
          if (decoded.kind === "state") expect(encodeLink(decoded.state)).not.toMatch(/Infinity|NaN|null/);
        }
      }
    }
  });

  it("numbers the hit of the search as the page does", () => {
    expect(encodeLink({ ...emptyLink(), search: "MatMul", hit: 24 })).toBe("view=1&find=MatMul&hit=25");
    expect(decodeLink("#view=1&hit=1")).toMatchObject({ state: { hit: 0 } });
    for (const hit of ["-1", "1.5", "x", ""]) expect(decodeLink(`#view=1&hit=${hit}`)).toMatchObject({ state: { hit: null } });
  });

  it("tells a newer version apart", () => {
    expect(decodeLink(`#view=${LINK_VERSION + 1}&tab=timeline`)).toEqual({ kind: "newer", version: String(LINK_VERSION + 1) });
  });

  it("is no link without a known key", () => {
    for (const text of ["", "#", "#foo=bar", "just text"]) expect(decodeLink(text)).toEqual({ kind: "none" });
  });

  it("keeps a list of no ranks apart from all ranks", () => {
    const none = { ...emptyLink(), ranks: [] };
    expect(decodeLink(`#${encodeLink(none)}`)).toEqual({ kind: "state", state: none, broken: [] });
  });
});
