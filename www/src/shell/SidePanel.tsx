import { Button } from "../components/Button";
import { Checkbox } from "../components/Checkbox";
import type { CaptureInfo, LeftRank, RankInfo, UnreadRank } from "../engine/protocol";
import { format, t } from "../i18n";
import { storedLoads } from "../state/cache";
import { captures, left, loads } from "../state/engine";
import { close, leave, openLeft, readAgain, recent } from "../state/open";
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
  return (
    <section class={`capture-item ${current ? "current" : ""}`}>
      <div class="capture-head">
        <button type="button" class="capture-name ellipsis grow" aria-pressed={current} data-tip={capture.name} data-testid="capture-name" onClick={() => lookAt(capture.id)}>
          {capture.name}
        </button>
        <Button label={t("side.close")} icon="close" show="icon" look="bare" size="compact" onClick={() => void close(capture)} />
      </div>
      <p class="capture-sub muted small">
        {t("ranks.count", { n: capture.ranks.length + capture.unread.length })}
        {capture.spanNs !== null && ` · ${format.value.duration(capture.spanNs)}`}
      </p>
      <Cached load={capture.load} />
      {current && (
        <ul class="rank-list">
          {capture.ranks.length > 1 && (
            <li>
              <Checkbox checked={view.ranks.value === null} onChange={(on) => tick(capture.ranks, on ? "on" : "off")}>
                <span class="muted">{t("ranks.all")}</span>
              </Checkbox>
            </li>
          )}
          {capture.ranks.map((rank) => (
            <RankItem key={rank.id} rank={rank} left={leftAt(capture, rank.place)} />
          ))}
          {capture.unread.map((rank) => (
            <UnreadItem key={rank.place} rank={rank} left={leftAt(capture, rank.place)} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Says that a capture comes from the cache, and reads its files after all. */
function Cached({ load }: { load: number }) {
  const stored = storedLoads.value.get(load);
  if (!stored) return null;
  const tip = t("cache.opened", { when: format.value.date(`${stored.made}000000`), size: format.value.bytes(stored.bytes) });
  return (
    <p class="capture-cached small">
      <span class="chip" data-tip={tip} data-testid="cached">
        {t("cache.chip")}
      </span>
      <button type="button" class="link" data-tip={t("cache.readAgainTip")} onClick={() => void readAgain(load)}>
        {t("cache.readAgain")}
      </button>
    </p>
  );
}

function leftAt(capture: CaptureInfo, place: string): LeftRank | undefined {
  return left.value.find((own) => own.capture === capture.id && own.place === place);
}

function RankItem({ rank, left: own }: { rank: RankInfo; left: LeftRank | undefined }) {
  const about = [rank.host, rank.device === null ? null : t("rank.device", { device: rank.device }), rank.level, rank.cann && `CANN ${rank.cann}`];
  const tip = [...about.filter((text) => text), t("rank.slices", { n: rank.slices, count: format.value.count(rank.slices) })].join(" · ");
  // Where everything fits there is nothing to make room for.
  const canLeave = left.value.length > 0 || rank.partial;
  return (
    <li data-testid="rank" data-state={rank.loading ? "loading" : own ? "summary" : "ready"}>
      <Checkbox checked={isTicked(rank)} tip={tip} onChange={(on) => tick([rank], on ? "on" : "off")}>
        <span class="grow ellipsis">{rankName(rank)}</span>
      </Checkbox>
      {rank.loading && <span class="muted small">{t("rank.loading")}</span>}
      {own && <OpenLeft left={own} />}
      {rank.partial && (
        <span class="chip warning" data-tip={t("rank.partialTip")}>
          {t("rank.partial")}
        </span>
      )}
      {!own && !rank.loading && canLeave && (
        <Button label={t("left.leave")} icon="close" show="icon" look="bare" size="compact" onClick={() => void leave(rank.id)} />
      )}
    </li>
  );
}

/** A rank of which there is nothing to show as yet. */
function UnreadItem({ rank, left: own }: { rank: UnreadRank; left: LeftRank | undefined }) {
  return (
    <li data-testid="rank" data-state={own ? "left" : "waiting"}>
      <span class="rank-unread muted grow ellipsis" data-tip={rank.place}>
        {rank.rank === null ? rank.folder : t("rank.name", { rank: rank.rank })}
      </span>
      {own ? <OpenLeft left={own} /> : <span class="muted small">{t("rank.waiting")}</span>}
    </li>
  );
}

/** Reads what was left of a rank. */
function OpenLeft({ left: own }: { left: LeftRank }) {
  const need = format.value.bytes(own.need);
  return (
    <button type="button" class="link small" data-tip={t("left.tip", { need })} onClick={() => void openLeft([own])}>
      {t("left.open")}
    </button>
  );
}
