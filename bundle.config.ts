/**
 * Bundles what is published. A process of a run loads a few files instead of some 250, and of zod without its languages and of
 * yaml only what is used. The bundles replace the compiled entries; benchmarks and tests load the other compiled modules, which
 * are not published. `npm run build` runs it after the compiler.
 *
 * @module
 */
import { defineConfig } from 'vite'

/** Entries of the package, and modules that find files beside themselves. */
const ENTRIES = [
  'matchers/eval-set',
  'matchers/index',
  'matchers/register',
  'reporters/index',
  'reporters/version',
  'src/cli',
  'src/cli/batch-run',
  'src/html/write-report',
  'src/index',
  'src/plugin',
]

export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  // For Node yaml has CommonJS only, which would come whole.
  ssr: { noExternal: ['yaml', 'zod'], resolve: { conditions: ['module', 'import', 'default'] } },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    minify: false,
    license: { fileName: 'chunks/licenses.md' },
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `${name}.ts`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
})
