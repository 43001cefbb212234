import { expect, test } from 'vitest'
import { compareWithBaseline } from '../../src/report/compare-gate.js'
import type { RunResults } from '../../src/report/results.js'
import { MIN_CASES } from '../../src/scoring/interval.js'
import { type Cases, Simulation, simulatedRun } from './simulated-suite.js'

const TIMEOUT = { timeout: 120_000 }

/** What becomes of so many pairs of runs of sets of so many cases, if the agent has become worse by a loss in the first set. */
function comparePairs(pairs: number, sets: readonly number[], loss = 0): { blocked: number; covered: number } {
  const simulation = new Simulation(sets.length)
  const rules = sets.map((_, index) => ({
    ...{ evalset: `set-${index}`, file: `evals/set-${index}.evalset.json`, noRegression: true as const },
  }))
  const runOf = (suites: readonly Cases[], lost: number): RunResults =>
    simulatedRun(...suites.map((cases, index) => simulation.run(cases, 1, index === 0 ? lost : 0)))
  const counts = { blocked: 0, covered: 0 }
  for (let pair = 0; pair < pairs; pair++) {
    const suites = sets.map((count) => simulation.draw(count))
    const baseline = { name: 'old.json', results: runOf(suites, 0) }
    const compared = compareWithBaseline(baseline, runOf(suites, loss), rules)
    const { lower = 1, upper = -1 } = compared.comparison?.groups[0]?.interval ?? {}
    counts.blocked += Number(compared.sets.some(({ gate }) => !gate.passed)) / pairs
    counts.covered += Number(lower <= 0 && 0 <= upper) / pairs
  }
  return counts
}

test.each([
  [MIN_CASES, 0.0205, 0.9475],
  [30, 0.0245, 0.9395],
])(
  'of 2,000 pairs of runs of the same agent on %i cases at most 5 of 100 are blocked, and 93 to 97 intervals hold 0',
  TIMEOUT,
  (cases, alarms, coverage) => {
    const { blocked, covered } = comparePairs(2_000, [cases])
    expect(blocked).toBeLessThanOrEqual(0.05)
    expect(covered).toBeGreaterThanOrEqual(0.93)
    expect(covered).toBeLessThanOrEqual(0.97)
    expect(blocked).toBeCloseTo(alarms, 9)
    expect(covered).toBeCloseTo(coverage, 9)
  },
)

test('five sets do not block more often than one', TIMEOUT, () => {
  const { blocked } = comparePairs(200, [20, 20, 20, 20, 20])
  expect(blocked).toBeLessThanOrEqual(0.05)
  expect(blocked.toFixed(4)).toMatchInlineSnapshot(`"0.0400"`)
})

test('a loss of a tenth is found in nine of ten runs of 30 cases', TIMEOUT, () => {
  const { blocked } = comparePairs(200, [30], 0.1)
  expect(blocked).toBeGreaterThanOrEqual(0.9)
})
