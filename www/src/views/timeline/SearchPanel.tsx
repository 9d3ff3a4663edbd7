import { Button } from "../../components/Button";
import type { GridColumn } from "../../components/columns";
import { Grid } from "../../components/Grid";
import { Select } from "../../components/Select";
import { usePages } from "../../components/usePages";
import type { SliceInfo } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { engine, rankOf } from "../../state/engine";
import { runAction } from "../../state/run";
import { keysText } from "../../state/shortcuts";
import { searchFor, view } from "../../state/view";
import { found } from "./model";
import { showSlice } from "./moves";
import { pointText } from "./time";

const PAGE = 100;

/** The hits of the search, in time order. */
export function SearchPanel() {
  const result = found.value;
  const { rowAt: hitAt, onRange } = usePages<SliceInfo>({
    answer: result,
    size: PAGE,
    fetch: async (offset) => (await engine().query.searchPage(offset, PAGE)).hits,
  });
  return (
    <div class="search-panel" data-testid="search-results">
      <div class="range-head">
        <Select
          label={t("search.mode")}
          items={[
            { id: "substring", label: t("search.substring") },
            { id: "match-case", label: t("search.case") },
            { id: "exact", label: t("search.exact") },
            { id: "regex", label: t("search.regex") },
          ]}
          selected={view.searchMode.value}
          onSelect={(mode) => searchFor(view.search.peek(), mode)}
        />
        <Button label={t("action.previous-hit")} icon="up" show="icon" look="bare" size="compact" keys={keysText("previous-hit")} disabled={!result || result.count === 0} onClick={() => runAction("previous-hit")} />
        <Button label={t("action.next-hit")} icon="down" show="icon" look="bare" size="compact" keys={keysText("next-hit")} disabled={!result || result.count === 0} onClick={() => runAction("next-hit")} />
        <Outcome />
        <span class="grow" />
        <span class="muted small ellipsis">{t("search.help")}</span>
      </div>
      {result && result.count > 0 && (
        <Grid
          label={t("panel.search")}
          columns={columns()}
          rowCount={result.count}
          rowAt={(at) => {
            const hit = hitAt(at);
            if (!hit) return null;
            return [
              { text: hit.name, tip: hit.name },
              { text: rankOf(hit.id.rank)?.key ?? "" },
              { text: hit.rowName, tip: hit.rowName },
              { text: pointText(hit.start) },
              { text: format.value.duration(hit.duration), tip: format.value.exact(hit.duration) },
            ];
          }}
          onRange={onRange}
          selected={view.hit.value}
          onSelect={(at) => {
            view.hit.value = at;
            const hit = hitAt(at);
            if (hit) void showSlice(hit.id).then(() => (view.panel.value = "search"));
          }}
          testId="search-hits"
        />
      )}
    </div>
  );
}

function Outcome() {
  const result = found.value;
  if (!result) return <span class="muted">{t("search.none")}</span>;
  if (result.problem !== null) return <span class="error-text">{result.problem}</span>;
  return <span data-testid="search-count">{t("search.count", { n: result.count, count: format.value.count(result.count) })}</span>;
}

function columns(): GridColumn[] {
  return [
    { id: "name", label: t("column.name"), width: 200, most: 520, align: "left", sortable: false },
    { id: "rank", label: t("slice.rank"), width: 64, align: "left", sortable: false },
    { id: "row", label: t("column.row"), width: 180, most: 400, align: "left", sortable: false },
    { id: "start", label: t("slice.start"), width: 190, align: "right", sortable: false },
    { id: "duration", label: t("slice.duration"), width: 100, align: "right", sortable: false },
  ];
}
