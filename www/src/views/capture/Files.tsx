import { useState } from "preact/hooks";
import { Grid } from "../../components/Grid";
import type { FileInfo } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { rankOf } from "../../state/engine";
import { rankName } from "../../state/ranks";

/** Every file found, and what became of it. */
export function Files({ files }: { files: readonly FileInfo[] }) {
  const [filter, setFilter] = useState("");
  const [selected, setSelected] = useState<number | null>(null);
  const shown = files.filter(({ path }) => path.toLowerCase().includes(filter.toLowerCase()));
  return (
    <>
      {files.length > 12 && (
        <input
          class="input files-filter"
          type="search"
          placeholder={t("files.filter")}
          aria-label={t("files.filter")}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      )}
      <div class="files-grid" style={{ height: `${Math.min(15, shown.length) * 24 + 31}px` }}>
        <Grid
          label={t("capture.files", { n: files.length })}
          columns={[
            { id: "path", label: t("files.path"), width: 240, most: 720, align: "left", sortable: false },
            { id: "rank", label: t("slice.rank"), width: 80, align: "left", sortable: false },
            { id: "bytes", label: t("files.size"), width: 100, align: "right", sortable: false },
            { id: "used", label: t("files.used"), width: 300, align: "left", sortable: false },
          ]}
          rowCount={shown.length}
          rowAt={(at) => {
            const file = shown[at];
            if (!file) return null;
            const rank = file.rank === null ? null : rankOf(file.rank);
            return [
              { text: file.path, tip: file.path },
              { text: rank ? rankName(rank) : "" },
              { text: format.value.bytes(file.bytes) },
              { text: t(`files.${file.used}`), tip: t(`files.${file.used}Tip`) },
            ];
          }}
          selected={selected}
          onSelect={setSelected}
          testId="files"
        />
      </div>
    </>
  );
}
