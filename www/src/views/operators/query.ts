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

/** What the table asks for, without the page; `null` with nothing to ask. */
export const tableQuery = computed<OperatorQuery | null>(() => {
  const chosen = selection.value;
  if (!chosen || revision.value < 0) return null;
  const sort = view.sort.value;
  return {
    selection: chosen,
    group: view.group.value,
    filter: view.operatorFilter.value.trim(),
    sort: sort === "" ? USUAL_SORT : sort,
    order: view.order.value,
    offset: 0,
    count: PAGE,
  };
});

const firstAsked = ask(() => {
  const query = tableQuery.value;
  const inLanguage = language.value;
  if (view.tab.value !== "operators" || !query) return null;
  return async () => ({ query, page: await engine().query.operators(query, inLanguage) });
});

/** The first page, with the query that it answers; later pages are fetched by the table. */
export const firstPage = computed(() => firstAsked.answer.value);
