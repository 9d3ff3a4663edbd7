import { type Signal, useSignal } from "@preact/signals";
import { Button } from "../components/Button";
import { Checkbox } from "../components/Checkbox";
import { Dialog } from "../components/Dialog";
import type { LeftNeed, LeftRank } from "../engine/protocol";
import { format, t } from "../i18n";
import { engine, ownLeft, room } from "../state/engine";
import { openLeft } from "../state/open";
import { useAnswer } from "../state/query";

/** Which of the ranks that were left for want of memory to read after all. */
export function LeftDialog({ close }: { close: () => void }) {
  const chosen = useSignal<readonly string[]>([]);
  const from = useSignal("");
  const to = useSignal("");
  const ranks = ownLeft.value;
  const picked = ranks.filter((rank) => chosen.value.includes(keyOf(rank)));
  const { value, pending } = useAnswer(() => {
    const own = ownLeft.value.filter((rank) => chosen.value.includes(keyOf(rank)));
    const query = { chosen: own.map(({ load, home }) => ({ load, home })), from: nanoseconds(from.value), to: nanoseconds(to.value) };
    return () => engine().query.leftNeed(query);
  });
  const { need, fits, spanNs, within, wrong } = value ?? NOTHING;
  const open = (): void => {
    close();
    void openLeft(picked, within ?? undefined);
  };
  const footer = (
    <>
      <span class={fits ? "muted small grow" : "error-text small grow"} role="status">
        {t(fits ? "left.sum" : "left.tooMuch", { need: format.value.bytes(need), room: format.value.bytes(room.value) })}
      </span>
      <Button label={t(fits ? "left.open" : "left.openAnyway")} look="primary" disabled={picked.length === 0 || wrong || pending} onClick={open} />
    </>
  );
  return (
    <Dialog title={t("left.title")} close={close} width="wide" footer={footer}>
      <p class="muted">{t("left.lead")}</p>
      <ul class="left-list" data-testid="left-list">
        {ranks.map((rank) => (
          <li key={keyOf(rank)}>
            <Checkbox
              checked={picked.includes(rank)}
              tip={rank.name}
              onChange={(on) => {
                chosen.value = [...chosen.value.filter((key) => key !== keyOf(rank)), ...(on ? [keyOf(rank)] : [])];
              }}
            >
              <span class="grow ellipsis">{rank.name}</span>
            </Checkbox>
            <span class="muted small">{format.value.bytes(rank.bytes)}</span>
            <span class="muted small">{t("left.need", { need: format.value.bytes(rank.need) })}</span>
          </li>
        ))}
      </ul>
      {spanNs !== null && (
        <p class="left-range" data-testid="left-range">
          <span>{t("left.range")}</span>
          <Seconds label={t("left.from")} text={from} placeholder="0" />
          <Seconds label={t("left.to")} text={to} placeholder={(spanNs / 1e9).toFixed(1)} />
          <span class={wrong ? "error-text small" : "muted small"} role="status">
            {wrong ? t("left.wrongRange") : t("left.lasts", { span: format.value.duration(spanNs) })}
          </span>
        </p>
      )}
    </Dialog>
  );
}

interface SecondsProps {
  label: string;
  text: Signal<string>;
  placeholder: string;
}

function Seconds({ label, text, placeholder }: SecondsProps) {
  const type = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    text.value = currentTarget.value;
  };
  return (
    <label>
      {label} <input type="number" min="0" step="any" value={text.value} placeholder={placeholder} onInput={type} /> s
    </label>
  );
}

/** What was typed in seconds; `null` for nothing. */
function nanoseconds(text: string): number | null {
  return text === "" ? null : Number(text) * 1e9;
}

/** Until the engine has answered. */
const NOTHING: LeftNeed = { need: 0, fits: true, spanNs: null, within: null, wrong: false };

function keyOf({ load, place }: LeftRank): string {
  return `${load} ${place}`;
}
