import { Button } from "../components/Button";
import { Progress } from "../components/Progress";
import type { Load } from "../engine/client";
import { format, t } from "../i18n";
import { engine, loads } from "../state/engine";
import { filesOf, type LoadFile } from "./loadFiles";

/** Running loads: bytes, files, and a way to stop. */
export function LoadList() {
  return (
    <div class="load-list" data-testid="loading" aria-live="polite">
      {[...loads.value.values()].map((load) => (
        <LoadItem key={load.id} load={load} />
      ))}
    </div>
  );
}

function LoadItem({ load }: { load: Load }) {
  const files = filesOf(load.jobs);
  const read = files.reduce((sum, file) => sum + file.read, 0);
  const total = files.reduce((sum, file) => sum + file.total, 0);
  const share = total > 0 ? read / total : null;
  const running = files.filter(({ state }) => state === "loading");
  const waiting = files.filter(({ state }) => state === "waiting").length;
  return (
    <section>
      <div class="load-head">
        <b class="grow">{load.state === "listing" ? t("load.listing") : t("load.loading")}</b>
        <span class="muted small">{share === null ? "" : format.value.share(share)}</span>
        <Button label={t("load.cancel")} size="compact" testId="cancel" onClick={() => engine().cancel(load.id)} />
      </div>
      <Progress share={share} label={t("load.loading")} />
      {total > 0 && (
        <p class="muted small">{t("load.bytes", { read: format.value.bytes(read), total: format.value.bytes(total) })}</p>
      )}
      <ul class="load-jobs small">
        {running.map((file) => (
          <FileItem key={file.name} file={file} />
        ))}
        {waiting > 0 && <li class="muted">{t("load.waiting", { n: waiting })}</li>}
      </ul>
    </section>
  );
}

function FileItem({ file: { name, inside, read, total } }: { file: LoadFile }) {
  const path = inside || name;
  return (
    <li data-tip={path}>
      <span class="grow ellipsis">{path}</span>
      <span class="muted">{total > 0 ? format.value.share(read / total) : format.value.bytes(read)}</span>
    </li>
  );
}
