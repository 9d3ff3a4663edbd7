import { computed, effect, signal } from "@preact/signals";
import type { Language, RowDensity, Theme } from "../engine/protocol";
import { recall, remember } from "./storage";

/** `auto` follows the system. */
export type ThemeChoice = Theme | "auto";

export const language = signal<Language>(initialLanguage());
export const themeChoice = signal<ThemeChoice>(initialTheme());

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(darkQuery.matches);
darkQuery.addEventListener("change", (event) => {
  systemDark.value = event.matches;
});

/** The theme in force. */
export const theme = computed<Theme>(() => {
  if (themeChoice.value !== "auto") return themeChoice.value;
  return systemDark.value ? "dark" : "light";
});

/** Width of the left panel and height of the bottom panel, CSS pixels. */
export const sideWidth = signal(storedNumber("side", 232));
export const sideOpen = signal(recall("side-open") !== "no");
export const panelHeight = signal(storedNumber("panel", 232));
export const headingWidth = signal(storedNumber("headings", 248));
/** How high the rows of the timeline are. */
export const rowDensity = signal<RowDensity>(recall("rows") === "compact" ? "compact" : "regular");
export const operatorPlots = signal(storedNumber("operator-plots", 320));

effect(() => remember("language", language.value));
effect(() => remember("theme", themeChoice.value));
effect(() => remember("side", String(sideWidth.value)));
effect(() => remember("side-open", sideOpen.value ? "yes" : "no"));
effect(() => remember("panel", String(panelHeight.value)));
effect(() => remember("headings", String(headingWidth.value)));
effect(() => remember("rows", rowDensity.value));
effect(() => remember("operator-plots", String(operatorPlots.value)));

function initialLanguage(): Language {
  const stored = recall("language");
  if (stored === "en" || stored === "zh") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function initialTheme(): ThemeChoice {
  const stored = recall("theme");
  return stored === "light" || stored === "dark" ? stored : "auto";
}

function storedNumber(name: string, otherwise: number): number {
  const value = Number(recall(name) ?? "");
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}
