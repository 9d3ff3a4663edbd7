import { format, t } from "../../i18n";
import { currentCapture, engine, ownNotes, revision } from "../../state/engine";
import { language } from "../../state/preferences";
import { useAnswer } from "../../state/query";
import { Cache } from "./Cache";
import { Checks } from "./Checks";
import { Certificate } from "./Certificate";
import { Files } from "./Files";
import { NoteList } from "./NoteList";

/** Where the data comes from, and how far it can be trusted. */
export function CaptureView() {
  const capture = currentCapture.value;
  const { value: sheet, error } = useAnswer(() => {
    const id = currentCapture.value?.id;
    const inLanguage = language.value;
    return id === undefined || revision.value < 0 ? null : () => engine().query.captureSheet(id, inLanguage);
  });
  if (!capture) return null;
  const own = ownNotes.value;
  return (
    <div class="scroll-view capture-view" data-testid="capture">
      {error !== null && <p class="banner error">{error}</p>}
      <header class="view-head">
        <h2 class="view-title">{capture.name}</h2>
        <p class="muted">
          {[
            capture.kind,
            t("ranks.count", { n: capture.ranks.length + capture.unread.length }),
            capture.spanNs === null ? null : format.value.duration(capture.spanNs),
            capture.origin === null ? null : format.value.date(capture.origin),
          ]
            .filter((text) => text)
            .join(" · ")}
        </p>
      </header>
      <section class="card">
        <h2>{t("capture.notes", { n: own.length })}</h2>
        {own.length > 0 ? <NoteList notes={own} /> : <p class="muted" data-testid="notes">{t("capture.noNotes")}</p>}
      </section>
      {sheet && (
        <>
          <section class="card">
            <h2>{t("capture.checks")}</h2>
            <Checks checks={sheet.checks} />
          </section>
          <section class="card">
            <h2>{t("capture.certificate")}</h2>
            <Certificate facts={sheet.facts} ranks={capture.ranks} />
          </section>
          <section class="card">
            <h2>{t("capture.files", { n: sheet.files.length })}</h2>
            <Files files={sheet.files} />
          </section>
        </>
      )}
      <section class="card">
        <h2>{t("cache.title")}</h2>
        <Cache capture={capture} />
      </section>
    </div>
  );
}
