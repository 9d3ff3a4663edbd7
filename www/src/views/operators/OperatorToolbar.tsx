import { h } from "preact";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { Segments } from "../../components/Segments";
import { showDialog } from "../../components/dialogs";
import { notify } from "../../components/toasts";
import { format, t } from "../../i18n";
import { CopyDialog } from "../../shell/CopyDialog";
import { download, downloadsUncertain } from "../../state/clipboard";
import { currentCapture, engine } from "../../state/engine";
import { messageOf } from "../../state/query";
import { view } from "../../state/view";
import { firstPage, tableQuery } from "./query";

const GROUPS = ["type", "name", "name-shape", "core", "kernel"] as const;

/** What a row is, which rows, and what there is in all. */
export function OperatorToolbar() {
  const page = firstPage.value.value?.page;
  return (
    <>
      <div class="toolbar" role="toolbar" aria-label={t("operators.toolbar")}>
        <Segments
          label={t("operators.group")}
          items={GROUPS.map((id) => ({ id, label: t(`group.${id}`) }))}
          selected={view.group.value}
          onSelect={(group) => {
            view.group.value = group;
          }}
        />
        <span class="input-with-icon">
          <Icon name="filter" />
          <input
            class="input"
            type="search"
            placeholder={t("operators.filter")}
            aria-label={t("operators.filter")}
            data-testid="operators-filter"
            value={view.operatorFilter.value}
            onInput={({ currentTarget }) => {
              view.operatorFilter.value = currentTarget.value;
            }}
          />
        </span>
        <span class="grow muted small ellipsis">
          {page &&
            t("operators.total", {
              rows: format.value.count(page.totalRows),
              kernels: format.value.count(page.totalCount),
              time: format.value.duration(page.totalNs),
            })}
        </span>
        <Button label={t("operators.csv")} icon="download" size="compact" testId="operators-csv" onClick={() => void exportCsv()} />
      </div>
      {page && page.remarks.length > 0 && (
        <ul class="remarks small">
          {page.remarks.map((remark) => (
            <li key={remark}>
              <Icon name="info" /> {remark}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

async function exportCsv(): Promise<void> {
  const query = tableQuery.peek();
  if (!query) return;
  try {
    const text = await engine().query.operatorsCsv(query);
    const name = `${currentCapture.peek()?.name ?? "capture"}-operators-${query.group}.csv`;
    if (downloadsUncertain()) showDialog((close) => h(CopyDialog, { close, title: t("operators.csv"), text, name }));
    else download(name, text, "text/csv");
  } catch (failure) {
    notify("error", messageOf(failure));
  }
}
