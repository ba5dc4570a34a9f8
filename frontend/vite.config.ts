import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    modulePreload: false,
    // Fixed names: a rebuild changes files, not the list of files.
    rollupOptions: {
      output: {
        entryFileNames: "assets/inspector.js",
        assetFileNames: "assets/inspector[extname]",
      },
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
