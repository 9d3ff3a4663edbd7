import type { GridColumn } from "../../components/columns";
import type { GridCell } from "../../components/Grid";
import type { Cell, Column, ColumnKind } from "../../engine/protocol";
import { format } from "../../i18n";
import { UNKNOWN } from "../../i18n/format";
import { pointText } from "../timeline/time";

const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 150, count: 76, duration: 96, share: 96, number: 110, time: 150 };

/** Room that a letter of a heading takes, CSS pixels. */
const LETTER = 7.2;
const FIRST = { width: 180, most: 420 };

export function gridColumns(columns: readonly Column[]): GridColumn[] {
  return columns.map(({ id, label, kind }, at) => {
    const letters = [...label].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);
    const width = Math.round(Math.max(WIDTHS[kind], Math.min(200, letters * LETTER + 34)));
    return { id, label, ...(at === 0 ? FIRST : { width }), align: kind === "text" ? "left" : "right", sortable: true, tip: label };
  });
}

export function gridCell(column: Column, cell: Cell | undefined): GridCell {
  if (cell === null || cell === undefined) return { text: UNKNOWN };
  if (typeof cell === "string") return { text: cell, tip: cell.length > 14 ? cell : undefined };
  switch (column.kind) {
    case "count":
      return { text: format.value.count(cell) };
    case "duration":
      return { text: format.value.duration(cell), tip: format.value.exact(cell) };
    case "share":
      return { text: format.value.share(cell), bar: Math.max(0, Math.min(1, cell)) };
    case "time":
      return { text: pointText(cell) };
    case "number":
    case "text":
      return { text: format.value.number(cell) };
  }
}
