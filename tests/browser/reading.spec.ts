/** A file is read to its end, whatever the browser takes for garbage meanwhile. */
import chromium from "../chromium.js";
import { bigTrace } from "./lib/big.ts";
import { expect, test } from "./lib/test.ts";

test.use({ launchOptions: { ...chromium, args: [...chromium.args, "--js-flags=--expose-gc"] } });

test("the stream of a file outlives the garbage that is collected between its reads", async ({ scope }, info) => {
  await scope.page.addInitScript(() => {
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options: BlobPropertyBag = {}) {
        super(options.type === "text/javascript" ? ["setInterval(() => gc(), 0);\n", ...parts] : parts, options);
      }
    };
  });
  await scope.goto();
  await scope.choose(await bigTrace(info));
  await scope.reaches("ready");
  expect((await scope.summary()).captures).toHaveLength(1);
});
