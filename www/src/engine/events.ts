/** Listeners by event name. */
export class Events<Map extends object> {
  readonly #listeners = new globalThis.Map<keyof Map, Set<(data: never) => void>>();

  on<Name extends keyof Map>(name: Name, listener: (data: Map[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Map>(name: Name, data: Map[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (data: Map[Name]) => void)(data);
  }
}
