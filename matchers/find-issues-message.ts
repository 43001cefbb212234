/**
 * The message of `toFindBaselineIssues`.
 *
 * @module
 */

import type { FindingRef } from '../src/findings/match.js'
import { showScore } from '../src/score-text.js'
import { SEVERITY_WEIGHTS } from '../src/scoring/detection.js'
import { oneLine } from '../src/text.js'
import type { BaselineIssue, Bounds, Verdict } from '../src/types.js'
import { callText, excerpt, expectedScore, frame, type Row, renderRows } from './message.js'
import type { DecidedIssue, Decision, Limit, Review } from './to-find-baseline-issues.js'

/** What the message is made of. */
export interface FindingsMessage {
  readonly negated: boolean
  readonly verdict: Verdict
  readonly review: Review
  readonly decision: Decision
  readonly limits: readonly Limit[]
  readonly mustFind: readonly string[]
}

/** Puts the message together: every limit, then every issue, then findings that match none. */
export function findingsMessage({ negated, verdict, review, decision, limits, mustFind }: FindingsMessage): string {
  const found = decision.issues.filter((issue) => issue.found === true).length
  const counts = `(${found} of ${countOf(decision.issues, 'issue')}, ${countOf(review.findings, 'finding')})`
  return frame({
    title: callText('toFindBaselineIssues', 'review', 'issues', negated),
    comparisons: limits.flatMap(([what, bounds, limit]) =>
      bounds === null || limit === undefined
        ? []
        : [
            {
              what,
              expected: expectedScore(limit, negated),
              received: `   ${range(bounds, limit)}${what === 'recall' ? `  ${counts}` : ''}`,
            },
          ],
    ),
    details: [
      ...missedLine(decision, mustFind),
      ...renderRows(decision.issues.map((issue, index) => issueRow(issue, { mustFind, review, index }))),
      ...unmatchedLine(review),
    ],
    notes: { Review: excerpt(review.text), Judge: decision.judgedBy },
    ...(verdict === 'unjudged' ? { unjudged: decision.open ?? 'an issue that must be found is unjudged.' } : {}),
  })
}

function countOf(list: readonly unknown[], noun: string): string {
  return `${list.length} ${noun}${list.length === 1 ? '' : 's'}`
}

function range({ lower, upper }: Bounds, limit: number): string {
  return upper - lower < 1e-9 ? showScore(lower, limit) : `${showScore(lower, limit)} to ${showScore(upper, limit)}`
}

function whereOf({ locations = [], location = '' }: BaselineIssue): string {
  const [place] = locations
  return place ? `${place.file}${place.line === undefined ? '' : `:${place.line}`}` : location
}

interface RowContext {
  readonly mustFind: readonly string[]
  readonly review: Review
  readonly index: number
}

function issueRow({ issue, found, by, why }: DecidedIssue, { mustFind, review, index }: RowContext): Row {
  const { nearest = null, finding = null } = review.matched.issues[index] ?? {}
  const must = mustFind.includes(issue.id) ? '  (must be found)' : ''
  const text = `${oneLine(issue.id, 40)}  ${issue.severity}  ${oneLine(whereOf(issue), 60)}${must}`.trimEnd()
  return {
    state: found === null ? 'open' : found ? 'met' : 'missed',
    weight: SEVERITY_WEIGHTS[issue.severity] + (must === '' ? 0 : 100),
    text: found
      ? `${text}  by ${by === 'model' || finding === null ? 'the judge' : findingText(review, finding)}`
      : text,
    reason: `${why}. Known: ${issue.description}${nearest === null ? '' : `; nearest: ${findingText(review, nearest)}`}`,
  }
}

/** Issues that must be found and were not; no limit above shows them. */
function missedLine({ issues }: Decision, mustFind: readonly string[]): string[] {
  const missed = issues.filter(({ issue, found }) => found === false && mustFind.includes(issue.id))
  if (missed.length === 0) return []
  return [`  Must be found and was not: ${missed.map(({ issue }) => oneLine(issue.id, 40)).join(', ')}`, '']
}

/** `src/a.ts:12 "what it says"`. */
function findingText({ findings }: Review, ref: FindingRef): string {
  const finding = typeof ref === 'number' ? findings[ref] : findings.find(({ id }) => id === ref)
  const { file, line, text = '' } = finding ?? {}
  // Most findings begin with their place themselves.
  const isNamed = file === undefined || text.includes(file)
  const place = isNamed ? '' : `${oneLine(file, 60)}${line === undefined ? '' : `:${line}`} `
  return `${place}"${oneLine(text, 50)}"`
}

function unmatchedLine(review: Review): string[] {
  const { unverified } = review.matched
  if (unverified.length === 0) return []
  const names = unverified.slice(0, 3).map((ref) => findingText(review, ref))
  const more = unverified.length > 3 ? ` and ${unverified.length - 3} more` : ''
  const count = unverified.length === 1 ? '1 finding matches' : `${unverified.length} findings match`
  return [`  + ${count} no known issue: ${names.join(', ')}${more}`]
}
