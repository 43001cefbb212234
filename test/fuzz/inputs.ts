/**
 * Texts for the readers: real ones, the tokens of all their grammars, and what mutations make of both.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { REPORTS } from '../findings/reports.js'
import { REVIEWS } from '../findings/reviews.js'
import { equivalenceTask, reviewAnswer, reviewTask } from '../modes/tasks.js'
import { LOGS } from '../trajectory/logs.js'

/** What makes structure somewhere: Markdown, diffs, JSON, YAML, Gherkin, HTML, and Unicode. */
export const TOKENS: readonly string[] = [
  ...[
    '[',
    '](',
    ']',
    '(',
    ')',
    '```',
    '```json\n',
    '~~~',
    '- ',
    '- a\n',
    '- a\n\n',
    '* ',
    '1. a\n',
    '  - a\n',
    '#',
    '# a\n',
  ],
  ...[
    '## Finding 1\n',
    '|',
    '|a|b|\n',
    '|-|-|\n',
    'a|b\n-|-\n',
    '<',
    '<a ',
    '</a>',
    '<details>\n',
    '<summary>',
    '<!--',
    '-->',
  ],
  ...[
    '> ',
    '> a\n',
    '> +a\n\n',
    '**',
    '**a.ts:1**\n> b\n',
    '__',
    '`',
    '![',
    '[x]: y\n',
    'a\n===\n',
    'a\n---\n',
    '    a\n',
    '\ta\n',
  ],
  ...['@@', '@@ -1 +1 @@\n', '--- a/x\n+++ b/x\n', 'diff --git a/x b/x\n', '+a\n', '-a\n', '-- \n', '\\ No newline\n'],
  ...['<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n', '>>>>>>> a\n', '=======\n', 'File: src/a.ts:12\n', 'line 1 '],
  ...[
    '"',
    '\\',
    '\\"',
    '{',
    '}',
    '{"a":',
    '[{',
    '{"a":[',
    '{"score":1}',
    '"a": 1,\n',
    '{"role":"user"}\n',
    ',',
    ':',
    'null',
  ],
  ...[': a\n', 'a: b\n', '- a: b\n', '? ', '&a ', '*a ', '!!str ', '<<: *a\n', '%', "'", '|\n', '>\n', '--- ', '...\n'],
  ...[
    'Feature: a\n',
    'Scenario: a\n',
    'Given a\n',
    'Then b\n',
    'Examples:\n| a |\n',
    '"""\n',
    '@a ',
    '# language: en\n',
    '{a b} ',
  ],
  ...[
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    ' ',
    '\t',
    '\0',
    '\ud800',
    '\udc00',
    '\u200b',
    '\u202e',
    '\u0301',
    '\u2028',
    '\f',
    '\x1b[',
  ],
  ...[
    'a',
    'a ',
    'a.',
    'a/',
    '0',
    '1e999',
    '-',
    '=',
    '~',
    '$',
    '%',
    '…',
    ' ... ',
    '問題',
    'é',
    '😀',
    're:(a+)+$',
    '__proto__',
    'constructor',
  ],
]

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = [
  'test/fixtures',
  'test/fixtures/intents',
  'examples/evals',
  'examples/evals/reviews',
  'examples/evals/patches',
]
const SHARED = ['swebench/quirks', 'review/formats', 'judge-answers', 'evalsets', 'scenarios', 'trajectories']
const LONGEST = 60_000

/** Real texts of at most 60,000 characters: of this repository, and of the shared data where that is there. */
export const REAL: readonly string[] = [
  equivalenceTask.gold.patch,
  equivalenceTask.response,
  reviewTask.predictions,
  reviewTask.reviews,
  JSON.stringify(reviewAnswer),
  ...REVIEWS.map(([, text]) => text),
  ...REPORTS.map(([, report]) => JSON.stringify(report)),
  ...LOGS.map(({ log }) => JSON.stringify(log)),
  ...[...FOLDERS, ...SHARED.map((folder) => `../shared/data/${folder}`)].flatMap(textsIn),
].filter((text) => text.length <= LONGEST)

function textsIn(folder: string): string[] {
  const path = join(ROOT, folder)
  if (!existsSync(path)) return []
  const files = readdirSync(path)
    .sort()
    .map((name) => join(path, name))
  return files
    .filter((file) => statSync(file).isFile() && !file.endsWith('.gz'))
    .map((file) => readFileSync(file, 'utf8'))
}

/** A change of a text; numbers are shares of its length, so that they shrink with it. */
type Change = (text: string, from: number, to: number, token: string, count: number) => string

const CHANGES: readonly Change[] = [
  (text, from, to) => text.slice(0, from) + text.slice(to),
  (text, from) => text.slice(0, from),
  (text, from, _, token) => text.slice(0, from) + token + text.slice(from),
  (text, from, to, token) => text.slice(0, from) + token + text.slice(to),
  (text, from, to, _, count) =>
    text.slice(0, from) + text.slice(from, Math.min(to, from + 2_000)).repeat(count) + text.slice(to),
  (text, from, _, token, count) => text.slice(0, from) + token.repeat(count * 20) + text.slice(from),
  (text, from, to) => text.slice(to) + text.slice(0, from),
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', ' '),
  (text, from, to) => text.slice(0, from) + [...text.slice(from, to)].reverse().join('') + text.slice(to),
  (text, from) => text.slice(0, from) + String.fromCharCode(text.charCodeAt(from) ^ 1 || 0) + text.slice(from + 1),
  (text, _from, _to, token, count) =>
    text
      .split('\n')
      .map((line) => token.repeat(count % 4) + line)
      .join('\n'),
]

const share = fc.double({ min: 0, max: 1, noNaN: true })
const change = fc.tuple(
  fc.nat(CHANGES.length - 1),
  share,
  share,
  fc.constantFrom(...TOKENS),
  fc.integer({ min: 1, max: 30 }),
)

function mutate(text: string, changes: readonly (readonly [number, number, number, string, number])[]): string {
  let result = text
  for (const [which, a, b, token, count] of changes) {
    const [from, to] = [Math.min(a, b), Math.max(a, b)].map((part) => Math.floor(part * result.length)) as [
      number,
      number,
    ]
    const changed = CHANGES[which]?.(result, from, to, token, count) ?? result
    if (changed.length <= 4 * LONGEST) result = changed
  }
  return result
}

const grammar = fc.array(fc.constantFrom(...TOKENS), { maxLength: 80 }).map((tokens) => tokens.join(''))
const repeated = fc
  .tuple(fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 3_000 }))
  .map(([tokens, times]) => tokens.join('').repeat(times).slice(0, LONGEST))
const json = fc.json({ maxDepth: 6 })

/** Any text that may come. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: grammar },
  { weight: 1, arbitrary: repeated },
  { weight: 1, arbitrary: json },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...REAL), fc.constantFrom(...REAL), share, fc.array(change, { maxLength: 6 }))
      .map(([one, other, cut, changes]) => {
        const spliced = cut > 0.7 ? one.slice(0, cut * one.length) + other.slice((1 - cut) * other.length) : one
        return mutate(spliced, changes)
      }),
  },
)
