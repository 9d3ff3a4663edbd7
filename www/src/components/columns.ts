export interface GridColumn {
  id: string;
  label: string;
  /** CSS pixels, at least. */
  width: number;
  /** As wide as it grows where the columns leave room; not at all without. */
  most?: number;
  align: "left" | "right";
  sortable: boolean;
  tip?: string;
}

/** Widths of the columns in a table of width `available`: columns that can grow share the room left. */
export function widthsOf(columns: readonly GridColumn[], available: number): number[] {
  const widths = columns.map(({ width }) => width);
  let room = available - widths.reduce((sum, width) => sum + width, 0);
  // Those that need least first: what they leave goes to the others.
  const growing = columns
    .map(({ width, most = width }, at) => ({ at, by: most - width }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => a.by - b.by);
  growing.forEach(({ at, by }, done) => {
    const grown = Math.max(0, Math.min(by, Math.floor(room / (growing.length - done))));
    widths[at] = (widths[at] ?? 0) + grown;
    room -= grown;
  });
  return widths;
}
