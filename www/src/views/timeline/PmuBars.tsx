import type { Argument } from "../../engine/protocol";
import { format } from "../../i18n";

/** Whether a kernel column is a share of the kernel's time: the vendor's pipe ratios end in `_ratio`. */
export function isRatio({ key, number }: Argument): boolean {
  return /_ratio\b/i.test(key) && number !== null && number >= 0 && number <= 1;
}

/** How busy each pipe was while the kernel ran. */
export function PmuBars({ items }: { items: readonly Argument[] }) {
  return (
    <ul class="pmu-bars">
      {items.map(({ key, number }) => (
        <li key={key}>
          <span class="ellipsis">{key}</span>
          <span class="pmu-track">
            <i style={{ width: `${(number ?? 0) * 100}%` }} />
          </span>
          <span class="number">{format.value.share(number)}</span>
        </li>
      ))}
    </ul>
  );
}
