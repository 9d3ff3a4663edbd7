import { signal } from "@preact/signals";
import type { Stored } from "../cache/messages";
import { clear, usage, type Usage } from "../cache/shelf";
import type { EngineClient } from "../engine/client";

/** What was opened from the cache, by load. */
export const storedLoads = signal<ReadonlyMap<number, Stored>>(new Map());

/** What the cache holds; `null` where the browser refuses one, or before it was asked. */
export const cacheUsage = signal<Usage | null>(null);

export function connectCache(client: EngineClient): void {
  client.on("load", ({ id, stored }) => {
    if (stored) storedLoads.value = new Map(storedLoads.value).set(id, stored);
  });
  client.on("kept", () => void refreshUsage());
}

export async function refreshUsage(): Promise<void> {
  cacheUsage.value = await usage().catch(() => null);
}

export async function clearCache(): Promise<void> {
  await clear().catch(() => undefined);
  await refreshUsage();
}
