import { batch, effect, untracked } from "@preact/signals";
import type { RowList } from "../engine/protocol";
import { currentCapture, shownRanks } from "../state/engine";
import { applied, tellMissing } from "../state/fragment";
import type { LinkState } from "../state/link";
import { view } from "../state/view";
import { firstPage } from "../views/operators/query";
import { found, type Layout, layout, rowStates, searching } from "../views/timeline/model";
import { topOf } from "../views/timeline/place";

/** Tells what a link asks of rows, flows, hits and columns in vain, once they are there, and leaves it out of the view. */
export function fitLate(): void {
  const laidOut = (): Layout | null => (layout.value?.states === rowStates.value ? layout.value : null);
  once(laidOut, (link, { rows, categories }) => {
    const lost = lostRows(link, rows);
    const flows = link.flows.filter((flow) => !categories.some(({ name }) => name === flow));
    if (lost.length > 0) tellMissing({ rows: lost });
    if (flows.length > 0) tellMissing({ flows });
    view.pinned.value = without(view.pinned.peek(), lost);
    view.hidden.value = without(view.hidden.peek(), lost);
    view.flows.value = without(view.flows.peek(), flows);
    if (lost.includes(view.top.peek()?.row ?? "")) view.top.value = null;
  });
  // Before, hits are those of other ranks.
  once(() => (laidOut() && !searching.value ? found.value : null), (link, { count }) => {
    if (link.hit === null || link.hit < count || view.hit.peek() !== link.hit) return;
    tellMissing({ hit: { at: link.hit, count } });
    view.hit.value = null;
  });
  once(() => firstPage.value.value, (link, { page }) => {
    if (link.sort === "" || view.sort.peek() !== link.sort || page.columns.some(({ id }) => id === link.sort)) return;
    tellMissing({ sort: link.sort });
    view.sort.value = "";
  });
}

/** Runs `check` for each applied link, on the first answer given after it. */
function once<T>(answer: () => T | null, check: (link: LinkState, answer: T) => void): void {
  let link: LinkState | null = null;
  let before: T | null = null;
  effect(() => {
    const given = answer();
    const last = applied.value;
    if (last && last !== link && given && given !== before) {
      link = last;
      untracked(() => batch(() => check(last, given)));
    }
    if (last === link || given === null) before = given;
  });
}

/** Keys of rows that ranks which are shown, or that there are not, have not; a filter leaves out rows that there are. */
function lostRows(link: LinkState, { rows, hidden }: RowList): string[] {
  if (link.rowFilter.trim() !== "") return [];
  const isHidden = (key: string): boolean => hidden.some((row) => row.key === key);
  const isPinned = (key: string): boolean => rows.some((row) => row.pinned && row.key === key);
  const lost = [
    ...link.pinned.filter((key) => !isPinned(key) && !isHidden(key)),
    ...link.hidden.filter((key) => !isHidden(key)),
    ...(link.top && topOf(link.top, rows) === null ? [link.top.row] : []),
  ];
  const within = (rank: string) => (key: string): boolean => key === rank || key.startsWith(`${rank}/`);
  const shown = shownRanks.peek().map(({ key }) => within(key));
  const capture = currentCapture.peek();
  const all = [
    ...(capture?.ranks ?? []).map(({ key }) => key),
    ...(capture?.unread ?? []).flatMap(({ rank, folder }) => [String(rank), folder]),
  ].map(within);
  return [...new Set(lost)].filter((key) => shown.some((has) => has(key)) || !all.some((has) => has(key)));
}

function without(keys: string[], lost: readonly string[]): string[] {
  return keys.some((key) => lost.includes(key)) ? keys.filter((key) => !lost.includes(key)) : keys;
}
