import { signal } from "@preact/signals";
import type { Anchor } from "./place";

export interface MenuItem {
  label: string;
  run: () => void;
  keys?: string | undefined;
  /** For an item that is on or off. */
  checked?: boolean;
  disabled?: boolean;
  /** Whether a line is drawn above it. */
  divided?: boolean;
}

/** The open menu; there is at most one. */
export const openedMenu = signal<{ anchor: Anchor; items: readonly MenuItem[]; label: string } | null>(null);

export function openMenu(anchor: Anchor, label: string, items: readonly MenuItem[]): void {
  openedMenu.value = { anchor, items, label };
}
