import { describe, expect, it } from "vitest";
import { en } from "./en";
import { fill } from "./fill";
import { Format } from "./format";
import { parseTime } from "./time";
import { zh } from "./zh";

const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe("languages", () => {
  it("have the same keys, none of them empty", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of [...Object.entries(en), ...Object.entries(zh)]) expect(text.trim(), key).not.toBe("");
  });

  it("fill the same places", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      // A singular may leave the number out, and Chinese has no plural.
      const wanted = places(en[key].split("|").at(-1) ?? "");
      expect(places(zh[key]), key).toEqual(wanted);
    }
  });
});

describe("fill", () => {
  it("takes the singular for one", () => {
    expect(fill("{n} rank|{n} ranks", { n: 1 })).toBe("1 rank");
    expect(fill("{n} rank|{n} ranks", { n: 2 })).toBe("2 ranks");
    expect(fill("{n} 个 rank", { n: 1 })).toBe("1 个 rank");
  });

  it("leaves an unknown place to be seen", () => {
    expect(fill("a {b}", {})).toBe("a {b}");
  });
});

describe("format", () => {
  const format = new Format("en");

  it("writes durations in the unit that fits, with four digits", () => {
    expect(format.duration(0)).toBe("0 ns");
    expect(format.duration(999)).toBe("999 ns");
    expect(format.duration(12_345)).toBe("12.35 µs");
    expect(format.duration(123_456_789)).toBe("123.5 ms");
    expect(format.duration(1_234_567_890)).toBe("1.235 s");
    expect(format.duration(-1_500)).toBe("-1.500 µs");
    expect(format.duration(3_600e9)).toBe("3,600 s");
  });

  it("writes exact durations to the nanosecond", () => {
    expect(format.exact(12_340)).toBe("12.340 µs");
    expect(format.exact(1_234_567_890)).toBe("1.234567890 s");
  });

  it("writes unknown as a dash, never as 0", () => {
    for (const text of [format.duration(null), format.count(null), format.share(null), format.bytes(null)]) {
      expect(text).toBe("–");
    }
  });

  it("writes shares, bytes and counts", () => {
    expect(format.share(0.4711)).toBe("47.1 %");
    expect(format.share(0.04711)).toBe("4.71 %");
    expect(format.bytes(512)).toBe("512 B");
    expect(format.bytes(1536)).toBe("1.50 KiB");
    expect(format.bytes(1020 << 20)).toBe("1,020 MiB");
    expect(format.count(1_234_567)).toBe("1,234,567");
    expect(new Format("zh-CN").count(1_234_567)).toBe("1,234,567");
  });

  it("keeps the nanoseconds of a time of day", () => {
    expect(format.timeOfDay("1772357415123456789", 1)).toBe("09:30:15.123456790");
    expect(format.timeOfDay("nonsense", 0)).toBe("00:00:00.000000000");
  });
});

describe("parseTime", () => {
  it("reads units, sums and bare milliseconds", () => {
    expect(parseTime("1.5s")).toBe(1.5e9);
    expect(parseTime("1 s 500 us")).toBe(1e9 + 5e5);
    expect(parseTime("12")).toBe(12e6);
    expect(parseTime("1,000 ns")).toBe(1000);
  });

  it("refuses what is no time", () => {
    for (const text of ["", "abc", "1 s foo", "step 3"]) expect(parseTime(text)).toBeNull();
  });
});
