import { describe, expect, it } from "vitest";
import { keyOf, stretchesOf } from "./key";
import { limitOf, surplus } from "./limit";
import { parseIndex } from "./shelf";

describe("the content key", () => {
  const MIB = 1 << 20;

  /** A file whose byte at `at` is another one. */
  function file(size: number, at: number | null = null, lastModified = 1): File {
    const bytes = new Uint8Array(size);
    if (at !== null) bytes[at] = 1;
    return new File([bytes], "a", { lastModified });
  }

  const key = (given: File, path = "a", build = "one"): Promise<string> => keyOf([{ path, file: given }], build);

  it("hashes all of a small file, and both ends and even stretches of a big one", () => {
    expect(stretchesOf(0)).toEqual([[0, 0]]);
    expect(stretchesOf(1000)).toEqual([[0, 1000]]);
    for (const size of [400_000, MIB, 10 * 2 ** 30 + 7]) {
      const stretches = stretchesOf(size);
      expect(stretches.length).toBe(18);
      expect([stretches[0]?.[0], stretches.at(-1)?.[1]]).toEqual([0, size]);
      const gaps = stretches.slice(1).map(([start], at) => start - (stretches[at]?.[1] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(2);
    }
  });

  it("is the same for the same content, and another for another size, time, path, build or byte that is looked at", async () => {
    const same = await key(file(MIB));
    expect(await key(file(MIB))).toBe(same);
    const [, [inside] = [0]] = stretchesOf(MIB);
    const others = [
      await key(file(MIB + 1)),
      await key(file(MIB, null, 2)),
      await key(file(MIB), "b"),
      await key(file(MIB), "a", "two"),
      await key(file(MIB, 0)),
      await key(file(MIB, MIB - 1)),
      await key(file(MIB, inside)),
    ];
    expect(new Set([same, ...others]).size).toBe(others.length + 1);
  });

  it("does not notice a byte between the stretches: that is what reading again is for", async () => {
    const [[, end] = [0, 0]] = stretchesOf(MIB);
    expect(await key(file(MIB, end + 1))).toBe(await key(file(MIB)));
  });

  it("counts the order of the inputs: jobs name them by number", async () => {
    const [a, b] = [{ path: "a", file: file(1) }, { path: "b", file: file(2) }];
    expect(await keyOf([a, b], "")).not.toBe(await keyOf([b, a], ""));
  });

  it("looks into the largest of many inputs only", async () => {
    const many = (at: number | null) => Array.from({ length: 40 }, (_, n) => ({ path: `${n}`, file: file(n + 1, n === 0 ? at : null) }));
    expect(await keyOf(many(0), "")).toBe(await keyOf(many(null), ""));
  });
});

describe("room in the cache", () => {
  const stored = [
    { key: "new", bytes: 30, used: 3 },
    { key: "old", bytes: 10, used: 1 },
    { key: "incomplete", bytes: 5, used: 0 },
    { key: "middle", bytes: 20, used: 2 },
  ];

  it("is made by what was unused longest, and by no more than is needed", () => {
    expect(surplus(stored, 35, 100)).toEqual([]);
    expect(surplus(stored, 36, 100)).toEqual(["incomplete"]);
    expect(surplus(stored, 41, 100)).toEqual(["incomplete", "old"]);
    expect(surplus(stored, 100, 100)).toEqual(["incomplete", "old", "middle", "new"]);
  });

  it("is not made for what would not fit alone", () => {
    expect(surplus(stored, 101, 100)).toBeNull();
  });

  it("is half of what the browser grants, and 2 GiB at most", () => {
    expect(limitOf(1000)).toBe(500);
    expect(limitOf(1e12)).toBe(2 ** 31);
    expect(limitOf(undefined)).toBe(0);
  });
});

describe("an index", () => {
  const index = { made: 1, used: 2, held: 3, pieces: [{ job: 1, bytes: 10 }], orders: ["x"] };

  it("is read back", () => {
    expect(parseIndex(JSON.stringify(index))).toEqual(index);
  });

  it("is nothing when it is cut or something else", () => {
    const text = JSON.stringify(index);
    for (const damaged of ["", text.slice(0, -1), "null", "[]", "{}", JSON.stringify({ ...index, pieces: 1 })]) {
      expect(parseIndex(damaged), damaged).toBeNull();
    }
  });
});
