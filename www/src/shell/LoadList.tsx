import { Button } from "../components/Button";
import { Progress } from "../components/Progress";
import type { Load, LoadJob } from "../engine/client";
import { format, t } from "../i18n";
import { engine, loads } from "../state/engine";

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
  const { read, total } = sums(load.jobs);
  const share = total > 0 ? read / total : null;
  const running = load.jobs.filter(({ state }) => state === "loading");
  const waiting = load.jobs.filter(({ state }) => state === "waiting").length;
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
        {running.map((job) => (
          <JobItem key={job.name} job={job} />
        ))}
        {waiting > 0 && <li class="muted">{t("load.waiting", { n: waiting })}</li>}
      </ul>
    </section>
  );
}

function JobItem({ job }: { job: LoadJob }) {
  const share = job.total > 0 ? Math.min(1, job.bytes / job.total) : null;
  return (
    <li data-tip={job.file || job.name}>
      <span class="grow ellipsis">{job.file || job.name}</span>
      <span class="muted">{share === null ? format.value.bytes(job.bytes) : format.value.share(share)}</span>
    </li>
  );
}

function sums(jobs: readonly LoadJob[]): { read: number; total: number } {
  let read = 0;
  let total = 0;
  for (const job of jobs) {
    read += job.state === "ready" || job.state === "failed" ? job.total : Math.min(job.bytes, job.total);
    total += job.total;
  }
  return { read, total };
}
