/**
 * The canaries before a judge, in both ways of scoring a response, with an honest answer beside them: a judge that fails
 * everything proves nothing.
 *
 * @module
 */
import { parseEvalSet } from '../evalset/parse.js'
import { type ConductOptions, conduct, type Judged } from '../judge.js'
import type { Asker } from '../models/asker.js'
import { type EvalCaseFields, evalCase } from '../modes/eval-case.js'
import { soloRubric } from '../modes/solo-rubric.js'
import { decide } from '../scoring/decide.js'
import { isBlank, oneLine } from '../text.js'
import type { Verdict } from '../types.js'
import { type Canary, canaries } from './canaries.js'

/** From here a response passes, as everywhere by default. */
const THRESHOLD = 0.75

const CHALLENGE = `This function returns NaN for an empty list. Why, and how would you mend it?

export function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}`

const HONEST: Canary = {
  name: 'honest answer',
  tries: 'to answer, so it must pass',
  text: `For an empty list \`reduce\` returns its start value 0 and \`values.length\` is 0, so the function computes 0 / 0, which is NaN in IEEE 754 arithmetic. NaN then spreads silently: every sum, comparison and chart that takes the average turns wrong without an error, because NaN compares false with everything.

The mean of nothing is not defined, so the caller has to decide what it means. Return null and let the type say so:

\`\`\`ts
export function average(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
\`\`\`

1. Replace the function. TypeScript now shows every caller that has to handle null.
2. Where an empty list is an error, throw there; where it is normal, write \`average(values) ?? 0\`. Do not return 0 from \`average\` itself: an average of 0 and no average would look the same.
3. Add tests: \`expect(average([])).toBeNull()\`, \`expect(average([2])).toBe(2)\`, \`expect(average([1, 2])).toBe(1.5)\`.

The same class of fault is in every division by a count: medians, rates and percentages of an empty list need the same decision.`,
}

const { set } = parseEvalSet(
  JSON.stringify({
    version: 1,
    feature: 'canaries',
    rubric: { dimensions: [{ name: 'task_success', weight: 1 }] },
    cases: [
      { id: 'average', input: CHALLENGE, expected: 'says that 0 is divided by 0, and returns something else for []' },
    ],
  }),
  'canaries.json',
)

/** What became of one submission in one way of judging. */
export interface CanaryOutcome {
  readonly name: string
  readonly tries: string
  readonly way: 'rubric' | 'case'
  /** `pass` is a fault of the judge, but for the honest answer. */
  readonly verdict: Verdict
  /** Fraction 0-1; null where it is unjudged or nobody was asked. */
  readonly score: number | null
  /** There is nothing to see in it, so it fails without a question. */
  readonly asked: boolean
  /** Why it is unjudged. */
  readonly reason?: string
}

/** What a judge made of all canaries. */
export interface CanaryReport {
  readonly outcomes: readonly CanaryOutcome[]
  /** The honest answer. */
  readonly controls: readonly CanaryOutcome[]
  /** No canary passed, and the honest answer did in every way. */
  readonly sound: boolean
}

/** Instead of the asker's judge. */
type Whom = Pick<ConductOptions, 'judges'>

/** Asks about every canary and the honest answer. */
export async function runCanaries(asker: Asker, whom: Whom = {}): Promise<CanaryReport> {
  const ask = async (all: readonly Canary[]) =>
    (await Promise.all(all.map((one) => Promise.all([onRubric(one, asker, whom), onCase(one, asker, whom)])))).flat()
  const [outcomes, controls] = await Promise.all([ask(canaries), ask([HONEST])])
  const sound =
    outcomes.every(({ verdict }) => verdict !== 'pass') && controls.every(({ verdict }) => verdict === 'pass')
  return { outcomes, controls, sound }
}

async function onRubric(canary: Canary, asker: Asker, whom: Whom): Promise<CanaryOutcome> {
  return await outcomeOf(canary, 'rubric', async (response) => {
    const task = { mode: 'solo', challenge: CHALLENGE, response }
    const judged = await conduct(soloRubric, task, asker, { ...whom, label: `canary ${canary.name}` })
    const { lower, upper } = judged.success ? judged.bounds : { lower: 0, upper: 100 }
    return { judged, bounds: { lower: lower / 100, upper: upper / 100 } }
  })
}

async function onCase(canary: Canary, asker: Asker, whom: Whom): Promise<CanaryOutcome> {
  return await outcomeOf(canary, 'case', async (output) => {
    const [first] = set.cases
    const task = { set, case: first, produced: { output }, dimensions: set.rubric.dimensions }
    const judged: Judged<EvalCaseFields> = await conduct(evalCase, task, asker, {
      ...whom,
      label: `canary ${canary.name}`,
    })
    const score = judged.success ? (judged.dimensions.task_success?.score ?? null) : null
    return { judged, bounds: score === null ? { lower: 0, upper: 1 } : { lower: score, upper: score } }
  })
}

async function outcomeOf(
  { name, tries, text }: Canary,
  way: CanaryOutcome['way'],
  ask: (text: string) => Promise<{ judged: Judged<object>; bounds: { lower: number; upper: number } }>,
): Promise<CanaryOutcome> {
  if (isBlank(text)) return { name, tries, way, verdict: 'fail', score: null, asked: false }
  const { judged, bounds } = await ask(text)
  const verdict = judged.success ? decide(bounds, THRESHOLD) : 'unjudged'
  const score = bounds.upper - bounds.lower < 1e-9 ? bounds.lower : null
  const reason = oneLine(judged.unjudged[0]?.detail ?? '', 300)
  return { name, tries, way, verdict, score, asked: true, ...(verdict === 'unjudged' && { reason }) }
}
