import type { Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { batch } from "@preact/signals";
import { Grid } from "../../components/Grid";
import { notify } from "../../components/toasts";
import { usePages } from "../../components/usePages";
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
  const { rowAt, onRange } = usePages<OperatorRow>({
    answer: first,
    size: PAGE,
    first: first?.page.rows,
    fetch: async (offset) => (first ? (await engine().query.operators({ ...first.query, offset }, language.peek())).rows : []),
  });

  useEffect(() => {
    selected.value = null;
  }, [first]);

  const columns = useMemo(() => gridColumns(first?.page.columns ?? []), [first]);
  if (error !== null) return <p class="banner error grow">{error}</p>;
  if (!first) return <p class="view-empty muted grow">{t("answer.pending")}</p>;
  const { page, query } = first;
  if (page.totalRows === 0) {
    return <p class="view-empty muted grow">{t(query.filter === "" ? "operators.none" : "operators.noMatch")}</p>;
  }
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
