/**
 * Every kind of capture in every container, as the command says of its folder; what passed is written down for the
 * table in README.md (`cargo xtask kinds`). The real captures of other kinds open as the command opens them.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { summaryOfCli } from "./lib/cli.ts";
import { fixture, realCapture, root } from "./lib/repository.ts";
import { expect, test } from "./lib/test.ts";
import type { StepscopePage, Summary } from "./lib/page.ts";

/** As `cargo xtask fixtures` writes them. */
interface Cell {
  kind: string;
  container: string;
  path: string;
  like: string;
  capture: string;
  ranks: number;
}

test("every kind is the same in every container", async ({ scope }) => {
  test.setTimeout(240_000);
  const folder = fixture("kinds");
  const cells = JSON.parse(readFileSync(join(folder, "cells.json"), "utf8")) as Cell[];
  const known = new Map<string, Summary>();
  const passed: [string, string][] = [];
  for (const { kind, container, path, like, capture, ranks } of cells) {
    const what = `${kind} as ${container}`;
    const expected = known.get(like) ?? (await summaryOfCli(join(folder, like)));
    known.set(like, expected);
    await opens(scope, join(folder, path));
    const summary = await scope.summary();
    expect(summary.captures.map((own) => [own.kind, own.ranks.length]), what).toEqual([[capture, ranks]]);
    expect(content(summary, like), what).toEqual(content(expected, like));
    passed.push([kind, container]);
    await close(scope);
  }
  const told = join(root, "target/kinds");
  mkdirSync(told, { recursive: true });
  writeFileSync(join(told, "browser.json"), JSON.stringify(passed));
});

test("real captures of the other kinds, as the command says", async ({ scope }) => {
  test.setTimeout(240_000);
  for (const [name, kind, ranks] of [
    ["cluster", "cluster", 16],
    ["msprof_db", "msprof", 1],
    ["op_summary", "msprof", 1],
    ["msprof", "msprof", 4],
    ["msprof_old", "msprof", 1],
    ["kineto", "kineto", 3],
  ] as const) {
    const path = realCapture(name);
    await opens(scope, path);
    const summary = await scope.summary();
    const ranksOf = summary.captures.flatMap((own) => own.ranks.map(() => own.kind));
    expect(ranksOf, name).toEqual(Array<string>(ranks).fill(kind));
    expect(byName(summary), name).toEqual(byName(await summaryOfCli(path)));
    await close(scope);
  }
});

/** All but what hangs on where it lies: a file by itself is named after its packing, and notes tell whole paths. */
function content({ captures, notes, ...rest }: Summary, like: string) {
  const named = captures.map((capture) => (like.includes("/one/") ? { ...capture, name: null } : capture));
  return { ...rest, captures: named, notes: notes.map((note) => ({ ...note, text: null })) };
}

/** Captures that were opened together come as they are read, and the first of equals has the verdict. */
function byName({ captures, verdict, ...rest }: Summary) {
  return { ...rest, captures: captures.toSorted((a, b) => a.name.localeCompare(b.name)), verdict: { ...verdict, capture: null } };
}

/** Opens through the dialog. */
async function opens(scope: StepscopePage, path: string): Promise<void> {
  await scope.choose(path);
  await scope.reaches("ready");
}

/** Closes all that is open. */
async function close(scope: StepscopePage): Promise<void> {
  const closing = scope.page.getByRole("button", { name: "Close this capture" });
  for (let left = await closing.count(); left > 0; left -= 1) await closing.first().click();
  await scope.reaches("idle");
}
