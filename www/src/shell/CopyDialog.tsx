import { Button } from "../components/Button";
import { Dialog } from "../components/Dialog";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { copyText, download } from "../state/clipboard";

export interface CopyDialogProps {
  close: () => void;
  title: string;
  text: string;
  /** File name for a download; `null` for none. */
  name: string | null;
}

/** Shows a text to take along by hand, where a frame may refuse clipboard and downloads without a word. */
export function CopyDialog({ close, title, text, name }: CopyDialogProps) {
  const copy = async (): Promise<void> => {
    if (await copyText(text)) {
      notify("info", t("copied"));
      close();
    } else notify("warning", t("copy.refused"));
  };
  return (
    <Dialog
      title={title}
      close={close}
      footer={
        <>
          {name !== null && <Button label={t("download")} icon="download" onClick={() => download(name, text, "text/csv")} />}
          <Button label={t("copy")} look="primary" onClick={() => void copy()} />
        </>
      }
    >
      <textarea readOnly value={text} rows={8} aria-label={title} onFocus={({ currentTarget }) => currentTarget.select()} />
      {name !== null && <p class="muted small">{t("download.uncertain")}</p>}
    </Dialog>
  );
}
