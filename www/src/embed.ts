import type { EngineClient, Load } from "./engine/client";

/** How the page stands, as told to whoever embeds it. */
export type PageState = "idle" | "loading" | "ready" | "failed";

/** What `window.stepscope` offers; documented in the README. */
export interface Stepscope {
  /** Opens files; resolves when their load has ended. */
  open(files: Iterable<File>): Promise<PageState>;
  /** The summary of everything open, as the command line prints it; waits for running loads. */
  summary(): Promise<unknown>;
}

declare global {
  interface Window {
    stepscope?: Stepscope;
  }
}

/** Installs `window.stepscope` and keeps `dataset.state` of the document up to date. */
export function installEmbedding(client: EngineClient, root: HTMLElement = document.documentElement): Stepscope {
  const running = new Map<number, Promise<unknown>>();
  let state: PageState = "idle";

  const show = (next: PageState): void => {
    state = next;
    root.dataset["state"] = next;
  };
  show("idle");

  const ended = async (load: Load): Promise<void> => {
    // Whatever is open stays usable: a later load that failed adds a note, no more.
    const anything = load.state === "ready" || (await client.query.captures()).captures.length > 0;
    running.delete(load.id);
    if (running.size > 0) return;
    if (anything) show("ready");
    else show(load.state === "failed" ? "failed" : "idle");
  };

  client.on("load", (load) => {
    if (load.state === "listing" || load.state === "loading") {
      if (!running.has(load.id)) {
        running.set(load.id, new Promise<void>((resolve) => waiting.set(load.id, resolve)));
        show("loading");
      }
      return;
    }
    // What ran when the engine crashed has ended already.
    if (!running.has(load.id)) return;
    void ended(load).catch(() => show("failed")).finally(() => {
      waiting.get(load.id)?.();
      waiting.delete(load.id);
    });
  });
  client.on("captures", () => {
    if (state !== "ready" || running.size > 0) return;
    // The last capture may have been closed.
    void client.query.captures().then(
      ({ captures }) => captures.length === 0 && state === "ready" && running.size === 0 && show("idle"),
      () => undefined,
    );
  });
  client.on("crash", () => {
    for (const settle of waiting.values()) settle();
    waiting.clear();
    running.clear();
    show("failed");
  });

  const waiting = new Map<number, () => void>();
  const stepscope: Stepscope = {
    async open(files) {
      const inputs = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
      const load = await client.open(inputs);
      await running.get(load.id);
      return state;
    },
    async summary() {
      await Promise.all(running.values());
      return JSON.parse(await client.query.summary()) as unknown;
    },
  };
  window.stepscope = stepscope;
  return stepscope;
}
