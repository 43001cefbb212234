/**
 * The one frame of every matcher message: call, expected and received, details, what was judged and by whom, hint.
 *
 * @module
 */
import { showFraction, showScore } from '../src/score-text.js'
import { hideCommand, oneLine } from '../src/text.js'
import type { Bounds, JudgedWith, Provenance, Sampling, UnjudgedPart } from '../src/types.js'

/** The parts of a message. Lines are already made harmless. */
export interface Frame {
  /** What the user wrote, or which case it is. */
  readonly title: string
  /** What was expected and what came, in the same unit. */
  readonly comparisons: readonly { readonly what: string; readonly expected: string; readonly received: string }[]
  readonly details: readonly string[]
  /** Labelled lines at the end: `Output`, `Judge`. */
  readonly notes: Readonly<Record<string, string | null>>
  /** Why there is no verdict. */
  readonly unjudged?: string
}

/** Puts a message together. */
export function frame({ title, comparisons, details, notes, unjudged }: Frame): string {
  const width = Math.max(...comparisons.map(({ what }) => what.length)) + 10
  const pairs = comparisons.flatMap(({ what, expected, received }) => [
    `${`Expected ${what}:`.padEnd(width)} ${expected}`,
    `${`Received ${what}:`.padEnd(width)} ${received}`,
  ])
  const labelled = Object.entries(notes).flatMap(([label, text]) =>
    text === null ? [] : [`${`${label}:`.padEnd(8)}${text}`],
  )
  const open = unjudged === undefined ? [] : [`No verdict: ${unjudged}`, 'This says nothing about the output.']
  return [[title], open, pairs, details, labelled]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
}

/** The call as the user wrote it. */
export function callText(matcher: string, subject: string, argument: string, negated: boolean): string {
  return `expect(${subject})${negated ? '.not' : ''}.${matcher}(${argument})`
}

/** One line of details: a dimension, an issue, a file. */
export interface Row {
  readonly state: 'missed' | 'open' | 'met'
  /** What it costs; within a state the heaviest comes first. */
  readonly weight: number
  readonly text: string
  /** Indented below; not shown for what is met. */
  readonly reason?: string
}

const MARKS = { missed: '✗', open: '?', met: '✓' }

/** What fell short first, then what is unjudged, then what is met. */
export function renderRows(rows: readonly Row[]): string[] {
  const ranks = Object.keys(MARKS)
  const sorted = [...rows].sort((a, b) => ranks.indexOf(a.state) - ranks.indexOf(b.state) || b.weight - a.weight)
  return sorted.flatMap(({ state, text, reason }) => {
    const head = `  ${MARKS[state]} ${text}`
    return state === 'met' || !reason ? [head] : [head, `      ${hideCommand(oneLine(reason, 300))}`]
  })
}

/** Which parts are unjudged and why, in one sentence. */
export function unjudgedText(parts: readonly UnjudgedPart[]): string {
  const details = [...new Set(parts.map(({ detail }) => oneLine(detail, 300).replace(/\.$/, '')))]
  const more = details.length > 3 ? `, and ${details.length - 3} more reasons` : ''
  const names = parts.map(({ part }) => oneLine(part, 40))
  const listed = names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ')
  return `${listed} ${names.length === 1 ? 'is' : 'are'} unjudged: ${details.slice(0, 3).join('; ')}${more}.`
}

/** `>= 0.75`, or with `.not` `<  0.75`. */
export function expectedScore(threshold: number, negated: boolean): string {
  return `${negated ? '< ' : '>='} ${showFraction(threshold)}`
}

/** `   0.62  (62.0 of 100)`, or the bounds where parts are unjudged. */
export function receivedScore(bounds: Bounds, threshold: number): string {
  const lower = showScore(bounds.lower, threshold)
  if (bounds.upper - bounds.lower < 1e-9) return `   ${lower}  (${(bounds.lower * 100).toFixed(1)} of 100)`
  return `   ${lower} to ${showScore(bounds.upper, threshold)}  (parts are unjudged)`
}

/** Who judged, with what, and whether it was asked now. */
export function judgeNote(judged: Provenance & JudgedWith): string | null {
  const { model, served_by, prompt_version, recorded, sample, requests, sampling } = judged
  if (model === null || served_by === null) return null
  const source = sample
    ? 'a written sample, no model said this'
    : recorded
      ? 'recorded'
      : `${requests} ${requests === 1 ? 'request' : 'requests'}`
  const served =
    served_by !== model && !sample && sampling?.panel === undefined ? ` (served by ${oneLine(served_by, 80)})` : ''
  return `${oneLine(model, 80)}${served}, prompt ${prompt_version}, ${source}${sampling === undefined ? '' : samplingNote(sampling)}`
}

/** How far the samples are apart, and what a stronger judge was asked about. */
function samplingNote({ samples, spread, questions, panel }: Sampling): string {
  const escalated = questions.flatMap((question) => question.escalated ?? [])
  const [first] = escalated
  const asked = [
    ...(panel === undefined ? [] : [`${panel.judges.length} judges`]),
    ...(samples === 1 ? [] : [`${samples} samples`]),
  ]
  const each = panel === undefined ? '' : ' each'
  const many =
    asked.length === 0
      ? ''
      : `, ${asked.join(', ')}${samples > 1 ? each : ''} (spread ${spread.toFixed(2)} of the scale)`
  if (first === undefined) return many
  const settled = escalated.filter(({ answered }) => answered).length
  return `${many}, settled by ${first.to} (${settled} of ${questions.length} ${questions.length === 1 ? 'question' : 'questions'})`
}

/** One line with the first `limit` characters of a text, and a sign that there are more. */
export function beginning(text: string, limit: number): string {
  return oneLine(text, limit).replace(/… \(\+[\d,]+ characters\)$/, '…')
}

/** The beginning of a text, quoted, with its length. */
export function excerpt(text: string): string {
  const start = beginning(text, 60)
  return `${JSON.stringify(start)} (${text.length.toLocaleString('en-US')} ${text.length === 1 ? 'character' : 'characters'})`
}
