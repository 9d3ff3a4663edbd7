import { describe, expect, it } from "vitest";
import { around, clamp, length, pan, whole, zoom } from "./range";

const bounds = { extent: { start: 0, end: 1e9 }, shortest: 1 };
const view = { start: 4e8, end: 6e8 };

describe("range", () => {
  it("keeps the time under the pointer when zooming", () => {
    const at = 4.5e8;
    const zoomed = zoom(view, 0.5, at, bounds);
    expect(length(zoomed)).toBeCloseTo(1e8);
    expect((at - zoomed.start) / length(zoomed)).toBeCloseTo(0.25);
  });

  it("zooms in to the shortest view and out to the whole", () => {
    expect(length(zoom(view, 1e-12, 5e8, bounds))).toBe(1);
    expect(length(zoom(view, 1e12, 5e8, bounds))).toBeCloseTo(length(whole(bounds)));
  });

  it("never leaves all events out of sight", () => {
    const far = pan(view, 1e6, bounds);
    expect(far.start).toBeLessThan(1.02e9);
    expect(clamp({ start: -5e9, end: -4e9 }, bounds).end).toBeGreaterThan(0);
  });

  it("shows all for what is longer, wherever its middle is", () => {
    expect(clamp({ start: -9.2e18, end: 9.2e18 }, bounds)).toEqual(whole(bounds));
    const all = whole(bounds);
    expect(pan(all, 0.25, bounds).start).toBeCloseTo(all.start + length(all) / 4);
  });

  it("leaves room around an instant", () => {
    const shown = around({ start: 5e8, end: 5e8 }, bounds);
    expect(length(shown)).toBeGreaterThan(0);
    expect(shown.start).toBeLessThan(5e8);
  });
});
