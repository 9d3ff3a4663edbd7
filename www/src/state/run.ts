import type { ActionId } from "./shortcuts";

/** The handlers, given by the shell: components start actions without knowing the shell. */
export type Handlers = Readonly<Record<ActionId, () => void>>;

let handlers: Handlers | null = null;

export function setHandlers(all: Handlers): void {
  handlers = all;
}

export function runAction(id: ActionId): void {
  handlers?.[id]();
}
