/** Where a floating box goes: beside its anchor, kept inside the window. */
export interface Anchor {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function pointAnchor(x: number, y: number): Anchor {
  return { left: x, top: y, right: x, bottom: y };
}

/** Below the anchor where there is room, else above; never out of the window. */
export function placeBeside(anchor: Anchor, width: number, height: number, gap: number): { left: number; top: number } {
  const margin = 8;
  const room = { width: window.innerWidth, height: window.innerHeight };
  const left = Math.max(margin, Math.min(anchor.left, room.width - width - margin));
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - height;
  const fits = below + height <= room.height - margin || above < margin;
  const top = fits ? Math.min(below, Math.max(margin, room.height - height - margin)) : above;
  return { left, top };
}
