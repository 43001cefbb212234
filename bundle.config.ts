/**
 * Bundles what is published. A process of a run loads a few files instead of some 250, and of zod without its languages and of
 * yaml only what is used. The bundles replace the compiled entries; benchmarks and tests load the other compiled modules, which
 * are not published. `npm run build` runs it after the compiler.
 *
 * @module
 */
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const ENTRIES = [
  'matchers/eval-set',
  'matchers/index',
  'matchers/register',
  'reporters/index',
  'src/cli',
  'src/index',
  'src/plugin',
]
const CHUNKS = 'dist/chunks'
/** What every test file loads, in one file: each more costs a question to the main process. */
const SET_UP = /\/matchers\/(?:call-site|index|matcher|once|records|running|watched-promise)\.ts$/
/** What these reach is loaded at the start of every run, in its main process and in that of its judged tests: few files load faster. */
const START = {
  main: ['src/plugin.ts'],
  tests: ['matchers/to-pass-rubric.ts', 'matchers/asker.ts', 'src/report/material.ts', 'src/report/eval-meta.ts'],
}

/** What a module finds beside itself it has to find from its chunk too; entries stay where they are. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    const path = relative(root, id)
    if (path.startsWith('node_modules') || ENTRIES.includes(path.replace(/\.ts$/, ''))) return
    if (!code.includes('import.meta.url')) return
    const own = `new URL('${relative(CHUNKS, `dist/${dirname(path)}`)}/', import.meta.url)`
    return { code: code.replaceAll('import.meta.url', own), map: null }
  },
}

/**
 * `main`, `tests` or `main-tests`, for what is loaded at the start of these; null for what is loaded when it is needed, and for
 * what the set-up file needs: that would bring the rest of its group into test files that judge nothing.
 */
function nameStart(id: string, modules: Rolldown.ChunkingContext): string | null {
  const reached = (first: readonly string[]) => {
    const found = new Set(first.map((name) => join(root, name)))
    for (const module of found) for (const next of modules.getModuleInfo(module)?.importedIds ?? []) found.add(next)
    return found
  }
  if (ENTRIES.some((name) => id === join(root, `${name}.ts`)) || reached(['matchers/register.ts']).has(id)) return null
  const names = Object.entries(START).filter(([, first]) => reached(first).has(id))
  return names.length === 0 ? null : names.map(([name]) => name).join('-')
}

export default defineConfig({
  logLevel: 'warn',
  publicDir: false,
  plugins: [places],
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
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
        codeSplitting: {
          groups: [
            { name: 'matchers', test: SET_UP },
            { name: nameStart, debugName: 'start', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
