import { useCallback, useMemo, useState } from "preact/hooks";

export interface PagesOf<Row> {
  /** Of what the rows are: another answer starts anew. */
  answer: unknown;
  /** Rows fetched at a time. */
  size: number;
  /** The rows from a place on, at most `size`. */
  fetch: (offset: number) => Promise<readonly Row[]>;
  /** The first page, where it came with the answer. */
  first?: readonly Row[] | undefined;
}

export interface Pages<Row> {
  /** A row; `undefined` until it was fetched. */
  rowAt: (index: number) => Row | undefined;
  /** Fetches what is missing: a grid's `onRange`. */
  onRange: (from: number, to: number) => void;
}

/** Rows of a long table, fetched page by page as they come into sight. */
export function usePages<Row>({ answer, size, fetch, first }: PagesOf<Row>): Pages<Row> {
  const [, redraw] = useState(0);
  // Made with the answer, not in an effect: the table asks for its first rows in an effect that runs earlier.
  const { asked, pages } = useMemo(() => {
    const pages = new Map<number, readonly Row[]>(first ? [[0, first]] : []);
    return { asked: new Set(pages.keys()), pages };
  }, [answer]);

  const onRange = useCallback(
    (from: number, to: number) => {
      for (let page = Math.floor(from / size); page * size < to; page += 1) {
        if (asked.has(page)) continue;
        asked.add(page);
        fetch(page * size)
          .then((rows) => {
            pages.set(page, rows);
            redraw((times) => times + 1);
          })
          .catch(() => asked.delete(page));
      }
    },
    [asked, pages],
  );
  return { rowAt: (index) => pages.get(Math.floor(index / size))?.[index % size], onRange };
}
