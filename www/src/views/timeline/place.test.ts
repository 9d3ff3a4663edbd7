import { describe, expect, it } from "vitest";
import type { RowInfo } from "../../engine/protocol";
import { placeAt, placeIn, topOf } from "./place";

/** Rows one below the other, `*` for pinned ones. */
function rowsOf(height: number, keys: string): RowInfo[] {
  let top = 0;
  return keys.split(" ").map((key) => {
    const pinned = key.startsWith("*");
    const row = { key: key.replace("*", ""), pinned, top: pinned ? 0 : top, height };
    if (!pinned) top += height;
    return { ...row, rank: 0, kind: "track", path: "", name: key, depth: 0, hasChildren: false, collapsed: false, lanes: 1 };
  });
}

describe("places among rows", () => {
  const rows = rowsOf(20, "*a b c d e");

  it("are the same in rows of other heights", () => {
    const place = placeAt(45, rows);
    expect(place).toEqual({ row: "d", share: 0.25 });
    expect(place && topOf(place, rows)).toBe(45);
    expect(place && topOf(place, rowsOf(12, "*a b c d e"))).toBe(27);
  });

  it("are none at the very first row, behind the last, and in rows that are not shown", () => {
    expect(placeAt(0, rows)).toBeNull();
    expect(placeAt(999, rows)).toBeNull();
    expect(topOf({ row: "x", share: 0 }, rows)).toBeNull();
    expect(topOf({ row: "a", share: 0 }, rows), "pinned").toBeNull();
  });

  it("stay when rows come and go, or move to the nearest row above", () => {
    const place = { row: "d", share: 0.25 };
    expect(placeIn(place, rows, rowsOf(20, "*a x b d e"))).toBe(place);
    expect(placeIn(place, rows, rowsOf(20, "*a b e"))).toEqual({ row: "b", share: 0 });
    expect(placeIn(place, rows, rowsOf(20, "*a *d b c e"))).toEqual({ row: "c", share: 0 });
    expect(placeIn(place, rows, rowsOf(20, "e"))).toBeNull();
    expect(placeIn(null, rows, rows)).toBeNull();
  });

  it("wait for a row that was not there before", () => {
    const place = { row: "x", share: 0.5 };
    expect(placeIn(place, rows, rowsOf(12, "b c"))).toBe(place);
  });
});
