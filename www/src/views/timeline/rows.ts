import { batch } from "@preact/signals";
import { view } from "../../state/view";
import { layout, pinnedTop } from "./model";

/** Changes to rows; the engine lays them out anew whenever these lists change. */

function withKey(keys: readonly string[], key: string): string[] {
  return keys.includes(key) ? [...keys] : [...keys, key];
}

function without(keys: readonly string[], key: string): string[] {
  return keys.filter((other) => other !== key);
}

export function setCollapsed(key: string, to: "open" | "closed"): void {
  batch(() => {
    const { collapsed, expanded } = view;
    if (to === "closed") {
      collapsed.value = withKey(collapsed.value, key);
      expanded.value = without(expanded.value, key);
    } else {
      collapsed.value = without(collapsed.value, key);
      expanded.value = withKey(expanded.value, key);
    }
  });
}

/** Opens and shows rows, as the engine has for what is to be seen in them. */
export function uncover(keys: readonly string[]): void {
  batch(() => {
    for (const key of keys) {
      setCollapsed(key, "open");
      showRow(key);
    }
  });
}

/** Opens or closes every row that is laid out. */
export function setAllCollapsed(to: "open" | "closed"): void {
  const rows = layout.peek()?.rows.rows ?? [];
  batch(() => {
    for (const { key, hasChildren, lanes } of rows) if (hasChildren || lanes > 1) setCollapsed(key, to);
  });
}

export function togglePin(key: string): void {
  const { pinned } = view;
  batch(() => {
    if (pinned.value.includes(key)) {
      pinned.value = without(pinned.value, key);
    } else {
      pinned.value = withKey(pinned.value, key);
      // It is the last of them: as far down as there will be.
      pinnedTop.value = Infinity;
    }
  });
}

export function hideRow(key: string): void {
  batch(() => {
    view.hidden.value = withKey(view.hidden.value, key);
    view.pinned.value = without(view.pinned.value, key);
  });
}

export function showRow(key: string): void {
  view.hidden.value = without(view.hidden.value, key);
}

export function showAllRows(): void {
  view.hidden.value = [];
}

/** An empty name gives the row its own name back. */
export function renameRow(key: string, name: string): void {
  const others = view.renamed.value.filter((row) => row.key !== key);
  view.renamed.value = name.trim() === "" ? others : [...others, { key, name: name.trim() }];
}
