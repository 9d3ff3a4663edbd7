import { showDialog } from "../../components/dialogs";
import type { MenuItem } from "../../components/menu";
import type { RowInfo } from "../../engine/protocol";
import { t } from "../../i18n";
import { renameDialog } from "./RenameDialog";
import { layout } from "./model";
import { hideRow, setAllCollapsed, setCollapsed, showRow, togglePin } from "./rows";

export function rowMenu(row: RowInfo): MenuItem[] {
  const items: MenuItem[] = [
    { label: row.pinned ? t("rows.unpin") : t("rows.pin"), run: () => togglePin(row.key) },
    { label: t("rows.hide"), run: () => hideRow(row.key) },
    { label: t("rows.rename"), run: () => showDialog(renameDialog(row)) },
  ];
  if (row.hasChildren || row.lanes > 1 || row.collapsed) {
    items.push({
      label: row.collapsed ? t("rows.open") : t("rows.close"),
      run: () => setCollapsed(row.key, row.collapsed ? "open" : "closed"),
    });
  }
  items.push(
    { label: t("rows.openAll"), divided: true, run: () => setAllCollapsed("open") },
    { label: t("rows.closeAll"), run: () => setAllCollapsed("closed") },
  );
  const hidden = layout.peek()?.rows.hidden ?? [];
  hidden.slice(0, 12).forEach(({ key, name }, at) => {
    items.push({ label: t("rows.showOne", { name }), divided: at === 0, run: () => showRow(key) });
  });
  return items;
}
