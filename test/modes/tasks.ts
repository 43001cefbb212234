/**
 * Whole tasks for every mode that asks a model, and the requests that come of them.
 *
 * @module
 */
import type { JudgeRequest } from '../../src/models/model.js'
import { type EvalCaseInput, evalCase } from '../../src/modes/eval-case.js'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { soloRubric } from '../../src/modes/solo-rubric.js'
import type { EvalCase, Produced, SetDimension } from '../../src/types.js'

const shared = {
  mode: 'solo',
  spec: 'agent-1',
  character: 'A calm old sailor.',
  challenge: 'Why does the cart lose items?',
  response: 'The session ends after ten minutes, and the cart lives in the session.',
  code: 'const cart = session.cart',
  gold_standard: { response: 'The cart is kept in the session.', score: 90, notes: 'Short but right.' },
}

/** Every field of `solo` with a rubric. */
export const rubricTask = { ...shared }

/** Every field of `solo` with baseline issues. */
export const issuesTask = {
  ...shared,
  baseline_issues: [
    { id: 'SESSION', severity: 'critical', description: 'The cart ends with the session.', location: 'src/cart.ts:3' },
    { id: 'EMPTY', severity: 'happy_path', description: 'An empty cart cannot be shown.' },
    { id: 'NAME', severity: 'low', description: 'The variable has a bad name.' },
  ],
  bonus_issues: [{ id: 'BONUS', severity: 'low', description: 'There is no test.' }],
  settled: { NAME: true },
}

const evalSet = {
  version: 1 as const,
  feature: 'refunds',
  draft: false,
  cases: [],
  rubric: { dimensions: [], pass_threshold: null, invert_mode: 'complement' as const },
}

const dimensions: SetDimension[] = [
  { name: 'task_success', weight: 3, invert: false, category: 'artifact' },
  { name: 'hallucination', weight: 1, invert: true, category: 'artifact' },
  { name: 'trajectory', weight: 1, invert: false, category: 'process' },
  { name: 'grace', weight: 1, invert: false, category: 'artifact', measures: 'How kindly the refusal is put.' },
  { name: 'brevity', weight: 1, invert: false, category: 'artifact' },
]

const refund: EvalCase = {
  id: 'late-refund',
  input: 'Order 7 came broken.',
  expected: 'refund granted',
  labels: [],
  must_not: ['refund denied', 'store credit'],
}

const produced: Produced = {
  output: 'Refund granted.',
  diff: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n',
  toolCalls: [{ tool: 'lookup', args: { order: 7 }, result_summary: 'broken' }],
}

/** One case of an eval set with everything that can be asked about. */
export function evalInput(
  change: { case?: Partial<EvalCase>; produced?: Partial<Produced>; measures?: string } = {},
): EvalCaseInput {
  return {
    set: evalSet,
    case: { ...refund, ...change.case },
    produced: { ...produced, ...change.produced },
    dimensions: dimensions.map((dimension) =>
      change.measures === undefined || dimension.name !== 'grace'
        ? dimension
        : { ...dimension, measures: change.measures },
    ),
  }
}

/** Requests of `solo` with a rubric. */
export function rubricRequests(change: object = {}): JudgeRequest[] {
  return soloRubric.requests(soloRubric.check({ ...rubricTask, ...change }))
}

/** Requests of `solo` with baseline issues. */
export function issuesRequests(change: object = {}): JudgeRequest[] {
  return soloIssues.requests(soloIssues.check({ ...issuesTask, ...change }))
}

/** Requests of one case of an eval set. */
export function evalRequests(change: Parameters<typeof evalInput>[0] = {}): JudgeRequest[] {
  return evalCase.requests(evalInput(change))
}
