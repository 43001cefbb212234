/**
 * A run as Markdown: what GitHub shows as a job's summary, and in a Check Run.
 *
 * @module
 */
import { listNames } from '../evalset/reasons.js'
import { groupByCase, unitOf } from '../evalset/trials.js'
import { showFraction, showScore } from '../score-text.js'
import type { SetDimension } from '../types.js'
import { type Annotation, listRemarks, type Remark } from './annotations.js'
import type { GroupComparison, RunComparison } from './compare-runs.js'
import { showSigned } from './compare-text.js'
import { tellVerdict } from './compare-words.js'
import { describeRate, describeTrials, withRange } from './figures.js'
import { describeCost, describeJudge, describeVerdict, isRecorded } from './gate-line.js'
import { inert, joinBlocks, renderSome } from './markdown.js'
import type { RunResults, SetResult } from './results.js'
import { describeAgent, describeSpending, notices } from './run-text.js'
import { markDimension } from './set-table.js'
import { describeTally, tallyChecks } from './tally.js'

/** Most rows of one table: whoever needs more opens the results file. */
const MOST = { sets: 50, dimensions: 25, remarks: 20 }

const RANGES = 'Ranges are 95 % confidence intervals over the cases.'

/**
 * The summary: gates, a table of the sets and one of the dimensions of each, the worst cases, what was not judged, the
 * comparison and the cost.
 *
 * @param most - Most bytes; a later block that does not fit is left out, and said to be.
 */
export function renderSummary(results: RunResults, most: number): string {
  const { sets, checks, comparison, gate } = results
  const remarks = listRemarks(results)
  const about = (what: Remark['about']) => remarks.filter((remark) => remark.about === what)
  const blocks = [
    `## vitest-judge: ${describeVerdict(gate)}`,
    [...sets.slice(0, MOST.sets).map((set) => set.gate.line), gate.line]
      .map((line) => `- ${inert(line, 400)}`)
      .join('\n'),
    ...(sets.length === 0 ? [] : [renderSets(sets)]),
    ...(sets.some(({ statistics }) => statistics?.intervals) ? [RANGES] : []),
    ...(checks.length === 0 ? [] : [`Checks: ${describeTally(tallyChecks(checks))}`]),
    ...renderRemarks('Worst cases', about('low')),
    ...renderRemarks('Not judged', about('open')),
    ...(comparison === undefined ? [] : [renderBaseline(comparison)]),
    ...sets.slice(0, MOST.sets).map(renderDimensions),
    [...notices(results), describeSpending(results), ...describeAgent(results)]
      .map((line) => `- ${inert(line, 600)}`)
      .join('\n'),
  ]
  return joinBlocks(blocks, most)
}

function renderSets(sets: readonly SetResult[]): string {
  const rows = sets.map((set) => [
    inert(set.evalset, 80),
    describeVerdict(set.gate),
    set.aggregate === null
      ? '—'
      : withRange(showScore(set.aggregate, set.rubric.pass_threshold), set.statistics?.intervals?.aggregate),
    showFraction(set.rubric.pass_threshold),
    describeCases(set),
    set.trials === undefined ? (describeRate(set) ?? '—') : describeTrials(set.trials, set.statistics),
    inert(describeJudge(set), 80),
    describeCost(set.usage, isRecorded(set)),
  ])
  return renderSome(
    ['set', 'gate', 'aggregate', 'threshold', 'cases', 'pass rate', 'judged by', 'cost'],
    rows,
    MOST.sets,
  )
}

/** `5`, or `4 of 5, 1 red`, or `5, 2 of 15 trials red`. */
function describeCases({ cases, gate, blocked_cases }: SetResult): string {
  const { partial } = gate
  const count = partial === null ? `${groupByCase(cases).length}` : `${partial.n} of ${partial.m}`
  if (blocked_cases.length === 0) return count
  const unit = unitOf(cases)
  return `${count}, ${blocked_cases.length}${unit === 'cases' ? '' : ` of ${cases.length} ${unit}`} red`
}

function renderDimensions(set: SetResult): string {
  const count = groupByCase(set.cases).length
  const rows = set.rubric.dimensions.map((dimension) => rowOf(set, dimension, count))
  const head = ['dimension', 'category', 'mean', 'blocks', 'scored', 'action']
  return `### ${inert(set.evalset, 80)}\n\n${renderSome(head, rows, MOST.dimensions)}`
}

function rowOf(set: SetResult, dimension: SetDimension, count: number): string[] {
  const { name, invert, category } = dimension
  const { mean = null, scored = 0 } = set.dimensions[name] ?? {}
  const threshold = set.rubric.pass_threshold
  const action = set.recommended_actions[name] ?? 'none'
  const range = set.statistics?.intervals?.dimensions[name]
  return [
    `${inert(name, 64)}${invert ? ' (invert)' : ''}`,
    category,
    mean === null ? '—' : withRange(showScore(mean, invert ? 1 - threshold : threshold), range),
    mean === null ? (set.block_on.includes(name) ? 'unscored' : '') : markDimension(set, dimension, mean),
    `${scored} of ${count}`,
    action === 'none' ? '' : action,
  ]
}

function renderRemarks(title: string, remarks: readonly Remark[]): string[] {
  if (remarks.length === 0) return []
  const rows = remarks.map(({ annotation }) => rowOfRemark(annotation))
  return [`### ${title}\n\n${renderSome(['', 'what', 'where', 'why'], rows, MOST.remarks)}`]
}

function rowOfRemark({ annotation_level, title, path, start_line, message }: Annotation): string[] {
  const mark = annotation_level === 'failure' ? '❌' : '⚠️'
  return [mark, inert(title, 120), inert(`${path}:${start_line}`, 160), inert(message.replaceAll('\n', '; '), 400)]
}

function renderBaseline({ baseline, groups }: RunComparison): string {
  const rows = groups.map((group) => [
    inert(group.name, 80),
    tellVerdict(group),
    `${group.pairs}`,
    describeDifference(group),
    ...[group.turned_red, group.turned_green, Object.values(group.no_verdict ?? {}).flat()].map(renderNames),
  ])
  const head = ['', 'verdict', 'compared', 'score', 'turned red', 'turned green', 'no verdict']
  return `### Baseline ${inert(baseline, 200)}\n\n${renderSome(head, rows, MOST.sets)}`
}

/** `+0.04 (-0.02 to +0.10)`, with the interval of the difference. */
function describeDifference({ difference, interval }: GroupComparison): string {
  if (difference === null) return '—'
  const range = interval === null ? '' : ` (${showSigned(interval.lower)} to ${showSigned(interval.upper)})`
  return `${showSigned(difference)}${range}`
}

function renderNames(names: readonly string[]): string {
  return names.length === 0 ? '0' : `${names.length}: ${inert(listNames(names), 200)}`
}
