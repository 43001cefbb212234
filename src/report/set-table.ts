/**
 * The score table of an eval set, as plain text of at most 80 columns.
 *
 * @module
 */
import { listNames } from '../evalset/reasons.js'
import { groupByCase, nameTrial, unitOf } from '../evalset/trials.js'
import { showFraction, showScore } from '../score-text.js'
import { isBelow } from '../scoring/aggregate.js'
import { MIN_CASES } from '../scoring/interval.js'
import { oneLine } from '../text.js'
import type { Category, SetDimension } from '../types.js'
import { describeRate, describeTrials, showRange, withRange } from './figures.js'
import { describeJudge, describeVerdict } from './gate-line.js'
import type { SetResult } from './results.js'
import { cutTo, padTo, widthOf } from './width.js'
import { wrapText } from './wrap.js'

/** Explains the tables, once above all of them. */
export function renderLegend(): string {
  return `Scores are 0-1, with (invert) lower is better. A low artifact score means: fix
what was produced; a low process score: the run was messy. PASS and FAIL mark
the dimensions that block. Unscored dimensions are left out of the aggregate.
Ranges are 95 % confidence intervals over the cases, from ${MIN_CASES} cases on.`
}

/** The table of one set: dimensions by category, aggregate, gate and notices. */
export function renderSetTable(result: SetResult): string {
  return [
    ...renderHead(result),
    ...renderGroup(result, 'artifact'),
    ...renderGroup(result, 'process'),
    '',
    ...wrapText(describeAggregate(result), '  '),
    ...renderTrials(result),
    ...renderFallbacks(result),
    ...renderGate(result),
  ].join('\n')
}

function renderHead(result: SetResult): string[] {
  const { evalset, draft, mode, cases } = result
  const samples = cases.some(({ sample }) => sample) ? ' (written samples)' : ''
  const title = `Eval set ${oneLine(evalset, 200)}${draft ? ' (draft)' : ''}`
  return [
    ...wrapText(title, ''),
    ...wrapText(`mode ${mode}, judged by ${describeJudge(result)}${samples}, ${describeCount(result)}`, '  '),
  ]
}

/** `6 cases, 3 trials each (too few for intervals)`. */
function describeCount({ cases, trials, statistics }: SetResult): string {
  const count = groupByCase(cases).length
  const each = trials === undefined || trials.trials === 1 ? '' : `, ${trials.trials} trials each`
  const few = statistics?.intervals === null ? ' (too few for intervals)' : ''
  return `${count} ${count === 1 ? 'case' : 'cases'}${each}${few}`
}

function renderGroup(result: SetResult, category: Category): string[] {
  const own = result.rubric.dimensions.filter((dimension) => dimension.category === category)
  if (own.length === 0) return []
  const width = Math.max(...result.rubric.dimensions.map((dimension) => widthOf(labelRow(dimension, result))))
  const rows = own.map((dimension) => renderRow(result, dimension, width))
  return ['', `  ${category.toUpperCase()}`, ...rows]
}

function renderRow(result: SetResult, dimension: SetDimension, width: number): string {
  const label = `    ${padTo(labelRow(dimension, result), width)}  `
  const score = result.dimensions[dimension.name]?.mean ?? null
  if (score === null) return `${label}— unscored`
  const threshold = result.rubric.pass_threshold
  const limit = dimension.invert ? 1 - threshold : threshold
  const mark = markDimension(result, dimension, score)
  const action = result.recommended_actions[dimension.name] ?? 'none'
  const note = action === 'none' ? '' : `→ ${action}`
  const { intervals } = result.statistics ?? {}
  const range = intervals ? `${showRange(intervals.dimensions[dimension.name]).padEnd(9)}  ` : ''
  return `${label}${showScore(score, limit).padEnd(6)}  ${range}${mark.padEnd(4)}  ${note}`.trimEnd()
}

/** PASS or FAIL of a dimension that blocks; of any other nothing. */
export function markDimension({ rubric, block_on }: SetResult, dimension: SetDimension, score: number): string {
  if (!block_on.includes(dimension.name)) return ''
  return isBelow(dimension, score, rubric.pass_threshold) ? 'FAIL' : 'PASS'
}

