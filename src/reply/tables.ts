/**
 * Markdown tables of scores, the rare fourth form of a free-text answer.
 *
 * @module
 */
import type { Found } from './json-objects.js'

const RULE = /^\|[\s:|-]+$/
const NUMBER = /^-?\d+(?:\.\d+)?(?=$|\s*\/\s*\d+(?:\.\d+)?$)/
const TOTALS = new Set(['total', 'weighted_total'])

/** Every table of names, scores and reasons as `{ scores: { name: { value, reasoning } }, weighted_total? }`. */
export function scoreTablesIn(text: string): Found[] {
  const found: Found[] = []
  let lines: string[] = []
  for (const line of [...text.split('\n'), '']) {
    const trimmed = line.trim()
    if (trimmed.startsWith('|')) lines.push(trimmed)
    else {
      const value = readTable(lines)
      if (value !== null) found.push({ text: lines.join('\n'), value })
      lines = []
    }
  }
  return found
}

/** Null for what is no table, or names a thing twice. */
function readTable([head, rule, ...rows]: readonly string[]): object | null {
  if (head === undefined || rule === undefined || !RULE.test(rule)) return null
  const entries = rows.map(readRow)
  const scores = new Map(entries.filter(({ name }) => !TOTALS.has(name)).map(({ name, ...leaf }) => [name, leaf]))
  const totals = entries.filter(({ name }) => TOTALS.has(name))
  if (scores.size === 0 || totals.length > 1 || scores.size + totals.length < entries.length) return null
  const [total] = totals
  return { scores: Object.fromEntries(scores), ...(total && { weighted_total: total.value }) }
}

/** Names are written as the keys of an answer: `Correctness (25%)` is `correctness`. */
function readRow(row: string): { name: string; value: unknown; reasoning: string } {
  const [name = '', score = '', ...rest] = row
    .slice(1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/^\*+|\*+$/g, ''))
  const [number] = NUMBER.exec(score) ?? []
  return {
    name: name
      .toLowerCase()
      .replace(/\([^()]*\)/g, '')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
    value: number === undefined ? score : Number(number),
    reasoning: rest.join(' ').trim(),
  }
}
