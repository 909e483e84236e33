import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The widget's loader: one classic script without imports, beside the pages that `vite.config.ts` at the top builds. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: false,
    target: ['es2022', 'chrome106', 'firefox110', 'safari16.4'],
    lib: { entry: here('loader/main.ts'), name: 'SegueLoader', formats: ['iife'], fileName: () => 'widget.js' },
  },
})
