import { computed, effect, signal, untracked } from "@preact/signals";
import { isSandboxed } from "./clipboard";
import { captures, crash, currentCapture, lastLoad } from "./engine";
import { fitLink, type Missing, nothingMissing } from "./fit";
import { decodeLink, emptyLink, encodeLink, type LinkState } from "./link";
import { applyLink, toLink, view } from "./view";

/** A link whose capture is not open yet, or is another one. */
export const awaited = signal<LinkState | null>(null);
/** Version of a link that is too new to be read. */
export const tooNew = signal<string | null>(null);
/** Whether a link was applied to a capture that it was not made from. */
export const mismatch = signal<{ wanted: string; found: string } | null>(null);
/** What a link asks of the capture called `name` that it does not have. */
export const missing = signal<(Missing & { name: string }) | null>(null);

/** The link that was applied last: what it asks of rows, hits and columns is seen only once they are there. */
export const applied = signal<LinkState | null>(null);

/** Tells what else the capture has not of what the applied link asks for. */
export function tellMissing(part: Partial<Missing>): void {
  const name = currentCapture.peek()?.name ?? "";
  missing.value = { ...(missing.peek() ?? { ...nothingMissing(), name }), ...part };
}

/** What of the address could not be read: keys of a link, or all of it. */
export const unread = signal<readonly string[] | "all" | null>(null);

/** The fragment that the address has. */
const written = signal("");

/** Whether the address says what is looked at; it lags behind. */
export const addressed = computed(() => currentFragment() === written.value);

/** How long the address lags behind the view, milliseconds: browsers refuse more than some changes a second. */
const LAG = 250;

/** The fragment of what is looked at. While a link waits for its capture, that link's own. */
export function currentFragment(): string {
  const waiting = awaited.value;
  if (waiting) return encodeLink(waiting);
  const capture = currentCapture.value;
  return encodeLink(toLink(capture && { key: capture.key, name: capture.name }));
}

/** The link to copy; where the page's address cannot be shared, the fragment alone. */
export function currentLink(): { text: string; whole: boolean } {
  const address = document.location.href.split("#")[0] ?? "";
  const fragment = `#${currentFragment()}`;
  // The address of a sandboxed page holds its server's token, or opens for nobody else.
  const shared = !isSandboxed() && !/^(blob|data|about):/.test(address);
  return shared ? { text: address + fragment, whole: true } : { text: fragment, whole: false };
}

/** Takes a fragment over: at once if its capture is open, else when it is. Returns the state it holds. */
export function takeLink(text: string): LinkState | null {
  const decoded = decodeLink(text);
  tooNew.value = decoded.kind === "newer" ? decoded.version : null;
  unread.value = decoded.kind === "state" && decoded.broken.length > 0 ? decoded.broken : null;
  mismatch.value = null;
  missing.value = null;
  if (decoded.kind !== "state") return null;
  const { state } = decoded;
  view.demo.value = state.demo;
  if (state.language || state.theme) applyLink({ ...toLink(null), language: state.language, theme: state.theme });
  awaited.value = state;
  resolveAwaited();
  return state;
}

/** Takes over what the page's address says; what it cannot read of that it tells. */
export function takeAddress(): LinkState | null {
  const { hash } = document.location;
  const state = takeLink(hash);
  if (!state && tooNew.peek() === null && hash.length > 1) unread.value = "all";
  return state;
}

/** Applies the waiting link once a capture is open; says so if it is another one. */
export function resolveAwaited(): void {
  const link = awaited.value;
  if (!link || !lastLoad.value || captures.value.length === 0) return;
  const wanted = link.capture;
  const match = wanted && captures.value.find(({ key }) => key === wanted.key);
  const target = match ?? currentCapture.value ?? captures.value[0];
  if (!target) return;
  view.capture.value = target.id;
  mismatch.value = wanted && !match ? { wanted: wanted.name, found: target.name } : null;
  // Rows, ranks and times of another capture mean nothing here; the tab and the filters still do.
  if (wanted && !match) {
    const { tab, language, theme, axis, panel, group, operatorFilter, sort, order, search, searchMode } = link;
    applyLink({
      ...emptyLink(),
      ...{ tab, language, theme, axis, panel, group, operatorFilter, sort, order, search, searchMode },
    });
  } else {
    const fitted = fitLink(link, target);
    applyLink(fitted.link);
    missing.value = fitted.missing && { ...fitted.missing, name: target.name };
    applied.value = fitted.link;
  }
  awaited.value = null;
}

/** Keeps the address equal to the view. */
export function keepFragment(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A capture's key is known once its load has ended.
  effect(() => {
    if (lastLoad.value && captures.value.length > 0 && awaited.value) untracked(resolveAwaited);
  });
  effect(() => {
    // After a crash the address is what brings the view back.
    const nothing = crash.value ? written.peek() : "";
    const fragment = captures.value.length > 0 || awaited.value ? currentFragment() : nothing;
    clearTimeout(timer);
    if (fragment === written.peek()) return;
    timer = setTimeout(() => {
      written.value = fragment;
      replaceFragment(fragment);
    }, LAG);
  });
  window.addEventListener("hashchange", () => {
    if (document.location.hash === `#${written.peek()}`) return;
    takeAddress();
  });
}

function replaceFragment(fragment: string): void {
  const address = document.location.href.split("#")[0] ?? "";
  try {
    // Relative addresses go wrong under the `<base>` that JupyterLab's viewer injects.
    window.history.replaceState(null, "", fragment === "" ? address : `${address}#${fragment}`);
  } catch {
    // An opaque frame may refuse; the link can still be copied.
    return;
  }
}
