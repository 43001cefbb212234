/**
 * The score table of an eval set, as plain text of at most 80 columns.
 *
 * @module
 */
import { listNames } from '../evalset/reasons.js'
import { showFraction, showScore } from '../score-text.js'
import { isBelow } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { Category, SetDimension } from '../types.js'
import { describeJudge, describeVerdict } from './gate-line.js'
import type { SetResult } from './results.js'
import { wrapText } from './wrap.js'

/** Explains the tables, once above all of them. */
export function renderLegend(): string {
  return `Scores are 0-1, with (invert) lower is better. A low artifact score means: fix
what was produced; a low process score: the run was messy. PASS and FAIL mark
the dimensions that block. Unscored dimensions are left out of the aggregate.`
}

/** The table of one set: dimensions by category, aggregate, gate and notices. */
export function renderSetTable(result: SetResult): string {
  return [
    ...renderHead(result),
    ...renderGroup(result, 'artifact'),
    ...renderGroup(result, 'process'),
    '',
    ...wrapText(describeAggregate(result), '  '),
    ...renderFallbacks(result),
    ...renderGate(result),
  ].join('\n')
}

function renderHead(result: SetResult): string[] {
  const { evalset, draft, mode, cases } = result
  const count = cases.length === 1 ? '1 case' : `${cases.length} cases`
  const samples = cases.some(({ sample }) => sample) ? ' (written samples)' : ''
  const title = `Eval set ${oneLine(evalset, 200)}${draft ? ' (draft)' : ''}`
  return [
    ...wrapText(title, ''),
    ...wrapText(`mode ${mode}, judged by ${describeJudge(result)}${samples}, ${count}`, '  '),
  ]
}

function renderGroup(result: SetResult, category: Category): string[] {
  const own = result.rubric.dimensions.filter((dimension) => dimension.category === category)
  if (own.length === 0) return []
  const width = Math.max(...result.rubric.dimensions.map((dimension) => labelRow(dimension).length))
  const rows = own.map((dimension) => renderRow(result, dimension, width))
  return ['', `  ${category.toUpperCase()}`, ...rows]
}

function renderRow(result: SetResult, dimension: SetDimension, width: number): string {
  const label = `    ${labelRow(dimension).padEnd(width)}  `
  const score = result.dimensions[dimension.name]?.mean ?? null
  if (score === null) return `${label}— unscored`
  const threshold = result.rubric.pass_threshold
  const limit = dimension.invert ? 1 - threshold : threshold
  const mark = result.block_on.includes(dimension.name) ? (isBelow(dimension, score, threshold) ? 'FAIL' : 'PASS') : ''
  const action = result.recommended_actions[dimension.name] ?? 'none'
  const note = action === 'none' ? '' : `→ ${action}`
  return `${label}${showScore(score, limit).padEnd(6)}  ${mark.padEnd(4)}  ${note}`.trimEnd()
}

/** At most 34 columns, so that the longest row is 80. */
function labelRow({ name, invert }: SetDimension): string {
  const suffix = invert ? ' (invert)' : ''
  const room = 34 - suffix.length
  const characters = [...oneLine(name, 64)]
  const short = characters.length > room ? `${characters.slice(0, room - 1).join('')}…` : characters.join('')
  return `${short}${suffix}`
}

function describeAggregate(result: SetResult): string {
  const { aggregate, passed, rubric } = result
  const end = `threshold ${showFraction(rubric.pass_threshold)}: ${passed ? 'PASS' : 'FAIL'}`
  const gaps = listGaps(result)
  const scored = Object.values(result.dimensions).filter(({ mean }) => mean !== null).length
  const share = `${scored} of ${rubric.dimensions.length} dimensions`
  if (aggregate === null) return `WARNING: no aggregate can be produced, ${share} scored (${gaps}), ${end}`
  const score = showScore(aggregate, rubric.pass_threshold)
  return gaps === '' ? `Aggregate ${score}, ${end}` : `WARNING: aggregate ${score} over ${share} (${gaps}), ${end}`
}

/** Dimensions that were scored in no case, then those scored in some. */
function listGaps({ dimensions, cases }: SetResult): string {
  const entries = Object.entries(dimensions).map(([name, mean]) => ({ name: oneLine(name, 64), ...mean }))
  const none = entries.filter(({ mean }) => mean === null).map(({ name }) => name)
  const some = entries.filter(({ mean, scored }) => mean !== null && scored < cases.length)
  const counts = new Set(some.map(({ scored }) => scored))
  const alike = some.length > 1 && some.length === entries.length && counts.size === 1
  const groups = alike ? [{ name: 'each', scored: some[0]?.scored }] : some
  const parts = groups.map(({ name, scored }) => `${name} scored in ${scored} of ${cases.length} cases`)
  return [...(none.length > 0 ? [`${none.join(', ')} unscored`] : []), ...parts].join('; ')
}

/** In a mixed set, what the judge did not score. */
function renderFallbacks({ fallbacks, cases }: SetResult): string[] {
  if (fallbacks.length === 0 || cases.every(({ model }) => model === null)) return []
  const names = [...new Set(fallbacks.map(({ dimension }) => dimension))]
  return names.flatMap((name) => {
    const ids = fallbacks.filter(({ dimension }) => dimension === name).map((entry) => entry.case)
    const text = `Fallback: ${oneLine(name, 64)} in ${ids.length} of ${cases.length} cases: ${listNames(ids)}`
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
