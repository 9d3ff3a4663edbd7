const SIZES: Readonly<Record<string, number>> = { ns: 1, us: 1e3, "µs": 1e3, "μs": 1e3, ms: 1e6, s: 1e9, m: 60e9, min: 60e9 };

/**
 * A time typed by a person, in nanoseconds: `1.5s`, `1500 ms`, `1 s 500 us`; a bare number is milliseconds.
 * `null` when it is none.
 */
export function parseTime(text: string): number | null {
  const rest = text.trim().replace(/,/g, "");
  if (rest === "") return null;
  let total = 0;
  let end = 0;
  for (const match of rest.matchAll(/\s*([+-]?\d+(?:\.\d+)?)\s*(ns|us|µs|μs|ms|min|m|s)?/gy)) {
    total += Number(match[1]) * (SIZES[match[2] ?? "ms"] ?? 1);
    end = match.index + match[0].length;
  }
  return end === rest.length ? total : null;
}
