/**
 * The table of matcher results, as plain text.
 *
 * @module
 */
import { showAmount, showFraction, showScore } from '../score-text.js'
import { oneLine } from '../text.js'
import type { Bounds } from '../types.js'
import type { CheckResult } from './results.js'
import { describeTally, type Tally } from './tally.js'
import { wrapText } from './wrap.js'

/** More rows than this would bury the rest of the output. */
const MAX_ROWS = 30

/** Counts, then a line for each check: what did not hold first. */
export function renderCheckTable(tally: Tally): string {
  const { held, failed, unjudged } = tally
  const checks = [...failed, ...unjudged, ...held]
  const more = checks.length - MAX_ROWS
  return [
    `Checks  ${describeTally(tally)}${unjudged.length > 0 ? ' (no verdict on the agent)' : ''}`,
    ...checks.slice(0, MAX_ROWS).map(renderRow),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join('\n')
}

function renderRow(check: CheckResult): string {
  const mark = check.verdict === 'unjudged' ? '?' : check.passed ? '✓' : '✗'
  const matcher = `${check.negated ? 'not.' : ''}${check.matcher}`
  const why = check.reason === undefined ? [] : wrapText(oneLine(check.reason, 300), '      ')
  return [...wrapText(`${mark} ${matcher}  ${describeValues(check)}  ${oneLine(check.test, 60)}`, '  '), ...why].join(
    '\n',
  )
}

/** `score 0.62 (>= 0.75)`; bounds where parts are unjudged. */
export function describeValues(check: CheckResult): string {
  const { verdict, thresholds, values, bounds, negated } = check
  if (check.at_most) return describeLimits(check)
  const texts = Object.entries(values).map(([name, value], index) => {
    const limit = thresholds[name]
    const against = limit === undefined ? '' : ` (${negated ? '<' : '>='} ${showFraction(limit)})`
    // Bounds are known of the first value only.
    return `${name} ${describeValue(value, index === 0 ? bounds : null, limit)}${against}`
  })
  if (texts.length > 0) return texts.join(', ')
  return verdict === 'unjudged' ? 'no verdict' : 'no score'
}

/** `calls 12 (<= 10)`. */
function describeLimits({ thresholds, values, negated }: CheckResult): string {
  const show = (value: number | null | undefined) => (typeof value === 'number' ? showAmount(value) : 'not known')
  const texts = Object.entries(values).map(
    ([name, value]) => `${name} ${show(value)} (${negated ? '>' : '<='} ${show(thresholds[name])})`,
  )
  return texts.join(', ')
}

function describeValue(value: number | null, bounds: Bounds | null, limit: number | undefined): string {
  if (value !== null) return showScore(value, limit ?? value)
  if (bounds === null) return 'unjudged'
  return [bounds.lower, bounds.upper].map((end) => showScore(end, limit ?? end)).join(' to ')
}
