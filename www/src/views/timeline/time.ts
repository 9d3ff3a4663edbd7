import { format } from "../../i18n";
import { currentCapture } from "../../state/engine";
import { view } from "../../state/view";
import { layout } from "./model";

/** A point in time as the axis counts it. */
export function pointText(ns: number): string {
  const origin = currentCapture.value?.origin;
  if (view.axis.value === "absolute" && origin) return format.value.timeOfDay(origin, ns);
  if (view.axis.value === "step") {
    const border = layout.value?.borders.findLast(({ range }) => range.start <= ns);
    if (border) return `${border.step} + ${format.value.exact(ns - border.range.start)}`;
  }
  return format.value.exact(ns);
}

/** Date and time of day, for a tooltip. */
export function absoluteText(ns: number): string {
  const origin = currentCapture.value?.origin;
  return origin ? `${format.value.date(origin).slice(0, 10)} ${format.value.timeOfDay(origin, ns)} UTC` : "";
}
