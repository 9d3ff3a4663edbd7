import { signal } from "@preact/signals";
import { hideTip, showTipAt } from "../../components/Tooltip";
import type { Hit } from "../../engine/protocol";
import { format } from "../../i18n";
import { engine } from "../../state/engine";
import { pointText } from "./time";

/** Where the pointer is over the canvas; `null` when it is not. */
export const pointer = signal<{ x: number; time: number } | null>(null);

interface Place {
  x: number;
  y: number;
  clientX: number;
  clientY: number;
}

/** Where the pointer is; `null` when it is not over slices. */
let over: Place | null = null;
let asking = false;

/** Shows what is under the pointer; asks one question at a time, and only of the newest place. */
export function hoverAt(place: Place | null): void {
  over = place;
  if (place === null) hideTip();
  if (!asking && place) void answer();
}

async function answer(): Promise<void> {
  asking = true;
  let asked: Place | null = null;
  while (over && over !== asked) {
    asked = over;
    // Refused while the engine is being replaced.
    const hit = await engine().query.hit(asked.x, asked.y).catch(() => null);
    const text = hit && textOf(hit);
    // The pointer may have left meanwhile.
    if (over === null) break;
    if (text === null) hideTip();
    else showTipAt(asked.clientX, asked.clientY, text);
  }
  asking = false;
}

function textOf({ slice, counter }: Hit): { text: string; source: string } | null {
  if (slice) {
    const { name, duration, start, rowName } = slice;
    return { text: `${name}\n${format.value.duration(duration)}`, source: `${rowName} · ${pointText(start)}` };
  }
  if (counter) {
    const { name, value, unit, time } = counter;
    return { text: `${name}\n${format.value.number(value)} ${unit}`, source: pointText(time) };
  }
  return null;
}
