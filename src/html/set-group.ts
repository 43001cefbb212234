/**
 * An eval set of the results as a group of the page.
 *
 * @module
 */
import { judgeCase, outcomeOfTrial } from '../evalset/outcome.js'
import { groupByCase } from '../evalset/trials.js'
import { describeJudge, describeVerdict } from '../report/gate-line.js'
import type { SetResult } from '../report/results.js'
import { showFraction, showRate, showScore } from '../score-text.js'
import { isBelow } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { CaseRecord, DimensionRecord, EvalSet, GateSettings, SetDimension, Verdict } from '../types.js'
import { describeRecord } from './facts.js'
import type { Cell, Column, Fact, Part, ReportGroup, Trial } from './report-data.js'
import { makeRow, nameKeys } from './rows.js'

/** Not there in the record, as of a rubric that has changed since. */
const NOTHING: DimensionRecord = { state: 'unjudged', score: null, justification: '', reason: 'not in the record' }
const WORDS = { not_applicable: 'n/a', unjudged: '?' } as const

/** The set with a row for each case, one trial beside the other. */
export function groupOfSet(set: SetResult): ReportGroup {
  const { evalset, file, gate, cases } = set
  const grouped = groupByCase(cases)
  const keys = nameKeys(grouped.map(([first]) => first?.id ?? ''))
  const columns = set.rubric.dimensions.map((dimension) => columnOf(set, dimension))
  const read = trialReader(set, columns)
  return {
    kind: 'set',
    name: oneLine(evalset, 200),
    file,
    passed: gate.passed,
    verdict: describeVerdict(gate),
    facts: factsOf(set),
    reasons: [...gate.reasons.map(({ kind, text }) => `${kind}: ${text}`), ...gate.notices],
    columns,
    rows: grouped.map((records, index) => makeRow(keys[index] ?? '', records[0]?.labels ?? [], records.map(read))),
  }
}

function columnOf({ dimensions, block_on, rubric, cases }: SetResult, dimension: SetDimension): Column {
  const { name, invert, weight, category } = dimension
  const { mean, scored } = Object.hasOwn(dimensions, name) ? (dimensions[name] ?? NO_MEAN) : NO_MEAN
  const total = rubric.dimensions.reduce((sum, one) => sum + one.weight, 0)
  const all = groupByCase(cases).length
  const words = [category, `weight ${Math.round((100 * weight) / total)} %`, `scored in ${scored} of ${all} cases`]
  return {
    name: oneLine(name, 200),
    invert,
    blocks: block_on.includes(name),
    note: [...words, ...(invert ? ['lower is better'] : []), ...(block_on.includes(name) ? ['blocks'] : [])].join(
      ' · ',
    ),
    mean: cellOf({ state: mean === null ? 'unjudged' : 'scored', score: mean, justification: '' }, dimension, rubric),
  }
}

const NO_MEAN = { mean: null, scored: 0 }

function cellOf({ state, score }: DimensionRecord, dimension: SetDimension, rubric: SetResult['rubric']): Cell {
  if (score === null) return { state, text: state in WORDS ? WORDS[state as keyof typeof WORDS] : '—', quality: null }
  const limit = dimension.invert ? 1 - rubric.pass_threshold : rubric.pass_threshold
  const low = isBelow(dimension, score, rubric.pass_threshold) && { low: true }
  return { state, text: showScore(score, limit), quality: dimension.invert ? 1 - score : score, ...low }
}

function trialReader(set: SetResult, columns: readonly Column[]): (record: CaseRecord) => Trial {
  const { rubric, evalset, block_on } = set
  const shape: EvalSet = { version: 1, feature: evalset, draft: false, rubric, cases: [] }
  const gate: GateSettings = {
    ...{ blockOn: block_on, blockOnIsOwn: false, passThreshold: rubric.pass_threshold, on: 'case', advisory: [] },
  }
  return (record) => {
    const parts = rubric.dimensions.map((dimension, index): Part => {
      const own = Object.hasOwn(record.dimensions, dimension.name) ? record.dimensions[dimension.name] : undefined
      // A dimension may be called as what every object has.
      const found = own?.state === undefined ? NOTHING : own
      const { justification, reason = '', evidence = [] } = found
      const { name = '', note = '' } = columns[index] ?? {}
      return { name, note, ...cellOf(found, dimension, rubric), justification, reason, evidence }
    })
    return {
      name: record.trial === undefined ? '' : `trial ${record.trial}`,
      status: statusOf(outcomeOfTrial(shape, record, gate)),
      reasons: judgeCase(shape, record, gate).reasons.map(({ kind, text }) => `${kind}: ${text}`),
      cells: parts.map(({ state, text, quality, low }) => ({ state, text, quality, ...(low && { low }) })),
      parts,
      material: record.material ?? {},
      facts: describeRecord(record),
      record: '',
    }
  }
}

/** A weak zero is a red test too; its reason says whose fault it may be. */
function statusOf(outcome: ReturnType<typeof outcomeOfTrial>): Verdict {
  return outcome === 'weak' ? 'fail' : outcome
}

function factsOf(set: SetResult): Fact[] {
  const { aggregate, aggregate_max, rubric, statistics, trials, mode, cases, agent_model } = set
  const rate = statistics?.pass_rate ?? null
  const range = statistics?.intervals?.pass_rate ?? null
  const limit = rubric.pass_threshold
  return [
    ['aggregate', aggregate === null ? 'none' : `${showScore(aggregate, limit)} (threshold ${showFraction(limit)})`],
    ...(aggregate_max !== null && aggregate_max < 1 - 1e-9
      ? [['a perfect run has', showFraction(aggregate_max)] as const]
      : []),
    ...(rate === null ? [] : [['pass rate', `${showRate(rate)}${describeRange(range)}`] as const]),
    ...(trials === undefined || trials.trials === 1 ? [] : trialFacts(trials)),
    ['cases', `${groupByCase(cases).length}`],
    ['mode', mode],
    ['judged by', describeJudge(set)],
    ...(agent_model === undefined ? [] : [['agent', oneLine(agent_model, 80)] as const]),
  ]
}

/** Both ends of the curves, as in the table, and how many cases flicker. */
function trialFacts({ trials, pass_at, pass_all, flickering }: NonNullable<SetResult['trials']>): Fact[] {
  const ends = { [`pass@${trials}`]: pass_at.at(-1), [`pass^${trials}`]: pass_all.at(-1) }
  return [
    ...Object.entries(ends).flatMap(([name, rate]) => (rate == null ? [] : [[name, showRate(rate)] as const])),
    ...(flickering.length > 0 ? [['flickering', `${flickering.length}`] as const] : []),
  ]
}

function describeRange(range: { readonly lower: number; readonly upper: number } | null): string {
  return range === null ? '' : ` (95 % interval ${range.lower.toFixed(2)} to ${range.upper.toFixed(2)})`
}
