import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";

/** An answer of the engine as far as it is known. The last value stays while a new one is awaited. */
export interface Answer<T> {
  value: T | null;
  error: string | null;
  pending: boolean;
}

/** A question, or `null` when there is nothing to ask. */
export type Question<T> = (() => Promise<T>) | null;

/**
 * Asks whenever a signal that `question` reads has changed. One question at a time: of those that come
 * up meanwhile only the last is asked.
 */
export function ask<T>(question: () => Question<T>): { answer: ReadonlySignal<Answer<T>>; stop: () => void } {
  const answer = signal<Answer<T>>({ value: null, error: null, pending: false });
  let running = false;
  let next: Question<T> | undefined;
  let stopped = false;

  const run = async (): Promise<void> => {
    running = true;
    while (next !== undefined && !stopped) {
      const current = next;
      next = undefined;
      if (current === null) {
        answer.value = { value: null, error: null, pending: false };
        continue;
      }
      answer.value = { ...answer.peek(), pending: true };
      try {
        const value = await current();
        answer.value = { value, error: null, pending: next !== undefined };
      } catch (failure) {
        answer.value = { value: answer.peek().value, error: messageOf(failure), pending: next !== undefined };
      }
    }
    running = false;
  };

  const stop = effect(() => {
    next = question();
    if (!running) queueMicrotask(() => void (running || run()));
  });
  return {
    answer,
    stop: () => {
      stopped = true;
      stop();
    },
  };
}

/** `ask` for as long as the component is shown. `question` may read signals and what is in `inputs`. */
export function useAnswer<T>(question: () => Question<T>, inputs: readonly unknown[] = []): Answer<T> {
  const asked = useMemo(() => ask(question), inputs);
  useEffect(() => asked.stop, [asked]);
  return asked.answer.value;
}

export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
