import { Fragment } from "preact";
import { Dialog } from "../components/Dialog";
import { t } from "../i18n";
import { ACTIONS, keyText, SHORTCUTS, type Shortcut } from "../state/shortcuts";

/** Every shortcut, and what the mouse does on the timeline. */
export function ShortcutsDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={t("action.help")} close={close} width="wide">
      <div class="shortcuts" data-testid="shortcuts">
        {(["everywhere", "timeline"] as const).map((where) => (
          <Fragment key={where}>
            <h3>{t(`shortcuts.${where}`)}</h3>
            {ACTIONS.map((id) => {
              const shortcut: Shortcut = SHORTCUTS[id];
              if (shortcut.where !== where || shortcut.keys.length === 0) return null;
              return <Line key={id} label={t(`action.${id}`)} keys={shortcut.keys.map(keyText)} />;
            })}
          </Fragment>
        ))}
        <h3>{t("shortcuts.mouse")}</h3>
        <Line label={t("mouse.scroll")} keys={[t("mouse.wheel")]} />
        <Line label={t("mouse.zoom")} keys={[`${keyText("Mod")} + ${t("mouse.wheel")}`]} />
        <Line label={t("mouse.pan")} keys={[t("mouse.drag")]} />
        <Line label={t("mouse.select")} keys={[`Shift + ${t("mouse.drag")}`]} />
        <Line label={t("mouse.band")} keys={[`Alt + ${t("mouse.drag")}`]} />
        <Line label={t("mouse.slice")} keys={[t("mouse.double")]} />
      </div>
    </Dialog>
  );
}

function Line({ label, keys }: { label: string; keys: readonly string[] }) {
  return (
    <div>
      <span>{label}</span>
      <span class="keys">
        {keys.map((key) => (
          <span key={key} class="kbd">
            {key}
          </span>
        ))}
      </span>
    </div>
  );
}
