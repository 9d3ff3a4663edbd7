import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Order } from "../engine/protocol";
import { type GridColumn, widthsOf } from "./columns";
import { Icon } from "./Icon";
import { useSize } from "./useSize";

export interface GridCell {
  text: string;
  /** 0 to 1: a bar behind the text. */
  bar?: number | undefined;
  tip?: string | undefined;
  source?: string | undefined;
}

export interface GridProps {
  label: string;
  columns: readonly GridColumn[];
  rowCount: number;
  /** Cells of a row; `null` while they are fetched. */
  rowAt: (index: number) => readonly GridCell[] | null;
  /** Told which rows are in sight, to fetch them. */
  onRange?: (from: number, to: number) => void;
  sort?: { column: string; order: Order };
  onSort?: (column: string) => void;
  selected: number | null;
  onSelect: (index: number) => void;
  /** Enter or a double click. */
  onActivate?: (index: number) => void;
  testId?: string;
}

export const ROW_HEIGHT = 24;
const OVERSCAN = 6;
const HEAD_HEIGHT = 29;

/**
 * A table of which only the rows in sight exist. All rows are equally high, so a row's place is a
 * product: nothing is measured or kept per row, however many there are.
 */
export function Grid(props: GridProps) {
  const { label, columns, rowCount, rowAt, onRange, sort, onSort, selected, onSelect, onActivate, testId } = props;
  const box = useRef<HTMLDivElement>(null);
  const [{ top, left }, setPlace] = useState({ top: 0, left: 0 });
  const { width, height } = useSize(box);
  const from = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN);
  const to = Math.min(rowCount, Math.ceil((top + height) / ROW_HEIGHT) + OVERSCAN);

  useEffect(() => onRange?.(from, to), [from, to, rowCount, onRange]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || selected === null) return;
    const start = selected * ROW_HEIGHT;
    const visible = element.clientHeight - HEAD_HEIGHT;
    if (start < element.scrollTop) element.scrollTop = start;
    else if (start + ROW_HEIGHT > element.scrollTop + visible) element.scrollTop = start + ROW_HEIGHT - visible;
  }, [selected]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 2);
    const at = selected ?? -1;
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rowCount - 1,
    };
    const next = target[event.key];
    if (next !== undefined && rowCount > 0) {
      event.preventDefault();
      event.stopPropagation();
      onSelect(Math.max(0, Math.min(rowCount - 1, next)));
    } else if (event.key === "Enter" && selected !== null) {
      event.stopPropagation();
      onActivate?.(selected);
    }
  };

  const widths = widthsOf(columns, width);
  const total = widths.reduce((sum, width) => sum + width, 0);
  // Many systems show no scroll bar until one scrolls: shadows say on which side there is more.
  const more = `${left > 0 ? "before" : ""} ${left + width < total ? "after" : ""}`;
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return (
    <div class={`grid-frame grow ${more}`}>
      <div
        ref={box}
        class="grid"
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-activedescendant={selected === null ? undefined : `${testId ?? "grid"}-${selected}`}
        data-testid={testId}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => setPlace({ top: scrollTop, left: scrollLeft })}
        onKeyDown={onKeyDown}
      >
        <div class="grid-head" role="row" aria-rowindex={1}>
          {columns.map((column, at) => {
            const sorted = sort?.column === column.id ? sort.order : null;
            return (
              <div
                key={column.id}
                role="columnheader"
                aria-sort={sorted ?? (column.sortable ? "none" : undefined)}
                style={{ width: `${widths[at] ?? 0}px` }}
              >
                <button
                  type="button"
                  class={column.align === "right" ? "number" : ""}
                  data-tip={column.tip}
                  disabled={!column.sortable}
                  onClick={() => onSort?.(column.id)}
                >
                  <span class="ellipsis">{column.label}</span>
                  {sorted && <Icon name={sorted === "ascending" ? "up" : "down"} />}
                </button>
              </div>
            );
          })}
        </div>
        <div style={{ height: `${rowCount * ROW_HEIGHT}px`, minWidth: `${total}px`, position: "relative" }}>
          {rows.map((index) => (
            <div
              key={index}
              id={`${testId ?? "grid"}-${index}`}
              class="grid-row"
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === selected}
              style={{ top: `${index * ROW_HEIGHT}px` }}
              onClick={() => onSelect(index)}
              onDblClick={() => onActivate?.(index)}
            >
              {cellsOf(columns, widths, rowAt(index))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function cellsOf(columns: readonly GridColumn[], widths: readonly number[], cells: readonly GridCell[] | null) {
  return columns.map((column, at) => {
    const cell = cells?.[at];
    const width = widths[at] ?? 0;
    return (
      <div
        key={column.id}
        role="gridcell"
        class={`grid-cell ${column.align === "right" ? "number" : ""} ${cell?.bar === undefined ? "" : "bar"}`}
        style={{ width: `${width}px` }}
        data-tip={cell?.tip}
        data-source={cell?.source}
      >
        {cell?.bar !== undefined && <i style={{ width: `${Math.max(1, cell.bar * (width - 16))}px` }} />}
        <span>{cells === null ? "…" : (cell?.text ?? "")}</span>
      </div>
    );
  });
}
