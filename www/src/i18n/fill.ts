/** What a message's places are filled with. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Fills `{name}` places. A message with both forms, `one rank|{n} ranks`, takes the first when `n` is 1;
 * a language without plurals writes one form.
 */
export function fill(message: string, values: Values): string {
  const [one = "", other] = message.split("|");
  const form = other === undefined || values["n"] === 1 ? one : other;
  return form.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
