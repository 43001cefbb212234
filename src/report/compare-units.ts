/**
 * What two runs are compared by: the cases of their eval sets, and the tests of their matchers.
 *
 * @module
 */
import { outcomeOfTrial, type TrialOutcome } from '../evalset/outcome.js'
import { groupByCase, scoreCases } from '../evalset/trials.js'
import { aggregateScores } from '../scoring/aggregate.js'
import type { CaseRecord, EvalSet } from '../types.js'
import type { CheckResult, RunResults, SetResult } from './results.js'
import { settingsOfSet } from './set-settings.js'
import { keepLastChecks } from './tally.js'

/** A case of a set, or the calls of one matcher in one test. */
export interface Unit {
  /** The same in both runs. */
  readonly key: string
  /** For people. */
  readonly name: string
  /** Fractions 0-1, higher is better once {@link UnitGroup.total} has them. */
  readonly scores: Readonly<Record<string, number>>
  /** Every trial, or call, passed; null where one was not judged and none failed. */
  readonly passed: boolean | null
  /** How many trials or calls it has. */
  readonly trials: number
  /** What has to be the same for two to be comparable, by what it is; null where nothing of the kind was used. */
  readonly judgedBy: Readonly<Record<string, string | null>>
}

/** Units that make one figure together. */
export interface UnitGroup {
  readonly kind: 'set' | 'checks'
  /** The set's `feature`, or the matcher. */
  readonly name: string
  /** The set's file; null for a matcher, whose tests are of many. */
  readonly file: string | null
  readonly units: readonly Unit[]
  /** One figure, 0-1, out of scores; null where there are none. */
  total(scores: Unit['scores']): number | null
}

/** The parts of results that are compared. */
export type Comparable = Pick<RunResults, 'run' | 'sets' | 'checks'>

/** Sets first, then matchers, in the order of the results. */
export function groupUnits({ sets, checks }: Comparable): readonly UnitGroup[] {
  return [...sets.map(groupOfSet), ...groupChecks(checks)]
}

/** Name of a set whose `feature` another set has too. */
export function nameWithFile({ evalset, file }: Pick<SetResult, 'evalset' | 'file'>): string {
  return `${evalset} (${file})`
}

function groupOfSet(set: SetResult): UnitGroup {
  const { evalset, file, rubric, cases } = set
  const scores = scoreCases(cases)
  const judgedBy = {
    rubric: describeRubric(rubric),
    threshold: `${rubric.pass_threshold}`,
    'blocking dimensions': set.block_on.toSorted().join(', ') || 'none',
    mode: set.mode,
  }
  const { shape, gate } = settingsOfSet(set)
  return {
    kind: 'set',
    name: evalset,
    file,
    units: groupByCase(cases).map((trials, index) => ({
      key: trials[0]?.id ?? '',
      name: trials[0]?.id ?? '',
      scores: scores[index] ?? {},
      passed: allPassed(trials, (record) => outcomeOfTrial(shape, record, gate)),
      trials: trials.length,
      judgedBy: { ...judgedBy, ...describeJudges(trials) },
    })),
    total: (own) => aggregateScores(rubric, own, rubric.pass_threshold).aggregate,
  }
}

/** Whose fault a weak zero is nobody knows, and what has no score is green for want of a verdict. */
function allPassed(trials: readonly CaseRecord[], outcomeOf: (record: CaseRecord) => TrialOutcome): boolean | null {
  const outcomes = trials.map(outcomeOf)
  if (outcomes.includes('fail')) return false
  return trials.every(isJudged) && outcomes.every((outcome) => outcome === 'pass') ? true : null
}

function isJudged({ scores }: CaseRecord): boolean {
  return Object.keys(scores).length > 0
}

function describeRubric(rubric: EvalSet['rubric']): string {
  const dimensions = rubric.dimensions.map(({ name, weight, invert, category, measures = null }) => [
    ...[name, weight, invert, category, measures],
  ])
  return JSON.stringify([dimensions, rubric.invert_mode])
}

/** A case that nobody could judge differs from no judge. */
function describeJudges(trials: readonly CaseRecord[]): Unit['judgedBy'] {
  const judged = trials.filter(isJudged)
  const judges = judged.flatMap(({ model, dimensions }) => {
    const fallback = Object.values(dimensions).some(({ state }) => state === 'fallback')
    return [...(model === null ? [] : [model]), ...(fallback ? ['deterministic-fallback'] : [])]
  })
  return {
    judge: joinDistinct(judges),
    'prompt version': joinDistinct(judged.flatMap(({ prompt_version }) => prompt_version ?? [])),
    'judge settings': joinDistinct(judged.flatMap(({ settings }) => (settings ? describeSettings(settings) : []))),
  }
}

function describeSettings(settings: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function joinDistinct(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : [...new Set(texts)].toSorted().join(', ')
}

function groupChecks(checks: readonly CheckResult[]): readonly UnitGroup[] {
  const byMatcher = new Map<string, Map<string, CheckResult[]>>()
  for (const check of keepLastChecks(checks)) {
    const matcher = `${check.negated ? 'not.' : ''}${check.matcher}`
    const units = byMatcher.get(matcher) ?? new Map<string, CheckResult[]>()
    const key = JSON.stringify([check.file, check.project, check.test])
    units.set(key, [...(units.get(key) ?? []), check])
    byMatcher.set(matcher, units)
  }
  return [...byMatcher].map(([name, units]) => ({
    kind: 'checks',
    name,
    file: null,
    units: [...units].map(([key, calls]) => unitOfCalls(key, calls)),
    total: ({ value }) => value ?? null,
  }))
}

function unitOfCalls(key: string, calls: readonly CheckResult[]): Unit {
  const values = calls.flatMap(firstValue)
  const judgements = calls.map(({ judgement }) => judgement)
  const texts = (field: string) => joinDistinct(judgements.flatMap((one) => (one[field] ? String(one[field]) : [])))
  return {
    key,
    name: calls[0]?.test ?? '',
    scores: values.length === calls.length ? { value: values.reduce((a, b) => a + b, 0) / values.length } : {},
    passed: calls.some(({ verdict, passed }) => verdict !== 'unjudged' && !passed)
      ? false
      : calls.some(({ verdict }) => verdict === 'unjudged')
        ? null
        : true,
    trials: calls.length,
    judgedBy: {
      rubric: joinDistinct(
        judgements.flatMap(({ scores }) => (scores ? Object.keys(scores).toSorted().join(', ') : [])),
      ),
      thresholds: joinDistinct(calls.map(({ thresholds }) => describeSettings(thresholds))),
      judge: texts('model'),
      'prompt version': texts('prompt_version'),
    },
  }
}

/** The first figure of a call; counts, and figures that should be low, are compared by whether they passed only. */
function firstValue({ values, negated, at_most }: CheckResult): readonly number[] {
  const [value] = Object.values(values)
  return negated || at_most || typeof value !== 'number' ? [] : [value]
}
