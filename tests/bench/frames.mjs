// Pans and zooms through FILE in the built page: milliseconds a frame takes in the engine's thread until its pixels are
// in the canvas, with every row expanded; as many rows as the window shows, and a hundred compact ones, on a canvas as
// wide as the window and as high as they need. ZOOMS=1 also says where the time goes at each zoom.
// usage: node frames.mjs FILE WIDTH HEIGHT RATIO
import { engineOf, percentile } from "./lib/engine.mjs";
import { launch, openFile, openPage, say } from "./lib/page.mjs";

const [file, ...sizes] = process.argv.slice(2);
const [width, height, ratio] = sizes.map(Number);
const browser = await launch();
const page = await openPage(browser, { width, height, ratio });
await openFile(page, file);
const engine = await engineOf(page);
const size = `${width}×${height}${ratio === 1 ? "" : ` at ${ratio}×`}`;
for (const wanted of [0, 100]) {
  const frames = await engine.evaluate(session, { wanted, width });
  const of = wanted === 0 ? size : `${size}, ${wanted} rows`;
  const ms = frames.map((frame) => frame.ms);
  say(`frame p50, ${of}`, percentile(ms, 0.5), "ms");
  say(`frame p95, ${of}`, percentile(ms, 0.95), "ms");
  say(`longest frame, ${of}`, Math.max(...ms), "ms");
  say(`frames over 16 ms, ${of}`, (100 * ms.filter((own) => own > 16).length) / ms.length, "%");
  const zooms = process.env.ZOOMS ? new Set(frames.map(({ zoom }) => zoom)) : [];
  zooms.forEach((zoom) => sayParts(`, ${of}, zoom ${zoom}`, frames.filter((frame) => frame.zoom === zoom)));
}
await browser.close();

/** Where the time of a zoom's frames goes: pixels, strokes, and what the browser does with them. */
function sayParts(of, frames) {
  const median = (part) => percentile(frames.map(part), 0.5);
  say(`raster p50${of}`, median(({ raster }) => raster), "ms");
  say(`strokes p50${of}`, median(({ total, raster }) => total - raster), "ms");
  say(`canvas p50${of}`, median(({ ms, total }) => ms - total), "ms");
}

/**
 * Runs in the engine's worker: each step of the hand is a view, painted at once and forced into the canvas, which is
 * made as wide and high as it takes for `wanted` rows, if any.
 */
async function session({ wanted, width }) {
  const { engine } = self;
  const { rows } = engine.rows();
  const density = wanted > 0 ? "compact" : "regular";
  const none = { collapsed: [], pinned: [], hidden: [], renamed: [], filter: "", density };
  const shown = engine.setRows({ ...none, expanded: rows.map((row) => row.key) }).rows;
  const { extent, axisHeight } = engine.metrics();
  const { start, end } = extent;
  // The engine keeps its canvas to itself; what it draws with shows which it is.
  const { prototype } = OffscreenCanvasRenderingContext2D;
  const { fillRect } = prototype;
  let context;
  const seen = (own) => {
    context = own;
  };
  prototype.fillRect = function (...area) {
    seen(this);
    fillRect.apply(this, area);
  };
  const look = (start, end) => engine.setView({ start, end, scroll: 0, pinnedScroll: 0, mostPinned: 0 });
  look(start, end);
  engine.paint();
  prototype.fillRect = fillRect;
  if (wanted > 0) {
    const ratio = context.getTransform().a;
    let [lanes, bottom] = [0, 0];
    for (const row of shown) {
      if (lanes >= wanted) break;
      lanes += row.lanes;
      bottom = row.top + row.height;
    }
    engine.resize({ width, height: axisHeight + bottom, ratio });
    engine.paint();
  }
  const frames = [];
  const frame = async (zoom, from, length) => {
    // In step with the screen, as the page paints.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    look(from, from + length);
    const began = performance.now();
    const painted = engine.paint();
    // Strokes are only noted down until somebody wants to see them.
    context.getImageData(0, 0, 1, 1);
    const ms = performance.now() - began;
    frames.push({ zoom, ms, total: painted.totalMs, raster: painted.rasterMs });
  };
  const whole = end - start;
  const focus = start + whole * 0.31;
  for (let zoom = 1; whole / zoom >= 1_000; zoom *= 4) {
    const length = whole / zoom;
    const left = Math.max(start, focus - length * 0.4);
    for (let step = 0; step < 12; step += 1) await frame(zoom, left + (length * step) / 40, length);
    // From one level to the next as the wheel does.
    for (let step = 0; step < 6; step += 1) {
      const now = length / 4 ** (step / 6);
      await frame(zoom, Math.max(start, focus - now * 0.4), now);
    }
  }
  return frames;
}
