import { useState } from "preact/hooks";
import { Button } from "../components/Button";
import { Checkbox } from "../components/Checkbox";
import { Dialog } from "../components/Dialog";
import type { LeftRank, TimeRange } from "../engine/protocol";
import { format, t } from "../i18n";
import { ownLeft, room } from "../state/engine";
import { openLeft } from "../state/open";

/** Which of the ranks that were left for want of memory to read after all. */
export function LeftDialog({ close }: { close: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ranks = ownLeft.value;
  const picked = ranks.filter((rank) => chosen.includes(keyOf(rank)));
  const longest = Math.max(0, ...picked.map(({ spanNs }) => spanNs ?? 0));
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const within = rangeOf(from, to, longest);
  const need = picked.reduce((sum, rank) => sum + rank.need * shareOf(within, rank.spanNs), 0);
  const tooMuch = need > room.value;
  const wrong = within === null && (from !== "" || to !== "") && longest > 0;
  const open = (): void => {
    close();
    void openLeft(picked, within ?? undefined);
  };
  const footer = (
    <>
      <span class={tooMuch ? "error-text small grow" : "muted small grow"} role="status">
        {t(tooMuch ? "left.tooMuch" : "left.sum", { need: format.value.bytes(need), room: format.value.bytes(room.value) })}
      </span>
      <Button label={t(tooMuch ? "left.openAnyway" : "left.open")} look="primary" disabled={picked.length === 0 || wrong} onClick={open} />
    </>
  );
  return (
    <Dialog title={t("left.title")} close={close} width="wide" footer={footer}>
      <p class="muted">{t("left.lead")}</p>
      <ul class="left-list" data-testid="left-list">
        {ranks.map((rank) => (
          <li key={keyOf(rank)}>
            <Checkbox
              checked={chosen.includes(keyOf(rank))}
              tip={rank.name}
              onChange={(on) => setChosen(on ? [...chosen, keyOf(rank)] : chosen.filter((key) => key !== keyOf(rank)))}
            >
              <span class="grow ellipsis">{rank.name}</span>
            </Checkbox>
            <span class="muted small">{format.value.bytes(rank.bytes)}</span>
            <span class="muted small">{t("left.need", { need: format.value.bytes(rank.need) })}</span>
          </li>
        ))}
      </ul>
      {longest > 0 && (
        <p class="left-range" data-testid="left-range">
          <span>{t("left.range")}</span>
          <Seconds label={t("left.from")} value={from} placeholder="0" onInput={setFrom} />
          <Seconds label={t("left.to")} value={to} placeholder={(longest / 1e9).toFixed(1)} onInput={setTo} />
          <span class={wrong ? "error-text small" : "muted small"} role="status">
            {wrong ? t("left.wrongRange") : t("left.lasts", { span: format.value.duration(longest) })}
          </span>
        </p>
      )}
    </Dialog>
  );
}

interface SecondsProps {
  label: string;
  value: string;
  placeholder: string;
  onInput: (text: string) => void;
}

function Seconds({ label, value, placeholder, onInput }: SecondsProps) {
  return (
    <label>
      {label} <input type="number" min="0" step="any" value={value} placeholder={placeholder} onInput={({ currentTarget }) => onInput(currentTarget.value)} /> s
    </label>
  );
}

/** What was typed, in nanoseconds since the start; `null` for all of it. */
function rangeOf(from: string, to: string, longest: number): TimeRange | null {
  if (longest === 0 || (from === "" && to === "")) return null;
  const start = Math.max(0, Number(from)) * 1e9;
  const end = to === "" ? longest : Number(to) * 1e9;
  return end > start && start < longest ? { start, end } : null;
}

/** How much of a span a range is. */
function shareOf(within: TimeRange | null, span: number | null): number {
  if (within === null || span === null) return 1;
  return Math.max(0, Math.min(within.end, span) - Math.min(within.start, span)) / span;
}

function keyOf({ load, place }: LeftRank): string {
  return `${load} ${place}`;
}
