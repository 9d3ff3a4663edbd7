/** Storage may throw anywhere: in a sandbox, from `file://`, when it is full. Then nothing is remembered. */

const PREFIX = "stepscope.";

export function remember(name: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + name, value);
  } catch {
    return;
  }
}

export function recall(name: string): string | null {
  try {
    return window.localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
