/**
 * Every block of every page is run, or says why not; what code is in them has the types of the built package, what data is in
 * them reads, and links lead somewhere.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkTaken, OPTIONS } from '../../src/cli/options.js'
import { makeFolder } from '../e2e/run-files.js'
import { blocksOf, commandsIn, PAGES, read } from './pages.js'
import { RUN_BY } from './snippets.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const blocks = PAGES.flatMap((page) => blocksOf(read(page)).map((block) => ({ page, ...block })))

/** Marks of a page in their order; one that is there again gets its number. */
function marksOf(page: string): string[] {
  const seen = new Map<string, number>()
  return blocksOf(read(page)).map(({ mark }) => {
    const count = (seen.get(mark) ?? 0) + 1
    seen.set(mark, count)
    return count === 1 ? mark : `${mark} ${count}`
  })
}

test('every block stands in the table of what runs it, and every entry of the table is a block', () => {
  const found = Object.fromEntries(PAGES.map((page) => [page, marksOf(page)]))
  const listed = Object.fromEntries(Object.entries(RUN_BY).map(([page, marks]) => [page, Object.keys(marks)]))
  expect(found).toEqual(listed)
})

test('what is named as running a block is a test that reads its page and its mark', () => {
  const entries = Object.entries(RUN_BY).flatMap(([page, marks]) =>
    Object.entries(marks).map((entry) => [page, ...entry] as const),
  )
  for (const [page, mark, by] of entries.filter(([, , by]) => !by.startsWith('- '))) {
    const text = read(`test/docs/${by}`)
    expect(text, `${by} reads ${page}`).toContain(`'${page}'`)
    const word = mark.replace(/ \d+$/, '')
    const isNamed =
      [word, word.replace(/^\S+ /, '')].some((name) => text.includes(name)) || /commandsIn|npx vitest/.test(text)
    expect(isNamed, `${by} takes "${mark}"`).toBe(true)
  }
})

/** What snippets import that is the reader's own. */
const OWN = {
  'src/support-agent.d.ts': 'export function answer(question: string): Promise<string>',
  'src/agent.d.ts': 'export function answer(question: string, options: { seed: number }): Promise<string>',
  'src/fix-agent.d.ts': 'export function fixIssue(path: string): Promise<string>',
  'src/house-model.d.ts': 'export function ask(question: object): Promise<string>',
  'node_modules/@ai-sdk/openai-compatible/package.json': '{ "type": "module", "types": "./index.d.ts" }',
  'node_modules/@ai-sdk/openai-compatible/index.d.ts': `interface Model { specificationVersion: 'v3'; provider: string; modelId: string; doGenerate(options: object): PromiseLike<object> }
export function createOpenAICompatible(settings: { name: string; baseURL: string }): { chatModel(id: string): Model }`,
}

test('every block of TypeScript has the types of the built package, under strict settings', () => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    types: ['node'],
  }
  const code = blocks.filter(({ mark }) => mark.startsWith('ts '))
  const pages = [...new Set(code.map(({ page }) => page))]
  const files = pages.flatMap((page, index) => [
    ...code
      .filter((block) => block.page === page)
      .map(({ mark, text }) => [`${index}/${mark.slice(3)}`, text] as const),
    ...Object.entries(OWN).map(([name, text]) => [`${index}/${name}`, text] as const),
  ])
  const path = makeFolder({
    'tsconfig.json': JSON.stringify({
      compilerOptions,
      include: ['matchers.ts', '*/*.ts', '*/evals/*.ts', '*/scripts/*.ts'],
    }),
    // What `types` of a user's project does; a package does not find itself that way.
    'matchers.ts': `import 'vitest-judge/register'`,
    ...Object.fromEntries(files),
  })
  let output = ''
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: path })
  } catch (error) {
    output = String((error as { stdout: Buffer }).stdout)
  }
  expect(output).toBe('')
  expect(code.length).toBeGreaterThan(15)
})

test('every block of data reads', () => {
  for (const { page, mark, text } of blocks) {
    const lines = mark.endsWith('.jsonl') ? text.trim().split('\n') : [text]
    if (/^json\b/.test(mark)) for (const line of lines) expect(JSON.parse(line), page).toBeTypeOf('object')
    if (/^yaml\b/.test(mark)) expect(parse(text), `${page} ${mark}`).toBeTypeOf('object')
  }
})

test('every command of ours, in blocks and in text, takes the options that it is shown with', () => {
  const text = PAGES.map(read).join('\n')
  const inText = [...text.matchAll(/`npx (vitest-judge [^`]*)`/g)].map(([, line = '']) => `npx ${line}`).join('\n')
  const commands = [...blocks.flatMap((block) => commandsIn(block.text)), ...commandsIn(inText)]
  expect(commands.length).toBeGreaterThan(20)
  for (const args of commands) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    expect(() => checkTaken(positionals, values), args.join(' ')).not.toThrow()
  }
})

/** As GitHub makes the anchor of a heading. */
function anchorsOf(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return headings.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every link to a page leads to one, and every anchor to a heading', () => {
  const lost = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, target = '', anchor]) => {
      const path = target === '' ? page : join(dirname(page), target)
      if (!existsSync(join(root, path))) return [`${page}: ${link}`]
      return anchor === undefined || anchorsOf(read(path)).includes(anchor) ? [] : [`${page}: ${link}`]
    }),
  )
  expect(lost).toEqual([])
})
