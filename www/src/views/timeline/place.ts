import type { RowInfo } from "../../engine/protocol";
import type { RowPlace } from "../../state/link";

/** Places among the rows that scroll: the place stays the same when rows change their heights or come and go above it. */

/** Shares are kept this finely: of the highest row they then tell a thousandth of a pixel. */
const FINE = 1e6;

/** The row that lies `top` CSS pixels from the first, and the share of it that is above; `null` for the very first. */
export function placeAt(top: number, rows: readonly RowInfo[]): RowPlace | null {
  const row = top > 0 ? rows.find((row) => !row.pinned && row.top + row.height > top) : undefined;
  return row ? { row: row.key, share: Math.round(((top - row.top) / row.height) * FINE) / FINE } : null;
}

/** How many CSS pixels a place lies from the first row; `null` where its row is not shown. */
export function topOf({ row: key, share }: RowPlace, rows: readonly RowInfo[]): number | null {
  const row = rows.find((row) => !row.pinned && row.key === key);
  return row ? row.top + share * row.height : null;
}

/** Where to be when the rows become others: the row, or the nearest one above it that is left. */
export function placeIn(place: RowPlace | null, before: readonly RowInfo[], rows: readonly RowInfo[]): RowPlace | null {
  if (!place || topOf(place, rows) !== null) return place;
  const at = before.findIndex(({ key, pinned }) => !pinned && key === place.row);
  // A link or a jump may name a row that is still to be laid out.
  if (at < 0) return place;
  const left = new Set(rows.filter(({ pinned }) => !pinned).map(({ key }) => key));
  const above = before.slice(0, at).findLast(({ key, pinned }) => !pinned && left.has(key));
  return above ? { row: above.key, share: 0 } : null;
}
