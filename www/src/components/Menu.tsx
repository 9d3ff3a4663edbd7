import { Fragment } from "preact";
import { Floating } from "./Floating";
import { openedMenu } from "./menu";

/** The open menu, if any. Arrow keys move, Enter runs. */
export function Menu() {
  const menu = openedMenu.value;
  if (!menu) return null;
  const close = (): void => {
    openedMenu.value = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Floating
      key={`${menu.anchor.left},${menu.anchor.top}`}
      anchor={menu.anchor}
      onClose={close}
      class="menu"
      role="menu"
      label={menu.label}
      onKeyDown={onKeyDown}
    >
      {menu.items.map(({ label, run, keys, checked, disabled = false, divided }) => (
        <Fragment key={label}>
          {divided && <hr />}
          <button
            type="button"
            role={checked === undefined ? "menuitem" : "menuitemcheckbox"}
            aria-checked={checked}
            disabled={disabled}
            onClick={() => {
              close();
              run();
            }}
          >
            {checked !== undefined && <span class="tick">{checked ? "✓" : ""}</span>}
            <span>{label}</span>
            {keys !== undefined && <span class="keys">{keys}</span>}
          </button>
        </Fragment>
      ))}
    </Floating>
  );
}
