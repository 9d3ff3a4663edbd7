import { Icon } from "../../components/Icon";
import { openMenu } from "../../components/menu";
import { pointAnchor } from "../../components/place";
import type { RowInfo } from "../../engine/protocol";
import { t } from "../../i18n";
import { bringIntoView } from "./moves";
import { rowMenu } from "./rowMenu";
import { setCollapsed, togglePin } from "./rows";

/** Name of one row, and what can be done with it. */
export function RowHeading({ row, top }: { row: RowInfo; top: number }) {
  const whole = row.path === "" ? row.name : `${row.path} / ${row.name}`;
  const folds = row.hasChildren || row.lanes > 1 || row.collapsed;
  const toggle = (): void => setCollapsed(row.key, row.collapsed ? "open" : "closed");
  const menuAt = (x: number, y: number): void => openMenu(pointAnchor(x, y), row.name, rowMenu(row));
  return (
    <div
      class={`row-heading ${row.kind} ${row.pinned ? "pinned" : ""}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={folds ? !row.collapsed : undefined}
      aria-label={whole}
      data-row={row.key}
      data-testid="row-heading"
      tabIndex={0}
      style={{ top: `${top}px`, height: `${row.height}px`, paddingLeft: `${4 + (row.pinned ? 0 : row.depth * 12)}px` }}
      onDblClick={() => {
        if (folds) toggle();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        menuAt(event.clientX, event.clientY);
      }}
      onKeyDown={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) menuAt(box.left, box.bottom);
        else if (event.key === "Enter" && folds) toggle();
        else if (event.key === "ArrowRight" && folds && row.collapsed) toggle();
        else if (event.key === "ArrowLeft" && folds && !row.collapsed) toggle();
        else if (event.key === "ArrowDown") focusSibling(event.currentTarget, "next");
        else if (event.key === "ArrowUp") focusSibling(event.currentTarget, "previous");
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <button
        type="button"
        class={`fold ${folds ? "" : "none"}`}
        tabIndex={-1}
        aria-hidden={!folds}
        aria-label={row.collapsed ? t("rows.open") : t("rows.close")}
        onClick={toggle}
      >
        {folds && <Icon name={row.collapsed ? "right" : "down"} />}
      </button>
      <span class="ellipsis grow" data-tip={whole}>
        {row.name}
        {row.path !== "" && <span class="row-path muted">{row.path}</span>}
      </span>
      <span class="row-tools">
        <button type="button" tabIndex={-1} aria-pressed={row.pinned} aria-label={row.pinned ? t("rows.unpin") : t("rows.pin")} data-tip={row.pinned ? t("rows.unpin") : t("rows.pin")} onClick={() => togglePin(row.key)}>
          <Icon name="pin" />
        </button>
        <button type="button" tabIndex={-1} aria-label={t("rows.menu")} data-tip={t("rows.menu")} onClick={(event) => menuAt(event.clientX, event.clientY)}>
          <Icon name="more" />
        </button>
      </span>
    </div>
  );
}

function focusSibling(element: HTMLElement, side: "next" | "previous"): void {
  const sibling = side === "next" ? element.nextElementSibling : element.previousElementSibling;
  if (!(sibling instanceof HTMLElement)) return;
  sibling.focus();
  bringIntoView(sibling.dataset["row"] ?? "");
}
