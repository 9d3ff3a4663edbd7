// How long the built page takes to open FILE, and how much memory.
// usage: node page.mjs FILE
import { launch, openFile, openPage, peakMemory, say, wasmMemory } from "./lib/page.mjs";

const [file] = process.argv.slice(2);
const browser = await launch();
const page = await openPage(browser);
say("page load", await openFile(page, file), "s");
say("page peak memory", await peakMemory(browser), "MB");
say("page wasm memory", await wasmMemory(page), "MB");
await browser.close();
