import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "target/", "www/src/wasm/", "www/jupyterlab/", "**/node_modules/", ".cache/", "test-results/"] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ["tests/**/*.{js,mjs}"],
    languageOptions: {
      globals: Object.fromEntries(
        // Of Node, of the page, and of the workers that scripts run pieces in.
        [
          ...["process", "document", "navigator", "window", "MutationObserver", "URL", "wasm_bindgen"],
          ...["self", "performance", "requestAnimationFrame", "OffscreenCanvasRenderingContext2D"],
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      // The page shows text of untrusted captures: markup is never made from strings.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Text from a capture is shown as text." },
        { property: "outerHTML", message: "Text from a capture is shown as text." },
        { property: "insertAdjacentHTML", message: "Text from a capture is shown as text." },
      ],
    },
  },
);
