import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** One classic script a mode, for `cargo xtask page` to inline: `page` (with its style) or `worker`. */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL(".", import.meta.url)),
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    target: ["chrome110", "firefox113", "safari17"],
    emptyOutDir: true,
    cssCodeSplit: false,
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    reportCompressedSize: false,
    rollupOptions: {
      input: fileURLToPath(new URL(mode === "worker" ? "src/worker.ts" : "src/main.tsx", import.meta.url)),
      output: {
        format: "iife",
        entryFileNames: `${mode}.js`,
        assetFileNames: `${mode}[extname]`,
        codeSplitting: false,
      },
    },
  },
}));
