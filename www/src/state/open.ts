import { signal } from "@preact/signals";
import type { OpenInput } from "../engine/client";
import type { CaptureInfo, LeftRank, NoteInfo, TimeRange } from "../engine/protocol";
import { demoCapture } from "../embedded";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { captures, engine, lastLoad, left, notes, open, readAgain as readFilesAgain, refresh } from "./engine";
import { recall, remember } from "./storage";
import { lookAt, view } from "./view";

/** Names of captures opened before; the files themselves cannot be opened again without the reader. */
export const recent = signal<readonly string[]>(storedNames());

const MOST_RECENT = 6;

export async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) {
    notify("warning", t("open.nothing"), t("open.nothingDetail"));
    return;
  }
  await openInputs(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

export async function openInputs(inputs: readonly OpenInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const load = await open(inputs);
  const name = inputs[0]?.path.split("/")[0] ?? "";
  if (load.state === "ready" && !view.demo.value) keepName(name);
  // With nothing open the start screen says it, and why.
  if (load.state !== "failed" || captures.peek().length === 0) return;
  const isLeft = left.peek().some((own) => own.capture === null && own.load === load.id);
  const isWhy = (note: NoteInfo): boolean => (isLeft ? note.kind === "left-unread" : note.file.startsWith(name));
  const why = notes.peek().find((note) => note.capture === null && isWhy(note));
  notify("error", t("load.failed", { name }), load.failure ?? why?.text ?? null);
}

/** Reads the files of a load again; what is open stays where they cannot be read. */
export async function readAgain(load: number): Promise<void> {
  const gone = await readFilesAgain(load);
  if (gone !== null) notify("error", t("cache.gone", { name: gone }), t("cache.goneDetail"));
}

/** Closes a capture. */
export async function close({ id, load }: CaptureInfo): Promise<void> {
  await engine().close(id, load);
  // What was ticked and chosen in it means something else in the next one.
  if (view.capture.peek() === id) lookAt(null);
  await refresh();
  // As before anything was opened.
  if (captures.peek().length === 0) lastLoad.value = null;
}

/** Lets go of a rank's timeline and kernels. */
export async function leave(rank: number): Promise<void> {
  await engine().leave(rank);
  await refresh();
}

/** Reads what was left of ranks, or a part of its time. */
export async function openLeft(ranks: readonly LeftRank[], within?: TimeRange): Promise<void> {
  await engine().openLeft(ranks, within);
}

export function hasDemo(): boolean {
  return (document.getElementById("demo")?.textContent ?? "") !== "";
}

export async function openDemo(): Promise<void> {
  const file = demoCapture();
  if (!file) return;
  view.demo.value = true;
  await openInputs([{ path: file.name, file }]);
}

function keepName(name: string): void {
  recent.value = [name, ...recent.value.filter((other) => other !== name)].slice(0, MOST_RECENT);
  remember("recent", JSON.stringify(recent.value));
}

function storedNames(): string[] {
  try {
    const names: unknown = JSON.parse(recall("recent") ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, MOST_RECENT) : [];
  } catch {
    return [];
  }
}
