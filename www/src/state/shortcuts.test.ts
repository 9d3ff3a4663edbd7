import { describe, expect, it } from "vitest";
import { en } from "../i18n/en";
import { ACTIONS, actionOf, pressed, type Shortcut, SHORTCUTS } from "./shortcuts";

const press = (key: string, held: Partial<KeyboardEvent> = {}): string =>
  pressed({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe("shortcuts", () => {
  it("mean one thing each", () => {
    const seen = new Set<string>();
    for (const action of ACTIONS) {
      const { keys }: Shortcut = SHORTCUTS[action];
      for (const key of keys) {
        expect(seen, key).not.toContain(key);
        seen.add(key);
      }
    }
  });

  it("have a name", () => {
    for (const action of ACTIONS) expect(en).toHaveProperty([`action.${action}`]);
  });

  it("cover what the design asks of the timeline", () => {
    for (const key of "W S A D F M K G Q P [ ] , . N 0 Backspace ArrowLeft ArrowRight Shift+N Mod+0".split(" ")) {
      expect(actionOf(key, "timeline"), key).not.toBeNull();
    }
  });

  it("of the timeline mean nothing elsewhere", () => {
    expect(actionOf("W", "everywhere")).toBeNull();
    expect(actionOf("/", "everywhere")).toBe("search");
  });

  it("are read from events", () => {
    expect(press("w")).toBe("W");
    expect(press("N", { shiftKey: true })).toBe("Shift+N");
    expect(press("?", { shiftKey: true })).toBe("?");
    expect(press("k", { metaKey: true })).toBe("Mod+K");
    expect(press("ArrowLeft")).toBe("ArrowLeft");
  });
});
