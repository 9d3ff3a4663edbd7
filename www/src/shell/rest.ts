import { effect } from "@preact/signals";
import { currentCapture } from "../state/engine";
import { addressed, awaited } from "../state/fragment";
import { view } from "../state/view";
import { isPainted } from "../views/timeline/model";
import { moving } from "../views/timeline/moves";

/** Keeps `dataset.view` of the document up to date: whether the view and its address are what they are going to be. */
export function tellRest(root: HTMLElement = document.documentElement): void {
  effect(() => {
    const shown = view.tab.value !== "timeline" || isPainted.value;
    const rests = addressed.value && !moving.value && shown;
    if (!currentCapture.value || awaited.value) delete root.dataset["view"];
    else root.dataset["view"] = rests ? "rests" : "moves";
  });
}
