/**
 * Builds the page's script and style into dist, each as one file without imports. `npm run build` runs it.
 *
 * @module
 */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: here('../../../dist/src/html/app'),
    emptyOutDir: false,
    target: 'es2022',
    // The page stands in other files as text, so characters outside of ASCII would depend on their encoding.
    lib: {
      entry: here('main.tsx'),
      formats: ['iife'],
      name: 'vitestJudgeReport',
      fileName: () => 'page.js',
      cssFileName: 'page',
    },
  },
})
