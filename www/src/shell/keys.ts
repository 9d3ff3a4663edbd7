import { dialogs } from "../components/dialogs";
import { runAction } from "../state/run";
import { actionOf, pressed } from "../state/shortcuts";
import { view } from "../state/view";

/** Starts actions by their keys, wherever the focus is but in a text field. */
export function listenForKeys(): void {
  window.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || dialogs.peek().length > 0) return;
    const keys = pressed(event);
    if (isTyping(event.target) && !keys.startsWith("Mod+")) return;
    const action = actionOf(keys, view.tab.peek() === "timeline" ? "timeline" : "everywhere");
    if (!action) return;
    event.preventDefault();
    runAction(action);
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "color", "button", "file"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
