/** Copies text; `false` where the page may not, so that the caller can show it for copying by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The older way, for opaque frames and plain HTTP, where `navigator.clipboard` is refused or absent. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  const focused = document.activeElement;
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Whether the server put the page into a sandbox. From `file:` the origin is opaque, too, but nothing is forbidden. */
export function isSandboxed(): boolean {
  return window.origin === "null" && document.location.protocol !== "file:";
}

/** Whether a download may be refused without a word: every frame may be a sandbox. */
export function downloadsUncertain(): boolean {
  return window.self !== window.top || isSandboxed();
}

export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
