import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import type { DialogView } from "../../components/dialogs";
import type { RowInfo } from "../../engine/protocol";
import { t } from "../../i18n";
import { renameRow } from "./rows";

/** Asks for a row's new name. */
export function renameDialog(row: RowInfo): DialogView {
  let name = row.name;
  return (close) => {
    const done = (): void => {
      renameRow(row.key, name);
      close();
    };
    return (
      <Dialog
        title={t("rows.rename")}
        close={close}
        footer={
          <>
            <Button
              label={t("rows.ownName")}
              onClick={() => {
                renameRow(row.key, "");
                close();
              }}
            />
            <Button label={t("ok")} look="primary" onClick={done} />
          </>
        }
      >
        <input
          class="input"
          style={{ width: "100%" }}
          value={row.name}
          aria-label={t("rows.rename")}
          onInput={({ currentTarget }) => {
            name = currentTarget.value;
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") done();
          }}
        />
      </Dialog>
    );
  };
}
