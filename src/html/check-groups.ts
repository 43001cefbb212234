/**
 * The matchers of the results as groups of the page.
 *
 * @module
 */
import type { CheckResult, RunResults } from '../report/results.js'
import { describeTally, keepLastChecks, tallyChecks } from '../report/tally.js'
import { showAmount, showFraction } from '../score-text.js'
import { SLACK } from '../scoring/decide.js'
import { mean } from '../scoring/mean.js'
import { oneLine } from '../text.js'
import { cutMiddle } from '../trajectory/shorten.js'
import { readParts } from './check-parts.js'
import { describeAttempt, describeJudged, type Judged } from './facts.js'
import type { Cell, Column, ReportGroup, Trial } from './report-data.js'
import { groupBy, makeRow, nameKeys } from './rows.js'

/** Characters of the JSON of a judgement. */
const MAX_RECORD = 16_000

/** One group a matcher with a row for each test; several calls in a test stand side by side. Of each test the last attempt. */
export function groupsOfChecks({ checks }: Pick<RunResults, 'checks'>): readonly ReportGroup[] {
  const byMatcher = groupBy(keepLastChecks(checks), ({ negated, matcher }) => `${negated ? 'not.' : ''}${matcher}`)
  return [...byMatcher].map(([name, calls]) => groupOf(oneLine(name, 200), calls))
}

function groupOf(name: string, checks: readonly CheckResult[]): ReportGroup {
  const names = [...new Set(checks.flatMap(({ values }) => Object.keys(values)))]
  const byTest = [...groupBy(checks, ({ project, test_id }) => `${project}\n${test_id}`).values()]
  const keys = nameKeys(byTest.map(([first]) => first?.test ?? ''))
  const tally = tallyChecks(checks)
  return {
    kind: 'checks',
    name,
    file: null,
    passed: tally.failed.length + tally.unjudged.length === 0,
    verdict: describeTally(tally),
    facts: [['tests', `${byTest.length}`]],
    reasons: [],
    columns: names.map((figure) => columnOf(figure, checks)),
    rows: byTest.map((calls, index) => {
      const [first] = calls
      const labels = first === undefined ? [] : [first.project, first.file].filter((label) => label !== '')
      return makeRow(
        keys[index] ?? '',
        labels,
        calls.map((call, place) => trialOf(call, names, place, calls.length)),
      )
    }),
  }
}

/** A mean is shown of fractions only: counts and seconds of different tests make none. */
function columnOf(name: string, checks: readonly CheckResult[]): Column {
  const values = checks.flatMap(({ values, at_most }) => (at_most ? [] : (values[name] ?? [])))
  const average = mean(values)
  const limits = new Set(checks.flatMap(({ thresholds }) => thresholds[name] ?? []))
  const isLimit = checks.some(({ at_most }) => at_most === true)
  const note = limits.size === 1 ? `${isLimit ? 'at most' : 'at least'} ${showAmount([...limits][0] ?? 0)}` : ''
  const cell: Cell =
    average === null
      ? NO_CELL
      : { state: 'scored', text: showFraction(Number(average.toFixed(4))), quality: clamp(average) }
  return { name: oneLine(name, 80), invert: isLimit, blocks: limits.size > 0, note, mean: cell }
}

const NO_CELL: Cell = { state: 'none', text: '', quality: null }

function trialOf(check: CheckResult, names: readonly string[], place: number, of: number): Trial {
  const { verdict, passed, reason, judgement, material = {}, retry, repeat } = check
  const { response_text: _, ...rest } = judgement
  return {
    name: of > 1 ? `call ${place + 1}` : '',
    status: verdict === 'unjudged' ? 'unjudged' : passed ? 'pass' : 'fail',
    reasons: [...(reason === undefined ? [] : [oneLine(reason, 2_000)]), ...describeLimits(check)],
    cells: names.map((name) => cellOf(name, check)),
    parts: readParts(judgement),
    material,
    facts: [...describeJudged(judgement as Judged), ...describeAttempt(retry, repeat)],
    record: cutMiddle(JSON.stringify(rest, null, 2), MAX_RECORD),
  }
}

/** `score 0.62, expected at least 0.8`, and the bounds where they lie apart. */
function describeLimits({ thresholds, values, at_most, negated, bounds }: CheckResult): string[] {
  const words = at_most ? ['more than', 'at most'] : ['below', 'at least']
  const lines = Object.entries(thresholds).map(([name, limit]) => {
    const value = values[name] ?? null
    const expected = `expected ${words[negated ? 0 : 1]} ${showAmount(limit)}`
    return `${oneLine(name, 80)} ${value === null ? 'not known' : showAmount(value)}, ${expected}`
  })
  if (bounds === null || bounds.upper - bounds.lower < 1e-9) return lines
  return [...lines, `it lies between ${bounds.lower.toFixed(2)} and ${bounds.upper.toFixed(2)}`]
}

function cellOf(name: string, { values, thresholds, at_most, negated, verdict }: CheckResult): Cell {
  if (!Object.hasOwn(values, name)) return NO_CELL
  const value = values[name] ?? null
  if (value === null) return { state: verdict === 'unjudged' ? 'unjudged' : 'none', text: '?', quality: null }
  const limit = Object.hasOwn(thresholds, name) ? thresholds[name] : undefined
  const text = at_most || !Number.isFinite(value) ? showAmount(value) : showFraction(Number(value.toFixed(4)))
  const isMet = limit === undefined || (at_most ? value <= limit + SLACK : value >= limit - SLACK) !== negated
  return { state: 'scored', text, quality: qualityOf(value, limit, isMet, negated), ...(!isMet && { low: true }) }
}

/** A fraction is its own quality; of all else is known only whether it is within its limit. */
function qualityOf(value: number, limit: number | undefined, isMet: boolean, negated: boolean): number | null {
  if (value >= 0 && value <= 1) return negated ? 1 - value : value
  return limit === undefined ? null : Number(isMet)
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
