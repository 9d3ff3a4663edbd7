import { Button } from "../../components/Button";
import type { Argument, FlowLink, SliceDetails } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { rankOf } from "../../state/engine";
import { searchFor } from "../../state/view";
import { details } from "./model";
import { rangeFromSlice, showSlice } from "./moves";
import { PmuBars, isRatio } from "./PmuBars";
import { absoluteText, pointText } from "./time";

/** Everything known of the selected slice. */
export function SlicePanel() {
  const slice = details.value;
  if (!slice) return <p class="panel-empty muted">{t("slice.none")}</p>;
  const ratios = slice.kernel.filter(isRatio);
  const facts = slice.kernel.filter((argument) => !isRatio(argument));
  return (
    <div class="slice-panel" data-testid="slice-details">
      <div class="slice-head">
        <h3 class="slice-name" data-testid="slice-name">
          {slice.slice.name}
        </h3>
        <Button label={t("menu.zoomToSlice")} icon="fit" show="icon" look="bare" size="compact" onClick={() => void showSlice(slice.slice.id)} />
        <Button label={t("menu.rangeFromSlice")} icon="expand" show="icon" look="bare" size="compact" onClick={rangeFromSlice} />
        <Button label={t("menu.searchName")} icon="search" show="icon" look="bare" size="compact" onClick={() => searchFor(slice.slice.name, "exact")} />
      </div>
      <div class="slice-columns">
        <section>
          <h3>{t("slice.facts")}</h3>
          <Facts slice={slice} />
        </section>
        {slice.kernel.length > 0 && (
          <section>
            <h3 data-tip={t("slice.kernelTip")}>{t("slice.kernel")}</h3>
            <Arguments items={facts} />
            {ratios.length > 0 && <PmuBars items={ratios} />}
          </section>
        )}
        <section>
          <h3>{t("slice.args")}</h3>
          {slice.args.length > 0 ? <Arguments items={slice.args} /> : <p class="muted small">{t("slice.noArgs")}</p>}
        </section>
        <section>
          <h3>{t("slice.flows")}</h3>
          {slice.flows.length > 0 ? <Flows links={slice.flows} /> : <p class="muted small">{t("slice.noFlows")}</p>}
        </section>
      </div>
    </div>
  );
}

function Facts({ slice: { slice, category, shape, selfNs, step, parent } }: { slice: SliceDetails }) {
  const rank = rankOf(slice.id.rank);
  return (
    <dl class="facts">
      <dt>{t("slice.row")}</dt>
      <dd>{slice.rowName}</dd>
      <dt>{t("slice.rank")}</dt>
      <dd>{rank?.key ?? ""}</dd>
      <dt>{t("slice.start")}</dt>
      <dd data-tip={absoluteText(slice.start)}>{pointText(slice.start)}</dd>
      <dt>{t("slice.duration")}</dt>
      <dd data-testid="slice-duration">
        {shape === "instant" ? t("slice.instant") : format.value.exact(slice.duration)}
        {shape === "unfinished" && <span class="chip warning">{t("slice.unfinished")}</span>}
      </dd>
      <dt>{t("slice.self")}</dt>
      <dd data-tip={t("slice.selfTip")}>{format.value.exact(selfNs)}</dd>
      <dt>{t("slice.step")}</dt>
      <dd>{step ?? t("slice.noStep")}</dd>
      {category !== "" && (
        <>
          <dt>{t("slice.category")}</dt>
          <dd>{category}</dd>
        </>
      )}
      {parent && (
        <>
          <dt>{t("slice.parent")}</dt>
          <dd>
            <button type="button" class="link" onClick={() => void showSlice(parent.id)}>
              {parent.name}
            </button>
          </dd>
        </>
      )}
    </dl>
  );
}

function Arguments({ items }: { items: readonly Argument[] }) {
  return (
    <dl class="facts">
      {items.map(({ key, value }) => (
        <>
          <dt>{key}</dt>
          <dd class={value.includes("\n") || value.includes(";") ? "pre" : ""}>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Both ends of every flow of the slice; each jumps to the other end. */
function Flows({ links }: { links: readonly FlowLink[] }) {
  return (
    <ul class="flow-links">
      {links.map(({ category, id, direction, other }) => (
        <li key={`${category} ${id} ${direction} ${other?.id.slice ?? ""}`}>
          <span class="muted" data-tip={t(direction === "out" ? "slice.flowOut" : "slice.flowIn")}>
            {direction === "out" ? "→" : "←"} {category}
          </span>
          {other ? (
            <button type="button" class="link" data-testid="flow-link" onClick={() => void showSlice(other.id)}>
              {other.name}
            </button>
          ) : (
            <span class="muted">{t("slice.flowOpen")}</span>
          )}
          {other && (
            <span class="muted">
              {other.rowName} · {format.value.duration(other.duration)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
