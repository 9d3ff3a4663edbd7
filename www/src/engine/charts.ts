import { EngineFailure } from "./client";
import type { Chart, ChartDrawn, ChartSurface } from "./protocol";

/** Draws charts with the page's own instance of the module: they need canvases of the page. */
export class ChartPainter {
  readonly #ready: Promise<void>;

  constructor(module: Promise<WebAssembly.Module>) {
    this.#ready = module.then((compiled) => {
      wasm_bindgen.initSync({ module: compiled });
    });
    // A module that does not compile is reported by the engine; here it must not go unhandled.
    this.#ready.catch(() => undefined);
  }

  async draw(canvas: HTMLCanvasElement, chart: Chart, surface: ChartSurface): Promise<ChartDrawn> {
    await this.#ready;
    try {
      return wasm_bindgen.drawChart(canvas, chart, surface);
    } catch (reason) {
      throw new EngineFailure(String(reason));
    }
  }
}
