import { signal } from "@preact/signals";

export type ToastLook = "info" | "warning" | "error";

export interface Toast {
  id: number;
  look: ToastLook;
  text: string;
  detail: string | null;
}

export const toasts = signal<readonly Toast[]>([]);

/** How long a mere confirmation stays, milliseconds. Warnings and errors stay until they are closed. */
const SHOWN = 4000;

let last = 0;

export function notify(look: ToastLook, text: string, detail: string | null = null): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, look, text, detail }];
  if (look === "info") setTimeout(() => closeToast(id), SHOWN);
}

export function closeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