/** The longest row is 80 columns, so labels have 34 of them, and 23 beside ranges. */
function labelRow({ name, invert }: SetDimension, { statistics }: SetResult): string {
  const suffix = invert ? ' (invert)' : ''
  const room = (statistics?.intervals ? 23 : 34) - suffix.length
  return `${cutTo(oneLine(name, 64), room)}${suffix}`
}

function describeAggregate(result: SetResult): string {
  const { aggregate, passed, rubric } = result
  const end = `threshold ${showFraction(rubric.pass_threshold)}: ${passed ? 'PASS' : 'FAIL'}`
  const gaps = listGaps(result)
  const scored = Object.values(result.dimensions).filter(({ mean }) => mean !== null).length
  const share = `${scored} of ${rubric.dimensions.length} dimensions`
  if (aggregate === null) return `WARNING: no aggregate can be produced, ${share} scored (${gaps}), ${end}`
  const score = withRange(showScore(aggregate, rubric.pass_threshold), result.statistics?.intervals?.aggregate)
  return gaps === '' ? `Aggregate ${score}, ${end}` : `WARNING: aggregate ${score} over ${share} (${gaps}), ${end}`
}

/** How often cases pass, and which of them do so only at times. */
function renderTrials(result: SetResult): string[] {
  const { trials, statistics, cases } = result
  if (trials === undefined) {
    return statistics?.intervals?.pass_rate ? [`  Pass rate ${describeRate(result)} of the cases`] : []
  }
  const { flickering } = trials
  const some = `Flickering in ${flickering.length} of ${groupByCase(cases).length} cases: ${listNames(flickering)}`
  return [
    ...wrapText(`Trials: ${describeTrials(trials, statistics)}`, '  '),
    ...(flickering.length === 0 ? [] : wrapText(some, '  ')),
  ]
}

/** Dimensions that were scored in no case, then those scored in some. */
function listGaps({ dimensions, cases }: SetResult): string {
  const count = groupByCase(cases).length
  const entries = Object.entries(dimensions).map(([name, mean]) => ({ name: oneLine(name, 64), ...mean }))
  const none = entries.filter(({ mean }) => mean === null).map(({ name }) => name)
  const some = entries.filter(({ mean, scored }) => mean !== null && scored < count)
  const counts = new Set(some.map(({ scored }) => scored))
  const alike = some.length > 1 && some.length === entries.length && counts.size === 1
  const groups = alike ? [{ name: 'each', scored: some[0]?.scored }] : some
  const parts = groups.map(({ name, scored }) => `${name} scored in ${scored} of ${count} cases`)
  return [...(none.length > 0 ? [`${none.join(', ')} unscored`] : []), ...parts].join('; ')
}

/** In a mixed set, what the judge did not score. */
function renderFallbacks({ fallbacks, cases }: SetResult): string[] {
  if (fallbacks.length === 0 || cases.every(({ model }) => model === null)) return []
  const names = [...new Set(fallbacks.map(({ dimension }) => dimension))]
  return names.flatMap((name) => {
    const own = fallbacks.filter(({ dimension }) => dimension === name)
    const ids = own.map(({ case: id, dimension: _, reason: __, ...trial }) => nameTrial({ id, ...trial }))
    const text = `Fallback: ${oneLine(name, 64)} in ${ids.length} of ${cases.length} ${unitOf(cases)}: ${listNames(ids)}`
    return wrapText(text, '  ')
  })
}

function renderGate({ gate }: SetResult): string[] {
  const { blocked_by, partial, reasons, notices } = gate
  const line = [
    `Gate ${describeVerdict(gate)}`,
    ...(blocked_by.length > 0 ? [`blocked by ${blocked_by.join(', ')}`] : []),
    ...(partial === null ? [] : [`partial ${partial.n} of ${partial.m}`]),
  ]
  return [
    ...wrapText(line.join(', '), '  '),
    ...reasons.flatMap(({ kind, text }) => wrapText(`${kind}: ${oneLine(text, 600)}`, '    ')),
    ...notices.flatMap((notice) => wrapText(`note: ${oneLine(notice, 600)}`, '    ')),
  ]
}
