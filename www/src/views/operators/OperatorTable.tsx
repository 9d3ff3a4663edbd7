import type { Signal } from "@preact/signals";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { batch } from "@preact/signals";
import { Grid } from "../../components/Grid";
import { notify } from "../../components/toasts";
import type { OperatorRow } from "../../engine/protocol";
import { t } from "../../i18n";
import { engine } from "../../state/engine";
import { language } from "../../state/preferences";
import { view } from "../../state/view";
import { showSlice } from "../timeline/moves";
import { gridCell, gridColumns } from "./cells";
import { firstPage, PAGE } from "./query";

/** The table: the engine groups, filters and sorts, the page fetches what is in sight. */
export function OperatorTable({ selected }: { selected: Signal<number | null> }) {
  const { value: first, error } = firstPage.value;
  const [, redraw] = useState(0);
  // Made with the answer, not in an effect: the table asks for its rows in an effect that runs earlier.
  const { asked, pages } = useMemo(() => {
    const pages = new Map<number, readonly OperatorRow[]>(first ? [[0, first.page.rows]] : []);
    return { asked: new Set(pages.keys()), pages };
  }, [first]);

  useEffect(() => {
    selected.value = null;
  }, [first]);

  const onRange = useCallback(
    (from: number, to: number) => {
      if (!first) return;
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1) {
        if (asked.has(page)) continue;
        asked.add(page);
        engine()
          .query.operators({ ...first.query, offset: page * PAGE }, language.peek())
          .then(({ rows }) => {
            pages.set(page, rows);
            redraw((times) => times + 1);
          })
          .catch(() => asked.delete(page));
      }
    },
    [first, asked, pages],
  );

  const columns = useMemo(() => gridColumns(first?.page.columns ?? []), [first]);
  if (error !== null) return <p class="banner error grow">{error}</p>;
  if (!first) return <p class="view-empty muted grow">{t("answer.pending")}</p>;
  const { page, query } = first;
  if (page.totalRows === 0) {
    return <p class="view-empty muted grow">{t(query.filter === "" ? "operators.none" : "operators.noMatch")}</p>;
  }
  const rowAt = (at: number): OperatorRow | undefined => pages.get(Math.floor(at / PAGE))?.[at % PAGE];
  const open = (at: number): void => {
    const example = rowAt(at)?.example;
    if (example) void showSlice(example);
    else notify("info", t("operators.noSlice"));
  };
  return (
    <Grid
      label={t("tab.operators")}
      columns={columns}
      rowCount={page.totalRows}
      rowAt={(at) => {
        const row = rowAt(at);
        return row ? page.columns.map((column, index) => gridCell(column, row.cells[index])) : null;
      }}
      onRange={onRange}
      sort={{ column: query.sort, order: query.order }}
      onSort={(column) => sortBy(column, query)}
      selected={selected.value}
      onSelect={(at) => {
        selected.value = at;
      }}
      onActivate={open}
      testId="operators-table"
    />
  );
}

/** A first click on a column sorts the largest first, a second turns it round. */
function sortBy(column: string, { sort, order }: { sort: string; order: "ascending" | "descending" }): void {
  batch(() => {
    view.sort.value = column;
    view.order.value = sort === column && order === "descending" ? "ascending" : "descending";
  });
}
