import type { Mark, TimeRange } from "../../engine/protocol";
import { t } from "../../i18n";
import { view } from "../../state/view";

/** Colours given in turn; told apart by colour-blind readers, visible in both themes. */
const COLORS = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"] as const;

/** Marks a range, or a point where start and end are equal. */
export function addMark({ start, end }: TimeRange): void {
  const { marks } = view;
  const color = COLORS[marks.value.length % COLORS.length] ?? COLORS[0];
  const name = t("marks.name", { number: marks.value.length + 1 });
  marks.value = [...marks.value, { start, end, name, color }];
  view.panel.value = "marks";
}

export function changeMark(index: number, change: Partial<Mark>): void {
  view.marks.value = view.marks.value.map((mark, at) => (at === index ? { ...mark, ...change } : mark));
}

export function removeMark(index: number): void {
  view.marks.value = view.marks.value.filter((_, at) => at !== index);
}
