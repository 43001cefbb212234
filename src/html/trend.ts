/**
 * How the groups of a run did over the runs of its folder.
 *
 * @module
 */
import { describeGit } from '../report/gate-line.js'
import type { RunResults } from '../report/results.js'
import { sumSpending } from '../report/spending.js'
import { tallyChecks } from '../report/tally.js'
import { oneLine } from '../text.js'
import type { Trend, TrendRun } from './report-data.js'
import { groupBy } from './rows.js'

/** A run and the file in which it stands. */
export interface StoredRun {
  readonly file: string
  readonly results: RunResults
}

/** What one run says of one group. */
interface Point {
  readonly kind: Trend['kind']
  readonly name: string
  /** The same in every run: two sets of one name differ in their files. */
  readonly key: string
  readonly run: TrendRun
  readonly figures: readonly Figure[]
}

interface Figure {
  readonly name: string
  readonly invert: boolean
  readonly value: number | null
}

/** The trends of the groups of a run that at least one other run has too. The runs may come in any order. */
export function trendsOf(own: StoredRun, others: readonly StoredRun[]): readonly Trend[] {
  const runs = [own, ...others].toSorted((a, b) => (a.results.run.started < b.results.run.started ? -1 : 1))
  const byGroup = groupBy(runs.flatMap(pointsOf), ({ key }) => key)
  const wanted = new Set(pointsOf(own).map(({ key }) => key))
  return [...byGroup].flatMap(([key, points]) => (wanted.has(key) && points.length > 1 ? [trendOf(points)] : []))
}

function trendOf(points: readonly Point[]): Trend {
  const [{ kind, name } = { kind: 'set' as const, name: '' }] = points
  const figures = [
    ...groupBy(
      points.flatMap((point) => point.figures),
      (figure) => figure.name,
    ).values(),
  ]
  const lines = figures.flatMap(([first]) => {
    if (first === undefined) return []
    const values = points.map((point) => point.figures.find((figure) => figure.name === first.name)?.value ?? null)
    return [{ name: oneLine(first.name, 80), invert: first.invert, values }]
  })
  return { kind, name, runs: points.map(({ run }) => run), lines }
}

function pointsOf({ file, results }: StoredRun): Point[] {
  const { run, sets, checks } = results
  const about = {
    file,
    started: run.started,
    git: run.git === undefined ? '' : describeGit(run.git),
    partial: run.partial,
  }
  const matchers = groupBy(checks, ({ negated, matcher }) => `${negated ? 'not.' : ''}${matcher}`)
  return [
    ...sets.map(({ evalset, file: place, aggregate, dimensions, block_on, rubric, statistics, usage }): Point => {
      const means = rubric.dimensions.filter(({ name }) => block_on.includes(name))
      return {
        ...{ kind: 'set', name: oneLine(evalset, 200), key: JSON.stringify([evalset, place]) },
        run: { ...about, cost: usage.cost_usd },
        figures: [
          { name: 'aggregate', invert: false, value: aggregate },
          { name: 'pass rate', invert: false, value: statistics?.pass_rate ?? null },
          ...means.map(({ name, invert }) => {
            const mean = Object.hasOwn(dimensions, name) ? dimensions[name]?.mean : null
            return { name, invert, value: mean ?? null }
          }),
        ],
      }
    }),
    ...[...matchers].map(([name, calls]): Point => {
      const { held, failed } = tallyChecks(calls)
      const judged = held.length + failed.length
      const { cost_usd } = sumSpending(calls.map(({ judgement }) => judgement))
      return {
        ...{ kind: 'checks', name: oneLine(name, 200), key: JSON.stringify([name]) },
        run: { ...about, cost: cost_usd },
        figures: [{ name: 'passed', invert: false, value: judged === 0 ? null : held.length / judged }],
      }
    }),
  ]
}
