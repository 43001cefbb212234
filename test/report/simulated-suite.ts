/**
 * An eval suite of which the truth is known: cases of their own difficulty, an agent that is not the same twice, and a judge who
 * gives quarters and tenths.
 *
 * @module
 */
import { buildSet } from '../../src/report/build-set.js'
import type { RunResults, SetResult } from '../../src/report/results.js'
import { aggregateScores } from '../../src/scoring/aggregate.js'
import { randomNumbers } from '../../src/scoring/random.js'
import type { CaseRecord } from '../../src/types.js'
import { makeCase, makeSet } from '../evalset/records.js'
import { makeResults, makeRun } from './runs.js'

export const SIMULATED = makeSet({
  rubric: {
    dimensions: [
      { name: 'task_success', weight: 5, invert: false, category: 'artifact' },
      { name: 'hallucination', weight: 2, invert: true, category: 'artifact' },
      { name: 'tool_use_quality', weight: 3, invert: false, category: 'process' },
    ],
    pass_threshold: 0.75,
  },
})

/** Scores of one trial, 0-1. */
type Scores = Readonly<Record<'task_success' | 'hallucination' | 'tool_use_quality', number>>

/** How easy the cases of a suite are, in standard deviations. */
export type Cases = readonly number[]

/** Draws suites and runs; the same seed draws the same. */
export class Simulation {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = randomNumbers(seed)
  }

  /** Cases of a suite. */
  draw(count: number): Cases {
    return Array.from({ length: count }, () => this.#normal())
  }

  /** One trial of a case; a loss is what the agent is worse by in each dimension before the judge rounds. */
  try(ease: number, loss = 0): Scores {
    return {
      task_success: grid(0.9 - loss + 0.15 * ease + 0.15 * this.#normal(), 4),
      hallucination: grid(0.15 + loss - 0.08 * ease + 0.1 * this.#normal(), 10),
      tool_use_quality: grid(0.8 - loss + 0.1 * ease + 0.1 * this.#normal(), 10),
    }
  }

  /** The records of a run. */
  run(cases: Cases, trials: number, loss = 0): CaseRecord[] {
    return cases.flatMap((ease, index) =>
      Array.from({ length: trials }, (_, trial) =>
        makeCase(SIMULATED, `c${index}`, this.try(ease, loss), trials > 1 ? { trial: trial + 1 } : {}),
      ),
    )
  }

  /** By G. E. P. Box and M. E. Muller. */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next())
  }
}

/** What a suite without end would come to, by so many cases that its error is a hundredth of an interval's width. */
export function findTruth(loss = 0): { scores: Scores; aggregate: number; passRate: number } {
  const simulation = new Simulation(1)
  const all = simulation.draw(300_000).map((ease) => simulation.try(ease, loss))
  const mean = (of: (scores: Scores) => number) => all.reduce((sum, scores) => sum + of(scores), 0) / all.length
  const scores = {
    task_success: mean((one) => one.task_success),
    hallucination: mean((one) => one.hallucination),
    tool_use_quality: mean((one) => one.tool_use_quality),
  }
  return {
    scores,
    aggregate: aggregateScores(SIMULATED.rubric, scores, 0).aggregate ?? Number.NaN,
    passRate: mean(({ task_success }) => Number(task_success >= 0.75)),
  }
}

function grid(score: number, steps: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * steps) / steps
}

/** Results of a run of such sets, `set-0`, `set-1` … What a comparison does not read is that of another run. */
export function simulatedRun(...sets: readonly (readonly CaseRecord[])[]): RunResults {
  return { ...EMPTY, sets: sets.map((cases, index) => ({ ...TEMPLATE, ...nameSet(index), cases })) }
}

const EMPTY = makeResults({})
const TEMPLATE = buildSet(makeRun(SIMULATED, [{ task_success: 1 }]))

function nameSet(index: number): Pick<SetResult, 'evalset' | 'file'> {
  return { evalset: `set-${index}`, file: `evals/set-${index}.evalset.json` }
}
