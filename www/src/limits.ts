/** Most that limits are raised by. */
const MOST = 4096;

let times = raisedBy(location.hash) ?? 1;
// The address is also where the view is kept: what it said of limits stays when that is written over it.
window.addEventListener("hashchange", () => (times = raisedBy(location.hash) ?? times));

/** How many times the default the limits against hostile files are: `limits=16` in the address's fragment. */
export function limits(): number {
  return times;
}

function raisedBy(fragment: string): number | null {
  const found = /[#&]limits=(\d{1,4})(?:&|$)/.exec(fragment);
  const value = Number(found?.[1]);
  return value >= 1 ? Math.min(value, MOST) : null;
}
