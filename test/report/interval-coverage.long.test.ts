import { expect, test } from 'vitest'
import { tallyTrials } from '../../src/evalset/pass.js'
import { describeStatistics } from '../../src/report/statistics.js'
import { type Interval, MIN_CASES } from '../../src/scoring/interval.js'
import { GATE } from '../evalset/records.js'
import { findTruth, SIMULATED, Simulation } from './simulated-suite.js'

const RUNS = 2_000
const TRIALS = 3

test.each([
  [
    MIN_CASES,
    { task_success: 0.9405, hallucination: 0.945, tool_use_quality: 0.951, aggregate: 0.94, 'pass rate': 0.9445 },
  ],
  [30, { task_success: 0.95, hallucination: 0.946, tool_use_quality: 0.955, aggregate: 0.958, 'pass rate': 0.9375 }],
])(
  'of 2,000 runs of %i cases in 3 trials the intervals of each figure hold the truth in 93 to 97 of 100',
  {
    timeout: 120_000,
  },
  (cases, expected) => {
    const simulation = new Simulation(3)
    const { scores, aggregate, passRate } = findTruth()
    const held = { task_success: 0, hallucination: 0, tool_use_quality: 0, aggregate: 0, 'pass rate': 0 }
    for (let run = 0; run < RUNS; run++) {
      const records = simulation.run(simulation.draw(cases), TRIALS)
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
    expect(shares).toEqual(expected)
  },
)
