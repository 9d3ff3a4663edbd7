import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import type { GridColumn } from "../../components/columns";
import { Grid, type GridCell } from "../../components/Grid";
import type { RangeStatistics } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { colorOf, rankOf } from "../../state/engine";
import { searchFor, view } from "../../state/view";
import { addMark } from "./marks";
import { statistics } from "./model";
import { fitSelection, showRange } from "./moves";
import { length } from "./range";
import { pointText } from "./time";

/** What happens inside the selected range. */
export function RangePanel() {
  const interval = view.interval.value;
  const { value, error } = statistics.value;
  if (!interval) return <p class="panel-empty muted">{t("range.none")}</p>;
  return (
    <div class="range-panel" data-testid="range-statistics">
      <div class="range-head">
        <b>{format.value.exact(length(interval))}</b>
        <span class="muted">
          {pointText(interval.start)} – {pointText(interval.end)}
        </span>
        {value && <Split value={value} />}
        <span class="grow" />
        <Button label={t("menu.fitRange")} icon="fit" show="icon" look="bare" size="compact" onClick={fitSelection} />
        <Button label={t("menu.markRange")} icon="mark" show="icon" look="bare" size="compact" onClick={() => addMark(interval)} />
        <Button
          label={t("menu.clearRange")}
          icon="close"
          show="icon"
          look="bare"
          size="compact"
          onClick={() => {
            view.interval.value = null;
          }}
        />
      </div>
      {error !== null && <p class="error-text small">{error}</p>}
      {value && (
        <div class="range-tables">
          <Names value={value} />
          <Rows value={value} />
        </div>
      )}
    </div>
  );
}

/** Computing, exposed communication and free, a bar a rank. */
function Split({ value: { split, range } }: { value: RangeStatistics }) {
  const whole = Math.max(1, length(range));
  return (
    <ul class="range-split">
      {split.slice(0, 8).map(({ rank, computingNs, communicationNotOverlappedNs, freeNs }) => {
        const parts = [
          { role: "computing", label: t("range.computing"), ns: computingNs },
          { role: "communication-not-overlapped", label: t("range.communication"), ns: communicationNotOverlappedNs },
          { role: "free", label: t("range.free"), ns: freeNs },
        ];
        const key = rankOf(rank)?.key ?? "";
        const tip = parts.map(({ label, ns }) => `${label}: ${format.value.duration(ns)} (${format.value.share(ns / whole)})`);
        return (
          <li key={rank} data-tip={`${t("slice.rank")} ${key}\n${tip.join("\n")}`} data-source={t("range.splitTip")}>
            {parts.map(({ role, ns }) => (
              <i key={role} style={{ width: `${(ns / whole) * 100}%`, background: colorOf(role) }} />
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function Names({ value: { names, nameCount } }: { value: RangeStatistics }) {
  const [selected, setSelected] = useState<number | null>(null);
  const columns = [
    text("name", nameCount > names.length ? t("range.names", { shown: names.length, all: nameCount }) : t("column.name")),
    { ...numeric("count", t("column.count")), width: 60 },
    numeric("total", t("column.total")),
    numeric("self", t("column.self")),
    numeric("mean", t("column.mean")),
    numeric("min", t("column.min")),
    numeric("max", t("column.max")),
  ];
  return (
    <Grid
      label={t("range.byName")}
      columns={columns}
      rowCount={names.length}
      rowAt={(at) => {
        const row = names[at];
        if (!row) return null;
        const { name, totalNs, selfNs, meanNs, minNs, maxNs } = row;
        return [{ text: name, tip: name }, number(row.count), time(totalNs), time(selfNs), time(meanNs), time(minNs), time(maxNs)];
      }}
      selected={selected}
      onSelect={setSelected}
      onActivate={(at) => {
        const row = names[at];
        if (row) searchFor(row.name, "exact");
      }}
      testId="range-names"
    />
  );
}

function Rows({ value: { rows, range } }: { value: RangeStatistics }) {
  const [selected, setSelected] = useState<number | null>(null);
  const whole = Math.max(1, length(range));
  return (
    <Grid
      label={t("range.byRow")}
      columns={[
        text("row", t("column.row")),
        { ...numeric("count", t("column.count")), width: 60 },
        { ...numeric("busy", t("column.busy")), width: 100, tip: t("column.busyTip") },
        { ...numeric("sum", t("column.sum")), tip: t("column.sumTip") },
      ]}
      rowCount={rows.length}
      rowAt={(at) => {
        const row = rows[at];
        if (!row) return null;
        return [{ text: row.name, tip: row.name }, number(row.count), { ...time(row.busyNs), bar: Math.min(1, row.busyNs / whole) }, time(row.sumNs)];
      }}
      selected={selected}
      onSelect={setSelected}
      onActivate={(at) => {
        const row = rows[at];
        if (row) void showRange(range, row.row);
      }}
      testId="range-rows"
    />
  );
}

function text(id: string, label: string): GridColumn {
  return { id, label, width: 140, most: 420, align: "left", sortable: false };
}

function numeric(id: string, label: string): GridColumn {
  return { id, label, width: 77, align: "right", sortable: false };
}

function number(value: number): GridCell {
  return { text: format.value.count(value) };
}

function time(ns: number): GridCell {
  return { text: format.value.duration(ns), tip: format.value.exact(ns) };
}
