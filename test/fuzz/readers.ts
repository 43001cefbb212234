/**
 * Every reader of text that nobody vouches for, and the errors that it documents.
 *
 * @module
 */
import { readLabels } from '../../src/calibration/labels.js'
import { readClaims } from '../../src/citations/answer.js'
import { checkClaims } from '../../src/citations/check.js'
import { numberClaims } from '../../src/citations/claim.js'
import { InputError } from '../../src/errors.js'
import { readIntent } from '../../src/evalset/intent.js'
import { findText, listSearchable } from '../../src/evalset/match.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { extractFindings } from '../../src/findings/extract.js'
import { matchFindings } from '../../src/findings/match.js'
import { settleIssues } from '../../src/findings/settle.js'
import { reviewMatch } from '../../src/modes/review-match.js'
import { comparePatch } from '../../src/patch/compare.js'
import { candidateText } from '../../src/patch/input.js'
import { readPatch } from '../../src/patch/read.js'
import { fence } from '../../src/prompts/fence.js'
import { readText } from '../../src/reply/read-text.js'
import { readResults } from '../../src/report/read-results.js'
import { oneLine } from '../../src/text.js'
import { readTrajectory } from '../../src/trajectory/read.js'
import { showToolCalls } from '../../src/trajectory/shorten.js'
import { equivalenceTask, issuesTask, reviewTask } from '../modes/tasks.js'
import { readReplies } from './replies.js'

/** A reader. */
export interface Reader {
  readonly name: string
  /** Reads a text; what it gives is of no interest, that it ends is. */
  readonly read: (text: string) => unknown
  /** Errors that it may throw. Default: none. */
  readonly errors?: readonly (new (
    ...args: never[]
  ) => Error)[]
}

const GOLD = equivalenceTask.gold.patch
const ISSUES = issuesTask.baseline_issues.map(({ id, description }) => ({ id, description, severity: 'high' as const }))
const SCHEMA = { type: 'object', properties: { score: { type: 'number' } } }
const isComplete = (value: unknown) => typeof (value as { score?: unknown } | null)?.score === 'number'
const quoteAll = (text: string) => [
  { id: 'a', path: 'a.md', lines: null, quote: text },
  { id: 'b', path: text, lines: { first: 1, last: 2 }, quote: text },
]
const check = (claims: Parameters<typeof checkClaims>[0], text: string) =>
  checkClaims(claims, { stat: () => 'file', read: () => text }, () => true)

/** All of them. */
export const READERS: readonly Reader[] = [
  { name: 'patch', read: readPatch },
  { name: 'patch as candidate', read: (text) => comparePatch(text, GOLD) },
  { name: 'patch as gold', read: (text) => comparePatch(GOLD, text), errors: [InputError] },
  { name: 'candidate in a row', read: candidateText, errors: [InputError] },
  { name: 'findings', read: extractFindings },
  { name: 'findings against issues', read: (text) => settle(text) },
  { name: 'issue', read: (text) => matchFindings(extractFindings('- a bug in src/a.ts:1'), issueOf(text)) },
  {
    name: 'reply in free text',
    read: (text) => readText(text, { material: ['{"score":1}', text], schema: SCHEMA, isComplete }),
  },
  { name: 'reply as JSON, all modes', read: readReplies },
  { name: 'citations', read: (text) => check(numberClaims(readClaims(text, undefined)), text) },
  { name: 'citations in JSON', read: (text) => readClaims(text, 'json'), errors: [SyntaxError] },
  { name: 'citations in JSON Lines', read: (text) => readClaims(text, 'jsonl'), errors: [SyntaxError] },
  { name: 'quote and cited file', read: (text) => check(quoteAll(text), `x ${text}`) },
  ...['json', 'yaml', 'jsonl'].map((ending) => ({
    name: `eval set, ${ending}`,
    read: (text: string) => parseEvalSet(text, `e.${ending}`),
    errors: [InputError],
  })),
  { name: 'intent in Markdown', read: (text) => readIntent(text, 'a.md'), errors: [InputError] },
  { name: 'intent in Gherkin', read: (text) => readIntent(text, 'a.feature'), errors: [InputError] },
  { name: 'production', read: (text) => findText('zzz', listSearchable({ output: text, diff: text }).parts) },
  { name: 'results', read: (text) => readResults(text), errors: [InputError] },
  { name: 'trajectory', read: (text) => showToolCalls(readTrajectory(text).toolCalls), errors: [InputError] },
  { name: 'labels', read: (text) => readLabels(text, 'labels.jsonl'), errors: [InputError] },
  {
    name: 'reviews of people',
    read: (text) => reviewMatch.check({ ...reviewTask, predictions: text, reviews: text }),
    errors: [InputError],
  },
  { name: 'material and message', read: (text) => [fence([{ name: 'response', text }]), oneLine(text, 80)] },
]

function settle(text: string): unknown {
  const matched = matchFindings(text, ISSUES)
  return settleIssues({ text, baseline: ISSUES, matched })
}

function issueOf(text: string) {
  return [{ id: 'A', severity: 'high' as const, description: text, location: text }]
}

/** Reads a text; throws what the reader does not document, and nothing else. */
export function readSafely({ name, read, errors = [] }: Reader, text: string): void {
  try {
    read(text)
  } catch (error) {
    if (errors.some((documented) => error instanceof documented)) return
    throw new Error(`${name} threw what it does not document: ${String(error).slice(0, 300)}`, { cause: error })
  }
}
