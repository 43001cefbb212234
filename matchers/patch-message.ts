/**
 * The message of `toMatchGroundTruthPatch`.
 *
 * @module
 */
import type { HunkNote, PatchComparison } from '../src/patch/compare.js'
import { hideCommand, oneLine } from '../src/text.js'
import {
  callText,
  expectedScore,
  type Frame,
  frame,
  judgeNote,
  type Row,
  receivedScore,
  renderRows,
} from './message.js'
import type { Compared } from './to-match-ground-truth-patch.js'

/** What the message is made of. */
export interface PatchMessage {
  readonly negated: boolean
  readonly threshold: number | undefined
  readonly judged: Compared
  /** Why there is no verdict. */
  readonly reason: string | undefined
}

/** Puts the message together: outcome or score, what the judge said, then every file. */
export function patchMessage({ negated, threshold, judged, reason }: PatchMessage): string {
  const { details } = judged
  return frame({
    title: callText('toMatchGroundTruthPatch', 'patch', 'gold', negated),
    comparisons: [comparison(judged, threshold, negated), ...equivalenceRow(judged, negated)],
    details: [...judgeLines(judged), ...detailLines(details, threshold)],
    notes: { Read: readNote(details), Judge: judgeNote(judged) },
    ...(reason === undefined ? {} : { unjudged: `${reason.replace(/\.$/, '')}.` }),
  })
}

type Comparison = Frame['comparisons'][number]

function comparison({ bounds, details }: Compared, threshold: number | undefined, negated: boolean): Comparison {
  if (threshold === undefined) {
    return { what: 'outcome', expected: negated ? 'mismatch' : 'match', received: outcomeText(details) }
  }
  const ends = { lower: bounds.lower / 100, upper: bounds.upper / 100 }
  return { what: 'score', expected: expectedScore(threshold, negated), received: receivedScore(ends, threshold) }
}

function equivalenceRow({ equivalence }: Compared, negated: boolean): Comparison[] {
  if (equivalence === undefined) return []
  const expected = negated ? 'different' : 'equivalent'
  return [{ what: 'judgement', expected, received: equivalence.verdict ?? 'no verdict' }]
}

/** Why the judge says so, with the quotes that stand in the patches. */
function judgeLines({ equivalence }: Compared): string[] {
  if (equivalence === undefined || equivalence.verdict === null) return []
  const { reasoning, gold_evidence, candidate_evidence } = equivalence
  const quotes = [
    ['gold', gold_evidence],
    ['patch', candidate_evidence],
  ] as const
  const lines = quotes.flatMap(([side, evidence]) =>
    evidence.slice(0, 3).map(({ quote, verified }) => {
      const note = verified ? '' : '  (does not stand there)'
      return `      ${side}: "${oneLine(quote, 100)}"${note}`
    }),
  )
  return [`  ${hideCommand(oneLine(reasoning, 300))}`, ...lines, '']
}

/** By its outcome a mismatch names its reason above. */
function detailLines(details: PatchComparison, threshold: number | undefined): string[] {
  return [
    ...(threshold === undefined || details.reason === undefined ? [] : [`  ${details.reason}`]),
    partsLine(details),
    '',
    ...renderRows(fileRows(details)),
    ...penaltyLines(details),
    ...missingLines(details),
  ]
}

function outcomeText({ outcome, total, reason }: PatchComparison): string {
  return `${outcome}  (${total.toFixed(1)} of 100${reason === undefined ? '' : `; ${reason}`})`
}

function partsLine({ parts: { files, locations, fixLogic, completeness } }: PatchComparison): string {
  const points = (value: number) => value.toFixed(1)
  return `  files ${points(files)} of 20, locations ${points(locations)} of 20, fix logic ${points(fixLogic)} of 40, completeness ${points(completeness)} of 20`
}

/** One row a file; the gold's hunks that the candidate does not change stand below it. */
function fileRows({ files }: PatchComparison): Row[] {
  return files.map(({ path, status, hunks, extraHunks }) => {
    const found = hunks.filter((hunk) => hunk.found).length
    const missing = hunks.filter((hunk) => !hunk.found).map(({ line, text }) => `line ${line}: ${text}`)
    const name = oneLine(path, 80)
    if (status === 'extra') return { state: 'open', weight: 0, text: `${name}  not in the gold patch` }
    const count = `${found} of ${hunks.length} ${hunks.length === 1 ? 'hunk' : 'hunks'}`
    const text = `${name}  ${status === 'missing' ? 'not changed' : count}${extraText(extraHunks)}`
    if (missing.length === 0) return { state: 'met', weight: hunks.length, text }
    return { state: 'missed', weight: missing.length, text, reason: `missing ${missing.join('; ')}` }
  })
}

/** Where the candidate changes what the gold leaves alone. */
function extraText(hunks: readonly HunkNote[]): string {
  if (hunks.length === 0) return ''
  const shown = hunks.slice(0, 5).map(({ line }) => line)
  return `, and more at ${shown.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${hunks.length > 5 ? ', …' : ''}`
}

function penaltyLines({ penalties }: PatchComparison): string[] {
  return penalties.map(
    ({ name, points, items }) => `  - ${points.toFixed(1)} points for ${name}: ${oneLine(items.join(', '), 200)}`,
  )
}

/** Lines that only the gold changes, the first few. */
function missingLines({ evidence: { missingLines: lines } }: PatchComparison): string[] {
  const shown = lines.slice(0, 5).map((line) => `      ${oneLine(line, 100)}`)
  const more = lines.length > 5 ? [`      … and ${lines.length - 5} more`] : []
  return lines.length === 0 ? [] : ['  Lines of the gold patch that are missing:', ...shown, ...more]
}

function readNote({ kind, repairs }: PatchComparison): string {
  return repairs.length === 0 ? kind : `${kind}, repaired: ${oneLine(repairs.join('; '), 200)}`
}
