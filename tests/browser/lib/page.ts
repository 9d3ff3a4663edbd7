import { statSync } from "node:fs";
import { expect, type Frame, type Locator, type Page } from "@playwright/test";

export type State = "idle" | "loading" | "ready" | "failed";
export type Tab = "Overview" | "Timeline" | "Operators" | "Capture";

export interface NamedBytes {
  name: string;
  bytes: Buffer;
}

/** What a person does with the page, and what the page promises to embedders. */
export class StepscopePage {
  readonly page: Page;
  readonly frame: Frame;
  private readonly address: string;

  constructor(page: Page, address: string, frame: Frame = page.mainFrame()) {
    this.page = page;
    this.address = address;
    this.frame = frame;
  }

  /** Opens the page afresh, with a state fragment such as `#view=…` if given. */
  async goto(fragment = ""): Promise<void> {
    if (fragment !== "") await this.page.goto("about:blank");
    await this.page.goto(this.address + fragment);
  }

  /** Opens the page once more, in a tab of its own. */
  async beside(fragment: string): Promise<StepscopePage> {
    const other = new StepscopePage(await this.page.context().newPage(), this.address);
    await other.goto(fragment);
    return other;
  }

  /** Waits until the page says so on `<html data-state>`. */
  async reaches(state: State): Promise<void> {
    await expect(this.frame.locator("html")).toHaveAttribute("data-state", state);
  }

  /** Chooses a file, or a file or folder by its path, as through the system's dialog. */
  async choose(files: NamedBytes | string): Promise<void> {
    if (typeof files === "string") {
      const input = statSync(files).isDirectory() ? "open-folder" : "open-files";
      await this.frame.getByTestId(input).setInputFiles(files);
      return;
    }
    const { name, bytes } = files;
    await this.frame
      .getByTestId("open-files")
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer: bytes });
  }

  /** Drops a file or a folder of this machine, as the browser itself hands it over. */
  async drop(path: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await session.send("Input.dispatchDragEvent", { type, x: 640, y: 360, data });
    }
    await session.detach();
  }

  /** Waits until what is looked at is painted, and the address says it. */
  async stands(): Promise<void> {
    await expect(this.frame.locator("html")).toHaveAttribute("data-view", "rests");
  }

  /** Waits until the loaders, and whatever stores or brings back a load, are gone with their memory. */
  async rests(): Promise<void> {
    await expect.poll(() => this.page.workers().length).toBe(1);
  }

  /** `window.stepscope.summary()`: the JSON of `stepscope summary --json`. */
  async summary(): Promise<Summary> {
    return this.frame.evaluate(() => window.stepscope.summary());
  }

  tab(name: Tab): Locator {
    return this.frame.getByRole("tab", { name });
  }
}

/** The part of the summary's contract that these tests read. */
export interface Summary {
  schema: number;
  captures: { name: string; kind: string; ranks: { rank: number | null; events: { slices: number } }[] }[];
  verdict: { class: string; sentence: string; share: number | null } | null;
  findings: { id: string; severity: string }[];
  notes: { severity: string; kind: string; file: string | null; text: string }[];
}

declare global {
  interface Window {
    stepscope: { open: (files: File[]) => Promise<void>; summary: () => Promise<Summary> };
  }
}
