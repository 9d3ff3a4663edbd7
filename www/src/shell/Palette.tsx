import { useState } from "preact/hooks";
import { t } from "../i18n";
import { currentCapture } from "../state/engine";
import { hasDemo } from "../state/open";
import { runAction } from "../state/run";
import { type ActionId, ACTIONS, keyText, SHORTCUTS, type Shortcut } from "../state/shortcuts";
import { view } from "../state/view";

/** Every action by name. Letters match in order, anywhere in the name. */
export function Palette({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const items = ACTIONS.filter((id) => id !== "palette" && available(id) && matches(t(`action.${id}`), text));
  const chosen = Math.min(at, items.length - 1);
  const run = (id: ActionId | undefined): void => {
    if (!id) return;
    close();
    runAction(id);
  };
  return (
    <div class="dialog palette" role="dialog" aria-modal="true" aria-label={t("action.palette")} data-testid="palette">
      <input
        class="input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={items[chosen] && `palette-${items[chosen]}`}
        placeholder={t("palette.placeholder")}
        aria-label={t("action.palette")}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(items.length - 1, chosen + 1));
          else if (event.key === "ArrowUp") setAt(Math.max(0, chosen - 1));
          else if (event.key === "Enter") run(items[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" role="listbox" aria-label={t("action.palette")}>
        {items.map((id, index) => (
          <PaletteItem key={id} id={id} selected={index === chosen} onPick={() => run(id)} />
        ))}
        {items.length === 0 && <li class="muted">{t("palette.none")}</li>}
      </ul>
    </div>
  );
}

function PaletteItem({ id, selected, onPick }: { id: ActionId; selected: boolean; onPick: () => void }) {
  const shortcut: Shortcut = SHORTCUTS[id];
  return (
    <li
      id={`palette-${id}`}
      role="option"
      aria-selected={selected}
      ref={(element) => {
        if (selected) element?.scrollIntoView({ block: "nearest" });
      }}
      onClick={onPick}
    >
      <span class="grow">{t(`action.${id}`)}</span>
      {shortcut.keys.slice(0, 1).map((keys) => (
        <span key={keys} class="kbd">
          {keyText(keys)}
        </span>
      ))}
    </li>
  );
}

function available(id: ActionId): boolean {
  if (id === "open-demo") return hasDemo();
  if (id.startsWith("tab-")) return currentCapture.value !== null;
  return SHORTCUTS[id].where === "everywhere" || view.tab.value === "timeline";
}

function matches(name: string, typed: string): boolean {
  const wanted = typed.toLowerCase().replace(/\s/g, "");
  let from = 0;
  const lower = name.toLowerCase();
  return [...wanted].every((letter) => {
    const found = lower.indexOf(letter, from);
    from = found + 1;
    return found >= 0;
  });
}
