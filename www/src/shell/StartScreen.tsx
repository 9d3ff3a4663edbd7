import { Button } from "../components/Button";
import { Icon } from "../components/Icon";
import { t } from "../i18n";
import { lastLoad, left, loads, notes } from "../state/engine";
import { awaited } from "../state/fragment";
import { hasDemo } from "../state/open";
import { runAction } from "../state/run";
import { NoteList } from "../views/capture/NoteList";
import { LoadList } from "./LoadList";

/** Before anything is open: what to do; while it loads: how far it is; when it failed: why, and what now. */
export function StartScreen() {
  const busy = loads.value.size > 0;
  const load = lastLoad.value;
  const failed = !busy && load?.state === "failed";
  return (
    <div class="start">
      <div class="start-box">
        {busy ? (
          <>
            <h1>{t("start.loading")}</h1>
            <LoadList />
          </>
        ) : (
          <>
            {failed && (
              <section class="start-failed" data-testid="failed" role="alert">
                <h1>{t(left.value.length > 0 ? "start.left" : "start.failed")}</h1>
                {load.failure !== null && <p>{load.failure}</p>}
                <NoteList notes={notes.value} />
              </section>
            )}
            {left.value.length > 0 && <LeftDoor />}
            {!failed && <Welcome />}
            <Doors />
            <p class="muted">{t("start.accepts")}</p>
            <p class="start-private">
              <Icon name="check" />
              {t("start.private")}
            </p>
          </>
        )}
      </div>
    </div>
  );
}

function Welcome() {
  const link = awaited.value;
  return (
    <>
      <h1>{t("start.title")}</h1>
      <p class="start-lead">{t("start.lead")}</p>
      {link?.capture && (
        <p class="banner info" role="status" data-testid="link-waiting">
          {t("link.waiting", { name: link.capture.name })}
        </p>
      )}
    </>
  );
}

/** Nothing is open, but what memory would not hold can be, in part. */
function LeftDoor() {
  return (
    <p>
      <Button label={t("left.choose")} look="primary" onClick={() => runAction("open-left")} />
    </p>
  );
}

function Doors() {
  return (
    <div class="start-doors">
      <Button label={t("action.open-files")} icon="file" look="primary" onClick={() => runAction("open-files")} />
      <Button label={t("action.open-folder")} icon="folder" onClick={() => runAction("open-folder")} />
      {hasDemo() && <Button label={t("action.open-demo")} icon="play" testId="demo" onClick={() => runAction("open-demo")} />}
      <Button label={t("action.open-link")} icon="paste" onClick={() => runAction("open-link")} />
    </div>
  );
}
