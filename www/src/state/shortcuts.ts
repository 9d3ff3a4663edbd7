/** Every action that has a name, with its keys. The palette, the help and the key handler are made of this table. */

export interface Shortcut {
  /** Keys, the first one shown on buttons. `Mod` is Cmd on a Mac, else Ctrl. */
  keys: readonly string[];
  /** Where the keys mean this. */
  where: "everywhere" | "timeline";
}

export const SHORTCUTS = {
  "palette": { keys: ["Mod+K"], where: "everywhere" },
  "help": { keys: ["?"], where: "everywhere" },
  "search": { keys: ["/"], where: "everywhere" },
  "open-files": { keys: ["Mod+O"], where: "everywhere" },
  "open-folder": { keys: [], where: "everywhere" },
  "open-demo": { keys: [], where: "everywhere" },
  "open-link": { keys: [], where: "everywhere" },
  "open-left": { keys: [], where: "everywhere" },
  "copy-link": { keys: [], where: "everywhere" },
  "tab-overview": { keys: ["1"], where: "everywhere" },
  "tab-timeline": { keys: ["2"], where: "everywhere" },
  "tab-operators": { keys: ["3"], where: "everywhere" },
  "tab-capture": { keys: ["4"], where: "everywhere" },
  "side": { keys: ["Mod+B"], where: "everywhere" },
  "language": { keys: [], where: "everywhere" },
  "theme": { keys: [], where: "everywhere" },
  "zoom-in": { keys: ["W"], where: "timeline" },
  "zoom-out": { keys: ["S"], where: "timeline" },
  "pan-left": { keys: ["A", "ArrowLeft"], where: "timeline" },
  "pan-right": { keys: ["D", "ArrowRight"], where: "timeline" },
  "scroll-up": { keys: ["ArrowUp"], where: "timeline" },
  "scroll-down": { keys: ["ArrowDown"], where: "timeline" },
  "fit": { keys: ["0", "Mod+0"], where: "timeline" },
  "fit-selection": { keys: ["F"], where: "timeline" },
  "undo-zoom": { keys: ["Backspace"], where: "timeline" },
  "go-to": { keys: ["G"], where: "timeline" },
  "next-slice": { keys: ["]"], where: "timeline" },
  "previous-slice": { keys: ["["], where: "timeline" },
  "next-same": { keys: ["."], where: "timeline" },
  "previous-same": { keys: [","], where: "timeline" },
  "next-hit": { keys: ["N"], where: "timeline" },
  "previous-hit": { keys: ["Shift+N"], where: "timeline" },
  "range-from-slice": { keys: ["M"], where: "timeline" },
  "mark": { keys: ["K"], where: "timeline" },
  "pin": { keys: ["P"], where: "timeline" },
  "compact-rows": { keys: ["C"], where: "timeline" },
  "panel": { keys: ["Q"], where: "timeline" },
  "clear": { keys: ["Escape"], where: "timeline" },
} as const satisfies Record<string, Shortcut>;

export type ActionId = keyof typeof SHORTCUTS;

export const ACTIONS = Object.keys(SHORTCUTS) as ActionId[];

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** A key combination as it is written for people. */
export function keyText(keys: string): string {
  const parts = keys.split("+").map((part) => (part === "Mod" ? (isMac() ? "⌘" : "Ctrl") : (SYMBOLS[part] ?? part)));
  return parts.join(isMac() ? "" : "+");
}

/** The first key combination of an action; none gives `undefined`. */
export function keysText(action: ActionId): string | undefined {
  const first: string | undefined = SHORTCUTS[action].keys[0];
  return first === undefined ? undefined : keyText(first);
}

/** What was pressed, in the table's notation. Shift is part of a symbol's own key, and told only for letters. */
export function pressed(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const letter = /^[a-z]$/i.test(event.key);
  const named = event.key.length > 1;
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Mod");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey && (letter || named)) parts.push("Shift");
  parts.push(letter ? event.key.toUpperCase() : event.key);
  return parts.join("+");
}

/** The action of a key combination. */
export function actionOf(keys: string, where: Shortcut["where"]): ActionId | null {
  const matches = (action: ActionId): boolean => {
    const shortcut: Shortcut = SHORTCUTS[action];
    return shortcut.keys.includes(keys) && (shortcut.where === "everywhere" || shortcut.where === where);
  };
  return ACTIONS.find(matches) ?? null;
}
