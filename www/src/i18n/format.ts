/** What is shown where a number is not known. */
export const UNKNOWN = "–";

const UNITS = [
  { unit: "ns", size: 1 },
  { unit: "µs", size: 1e3 },
  { unit: "ms", size: 1e6 },
  { unit: "s", size: 1e9 },
] as const;

const BYTES = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** Numbers, durations (in nanoseconds), bytes and shares as a language writes them. */
export class Format {
  readonly #locale: string;
  readonly #fixed = new Map<number, Intl.NumberFormat>();

  constructor(locale: string) {
    this.#locale = locale;
  }

  /** A count, digits grouped. */
  count(value: number | null): string {
    return value === null ? UNKNOWN : this.#digits(value, 0);
  }

  /** Any number with as many digits as it needs, at most three decimals. */
  number(value: number | null): string {
    if (value === null) return UNKNOWN;
    if (Number.isInteger(value)) return this.#digits(value, 0);
    return this.#digits(value, Math.abs(value) >= 100 ? 1 : 3);
  }

  /** Four significant digits in the unit that fits: `512 ns`, `12.34 µs`, `1.234 s`. */
  duration(ns: number | null): string {
    if (ns === null) return UNKNOWN;
    const length = Math.abs(ns);
    const { unit, size } = UNITS.findLast(({ size }) => length >= size) ?? UNITS[0];
    if (unit === "ns") return `${this.#digits(ns, Number.isInteger(ns) ? 0 : 1)} ns`;
    const value = ns / size;
    return `${this.#digits(value, decimals(value))} ${unit}`;
  }

  /** To the nanosecond, in the unit that fits: `12.340 µs`, `1.234567890 s`. */
  exact(ns: number | null): string {
    if (ns === null) return UNKNOWN;
    const length = Math.abs(ns);
    const at = UNITS.findLastIndex(({ size }) => length >= size);
    const { unit, size } = UNITS[Math.max(at, 0)] ?? UNITS[0];
    return `${this.#digits(ns / size, Math.max(at, 0) * 3)} ${unit}`;
  }

  /** A share between 0 and 1 as per cent. */
  share(share: number | null): string {
    if (share === null) return UNKNOWN;
    const percent = share * 100;
    const small = Math.abs(percent) < 10;
    return `${this.#digits(percent, small ? 2 : 1)} %`;
  }

  /** Milliseconds, for gains. */
  milliseconds(value: number | null): string {
    return value === null ? UNKNOWN : this.duration(value * 1e6);
  }

  bytes(bytes: number | null): string {
    if (bytes === null) return UNKNOWN;
    let value = bytes;
    let at = 0;
    while (value >= 1024 && at < BYTES.length - 1) {
      value /= 1024;
      at += 1;
    }
    return `${this.#digits(value, at === 0 ? 0 : Math.max(0, decimals(value) - 1))} ${BYTES[at] ?? ""}`;
  }

  /** Time of day in UTC to the nanosecond; `origin` is unix nanoseconds as decimal text. */
  timeOfDay(origin: string, ns: number): string {
    const { millis, rest } = split(origin, ns);
    const clock = new Date(millis).toISOString().slice(11, 23);
    return `${clock}${String(rest).padStart(6, "0")}`;
  }

  /** Date and time in UTC to the second. */
  date(origin: string): string {
    const { millis } = split(origin, 0);
    return `${new Date(millis).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  }

  #digits(value: number, digits: number): string {
    let format = this.#fixed.get(digits);
    if (!format) {
      format = new Intl.NumberFormat(this.#locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      this.#fixed.set(digits, format);
    }
    return format.format(value);
  }
}

/** Decimals that give a value below 1000 four significant digits. */
function decimals(value: number): number {
  const size = Math.abs(value);
  if (size >= 1000) return 0;
  if (size >= 100) return 1;
  return size >= 10 ? 2 : 3;
}

/** Whole milliseconds, which dates are made of, and the nanoseconds beyond. */
function split(origin: string, ns: number): { millis: number; rest: bigint } {
  const time = toBigInt(origin) + BigInt(Math.round(ns));
  const whole = 1_000_000n;
  const rest = ((time % whole) + whole) % whole;
  // Dates end 100 million days after 1970; beyond, a date of a hostile file is clamped.
  const millis = Number((time - rest) / whole);
  return { millis: Math.max(-8.64e15, Math.min(8.64e15, millis)), rest };
}

function toBigInt(text: string): bigint {
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n;
}
