/**
 * The pages that people read, and the fenced blocks in them.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'

/** One fenced block. */
export interface Block {
  /** What stands behind the fence, such as `ts evals/fix.eval.ts`. */
  readonly mark: string
  readonly text: string
}

const root = new URL('../../', import.meta.url)

/** Every page, by its path from the root. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/README.md',
  ...readdirSync(new URL('docs', root)).map((name) => `docs/${name}`),
]

/** The text of any file of the repository. */
export function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

/** All blocks of a text, in their order. A longer fence may hold shorter ones, and one in a list is indented. */
export function blocksOf(text: string): Block[] {
  const fences = text.matchAll(/^( *)(`{3,})([^`\n]*)\n([\s\S]*?)^\1\2$/gm)
  return [...fences].map(([, indent = '', , mark = '', body = '']) => ({
    mark,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

/** The text of the first block that is marked so. */
export function blockOf(page: string, mark: string): string {
  const found = blocksOf(page).find((block) => block.mark === mark)
  if (found === undefined) throw new Error(`the page has no block marked "${mark}"`)
  return found.text
}

/** The cells of every row of a table that begins with a line, head and rule left out. */
export function tableOf(page: string, head: string): string[][] {
  const from = page.indexOf(head)
  if (from < 0) throw new Error(`the page has no table that begins with "${head}"`)
  const [table = ''] = page.slice(from).split('\n\n', 1)
  const rows = table.trimEnd().split('\n').slice(2)
  return rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
}

/** The arguments of every line `npx vitest-judge …` of a block, with quotes as a shell reads them. */
export function commandsIn(block: string): string[][] {
  const lines = [...block.matchAll(/^npx vitest-judge (.*)$/gm)].map(([, line = '']) => line)
  return lines.map((line) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/, '$1')))
}
