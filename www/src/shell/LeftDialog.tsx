import { useState } from "preact/hooks";
import { Button } from "../components/Button";
import { Checkbox } from "../components/Checkbox";
import { Dialog } from "../components/Dialog";
import type { LeftRank } from "../engine/protocol";
import { format, t } from "../i18n";
import { ownLeft, room } from "../state/engine";
import { openLeft } from "../state/open";

/** Which of the ranks that were left for want of memory to read after all. */
export function LeftDialog({ close }: { close: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const ranks = ownLeft.value;
  const picked = ranks.filter((rank) => chosen.includes(keyOf(rank)));
  const need = picked.reduce((sum, rank) => sum + rank.need, 0);
  const tooMuch = need > room.value;
  const open = (): void => {
    close();
    void openLeft(picked);
  };
  const footer = (
    <>
      <span class={tooMuch ? "error-text small grow" : "muted small grow"} role="status">
        {t(tooMuch ? "left.tooMuch" : "left.sum", { need: format.value.bytes(need), room: format.value.bytes(room.value) })}
      </span>
      <Button label={t(tooMuch ? "left.openAnyway" : "left.open")} look="primary" disabled={picked.length === 0} onClick={open} />
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
              tip={rank.place}
              onChange={(on) => setChosen(on ? [...chosen, keyOf(rank)] : chosen.filter((key) => key !== keyOf(rank)))}
            >
              <span class="grow ellipsis">{rank.place}</span>
            </Checkbox>
            <span class="muted small">{format.value.bytes(rank.bytes)}</span>
            <span class="muted small">{t("left.need", { need: format.value.bytes(rank.need) })}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function keyOf({ load, place }: LeftRank): string {
  return `${load} ${place}`;
}
