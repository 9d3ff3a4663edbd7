import { Button } from "../components/Button";
import { Checkbox } from "../components/Checkbox";
import { Icon } from "../components/Icon";
import type { CaptureInfo, RankInfo } from "../engine/protocol";
import { format, t } from "../i18n";
import { captures, engine, loads } from "../state/engine";
import { recent } from "../state/open";
import { isTicked, rankName, tick } from "../state/ranks";
import { runAction } from "../state/run";
import { lookAt, view } from "../state/view";
import { LoadList } from "./LoadList";

/** What is open: captures, their ranks, what still loads. */
export function SidePanel() {
  const list = captures.value;
  return (
    <nav class="side" aria-label={t("side.label")}>
      <div class="side-head">
        <Button label={t("action.open-files")} icon="file" size="compact" onClick={() => runAction("open-files")} />
        <Button label={t("action.open-folder")} icon="folder" size="compact" onClick={() => runAction("open-folder")} />
      </div>
      {/* Before anything is open the start screen shows it. */}
      {loads.value.size > 0 && list.length > 0 && <LoadList />}
      <div class="side-scroll">
        {list.length > 0 && <h3 class="side-title">{t("side.captures")}</h3>}
        {list.map((capture) => (
          <CaptureItem key={capture.id} capture={capture} />
        ))}
        {list.length === 0 && loads.value.size === 0 && <p class="side-empty muted small">{t("side.empty")}</p>}
        {recent.value.length > 0 && list.length === 0 && (
          <>
            <h3 class="side-title" data-tip={t("side.recentTip")}>
              {t("side.recent")}
            </h3>
            <ul class="side-recent">
              {recent.value.map((name) => (
                <li key={name} class="ellipsis muted" data-tip={name}>
                  {name}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </nav>
  );
}

function CaptureItem({ capture }: { capture: CaptureInfo }) {
  const current = capture.id === view.capture.value;
  const ready = capture.ranks.filter(({ state }) => state === "ready");
  return (
    <section class={`capture-item ${current ? "current" : ""}`}>
      <div class="capture-head">
        <button type="button" class="capture-name ellipsis grow" aria-pressed={current} data-tip={capture.name} data-testid="capture-name" onClick={() => lookAt(capture.id)}>
          {capture.name}
        </button>
        <Button label={t("side.close")} icon="close" show="icon" look="bare" size="compact" onClick={() => void engine().close(capture.id)} />
      </div>
      <p class="capture-sub muted small">
        {t("ranks.count", { n: capture.ranks.length })}
        {capture.spanNs !== null && ` · ${format.value.duration(capture.spanNs)}`}
      </p>
      {current && (
        <ul class="rank-list">
          {ready.length > 1 && (
            <li>
              <Checkbox checked={view.ranks.value === null} onChange={(on) => tick(ready, on ? "on" : "off")}>
                <span class="muted">{t("ranks.all")}</span>
              </Checkbox>
            </li>
          )}
          {capture.ranks.map((rank) => (
            <RankItem key={rank.id} rank={rank} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RankItem({ rank }: { rank: RankInfo }) {
  const about = [rank.host, rank.device === null ? null : t("rank.device", { device: rank.device }), rank.level, rank.cann && `CANN ${rank.cann}`];
  const tip = [...about.filter((text) => text), t("rank.slices", { n: rank.slices, count: format.value.count(rank.slices) })].join(" · ");
  return (
    <li data-testid="rank" data-state={rank.state}>
      <Checkbox
        checked={rank.state === "ready" && isTicked(rank)}
        disabled={rank.state !== "ready"}
        tip={rank.failure ?? tip}
        onChange={(on) => tick([rank], on ? "on" : "off")}
      >
        <span class="grow ellipsis">{rankName(rank)}</span>
        {rank.state === "failed" ? (
          <span class="chip error">
            <Icon name="error" />
            {t("rank.failed")}
          </span>
        ) : (
          rank.state !== "ready" && <span class="muted small">{t(`rank.${rank.state}`)}</span>
        )}
      </Checkbox>
      {rank.failure !== null && <p class="rank-failure small">{rank.failure}</p>}
    </li>
  );
}
