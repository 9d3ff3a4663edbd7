/** How much may be stored, and what goes to make room. */

/** Most bytes of everything stored. */
const MOST = 2 * 2 ** 30;

export interface StoredSize {
  readonly key: string;
  readonly bytes: number;
  /** When it was last stored or opened, milliseconds since 1970; 0 of what is incomplete. */
  readonly used: number;
}

/** Bytes that may be stored where the browser grants `quota` bytes in all: the user's disk is not ours to fill. */
export function limitOf(quota: number | undefined): number {
  return Math.min(MOST, (quota ?? 0) / 2);
}

/** What must go for `bytes` more, longest unused first; `null` where nothing would make room enough. */
export function surplus(stored: readonly StoredSize[], bytes: number, limit: number): string[] | null {
  if (bytes > limit) return null;
  let held = stored.reduce((sum, entry) => sum + entry.bytes, 0);
  const keys = [];
  for (const { key, bytes: own } of [...stored].sort((a, b) => a.used - b.used)) {
    if (held + bytes <= limit) break;
    held -= own;
    keys.push(key);
  }
  return keys;
}
