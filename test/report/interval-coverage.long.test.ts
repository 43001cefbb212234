import { expect, test } from 'vitest'
import { tallyTrials } from '../../src/evalset/pass.js'
import { describeStatistics } from '../../src/report/statistics.js'
import type { Interval } from '../../src/scoring/interval.js'
import { GATE } from '../evalset/records.js'
import { findTruth, SIMULATED, Simulation } from './simulated-suite.js'

const RUNS = 2_000
const CASES = 30
const TRIALS = 3

test('of 2,000 runs of 30 cases in 3 trials 93 to 97 % of the intervals hold the truth, whatever figure they are of', {
  timeout: 120_000,
}, () => {
  const simulation = new Simulation(3)
  const { scores, aggregate, passRate } = findTruth()
  const held = { task_success: 0, hallucination: 0, tool_use_quality: 0, aggregate: 0, 'pass rate': 0 }
  for (let run = 0; run < RUNS; run++) {
    const records = simulation.run(simulation.draw(CASES), TRIALS)
    const tallied = tallyTrials(SIMULATED, records, GATE, TRIALS)
    const { intervals } = describeStatistics(SIMULATED.rubric, records, tallied.cases)
    const own = { aggregate: intervals?.aggregate ?? null, 'pass rate': intervals?.pass_rate ?? null }
    const found: Partial<Record<string, Interval | null>> = { ...intervals?.dimensions, ...own }
    const truth = { ...scores, aggregate, 'pass rate': passRate }
    for (const figure of Object.keys(held) as (keyof typeof held)[]) {
      const { lower = 1, upper = 0 } = found[figure] ?? {}
      held[figure] += Number(lower <= truth[figure] && truth[figure] <= upper)
    }
  }
  const shares = Object.fromEntries(Object.entries(held).map(([figure, count]) => [figure, count / RUNS]))
  for (const share of Object.values(shares)) {
    expect(share).toBeGreaterThanOrEqual(0.93)
    expect(share).toBeLessThanOrEqual(0.97)
  }
  expect(shares).toMatchInlineSnapshot(`
    {
      "aggregate": 0.958,
      "hallucination": 0.946,
      "pass rate": 0.9375,
      "task_success": 0.95,
      "tool_use_quality": 0.955,
    }
  `)
})
