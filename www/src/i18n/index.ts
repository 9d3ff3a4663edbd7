import { computed } from "@preact/signals";
import type { Language } from "../engine/protocol";
import { language } from "../state/preferences";
import { en } from "./en";
import { fill, type Values } from "./fill";
import { Format } from "./format";
import { zh } from "./zh";

/** A message of the page. Both languages have every key: a missing one is a type error. */
export type Key = keyof typeof en;

export type Messages = Readonly<Record<Key, string>>;

export const LANGUAGES: Readonly<Record<Language, Messages>> = { en, zh };

const FORMATS: Readonly<Record<Language, Format>> = { en: new Format("en"), zh: new Format("zh-CN") };

/** The message in the reader's language. */
export function t(key: Key, values: Values = {}): string {
  return fill(LANGUAGES[language.value][key], values);
}

/** Numbers as the reader's language writes them. */
export const format = computed(() => FORMATS[language.value]);
