import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

/** Draws a dialog's box; `close` takes it away. */
export type DialogView = (close: () => void) => ComponentChildren;

/** The open dialogs, the uppermost last. JupyterLab's viewer allows none of the browser's own. */
export const dialogs = signal<readonly DialogView[]>([]);

export function showDialog(view: DialogView): void {
  dialogs.value = [...dialogs.value, view];
}

export function closeDialog(view: DialogView): void {
  dialogs.value = dialogs.value.filter((other) => other !== view);
}
