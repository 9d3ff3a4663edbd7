import { computed } from "@preact/signals";
import type { OperatorQuery } from "../../engine/protocol";
import { ask } from "../../state/query";
import { engine, revision, selection } from "../../state/engine";
import { language } from "../../state/preferences";
import { view } from "../../state/view";

/** Rows fetched at a time. */
export const PAGE = 200;

/** Sorted by total time until a column is chosen. */
const USUAL_SORT = "total";

/** Which rows the table and its plots show; `null` with nothing to ask. */
const shownRows = computed<OperatorQuery | null>(() => {
  const chosen = selection.value;
  if (!chosen || revision.value < 0) return null;
  return {
    selection: chosen,
    group: view.group.value,
    filter: view.operatorFilter.value.trim(),
    sort: USUAL_SORT,
    order: "descending",
    offset: 0,
    count: PAGE,
  };
});

/** What the table asks for, without the page. */
export const tableQuery = computed<OperatorQuery | null>(() => {
  const sort = view.sort.value;
  return shownRows.value && { ...shownRows.value, sort: sort === "" ? USUAL_SORT : sort, order: view.order.value };
});

/** Bars shown; the rest is one bar more. */
const SHARES = 12;

const sharesAsked = ask(() => {
  const query = shownRows.value;
  return view.tab.value === "operators" && query ? () => engine().query.operatorShares(query, SHARES) : null;
});

/** The rows with the most time, however the table is sorted. */
export const shares = computed(() => sharesAsked.answer.value.value);

const firstAsked = ask(() => {
  const query = tableQuery.value;
  const inLanguage = language.value;
  if (view.tab.value !== "operators" || !query) return null;
  return async () => ({ query, page: await engine().query.operators(query, inLanguage) });
});

/** The first page, with the query that it answers; later pages are fetched by the table. */
export const firstPage = computed(() => firstAsked.answer.value);
