/**
 * Whole tasks for every mode that asks a model, and the requests that come of them.
 *
 * @module
 */
import type { JudgeRequest } from '../../src/models/model.js'
import { coherence } from '../../src/modes/coherence.js'
import { compare } from '../../src/modes/compare.js'
import { equivalence } from '../../src/modes/equivalence.js'
import { type EvalCaseInput, evalCase } from '../../src/modes/eval-case.js'
import { phases } from '../../src/modes/phases.js'
import { reviewMatch } from '../../src/modes/review-match.js'
import { soloBehaviours } from '../../src/modes/solo-behaviours.js'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { soloRubric } from '../../src/modes/solo-rubric.js'
import type { PhaseName } from '../../src/scoring/relay.js'
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

/** Every field of `solo` with baseline criteria. */
export const behavioursTask = {
  ...shared,
  baseline_criteria: {
    cause: [
      { id: 'NAMES_CAUSE', description: 'Names the session as the cause.' },
      { id: 'NO_BLAME', description: 'Blames nobody.' },
    ],
    fix: [{ id: 'GIVES_FIX', description: 'Says how to mend it.' }],
  },
  bonus_criteria: { depth: [{ id: 'OTHER_EFFECTS', description: 'Names other effects.' }] },
}

/** Every field of `compare`. */
export const compareTask = {
  mode: 'compare',
  challenge: shared.challenge,
  contestants: [
    { spec: 'agent-1', character: 'A calm old sailor.', response: 'The session ends after ten minutes.' },
    { spec: 'agent-1', character: 'A hasty young pilot.', response: 'Restart the server now.' },
  ],
  baseline_issues: issuesTask.baseline_issues,
  baseline_criteria: behavioursTask.baseline_criteria,
} as const

/** Every field of a phase, without its mode. */
export const phaseTask = {
  team1: { theme: 'sailors', response: 'Keep the cart in the database.' },
  team2: { theme: 'pilots', response: 'Make the session longer.' },
  context: 'The cart loses items.',
}

/** Every field of `coherence`. */
export const coherenceTask = {
  mode: 'coherence',
  theme: 'sailors',
  sm_response: 'Plan: keep the cart.',
  tea_response: 'Test: the cart is kept.',
  dev_response: 'Code: it is kept in the database.',
  reviewer_response: 'Review: the code keeps the cart.',
}

/** Every field of `review-match` but a recorded answer, as Markdown. */
export const reviewTask = {
  mode: 'review-match',
  pr: 7,
  context: '# Keep the stock right\n\n```diff\n+    lock.release()\n+    db.write(row)\n+    retry()\n```\n',
  predictions: `# Made by agent-1 with prompt 12

### Finding 1
- **File**: pkg/store.py:40-44
- **Severity**: blocking
- **Category**: correctness
- **Comment**: The lock is dropped before the row is written.

### Finding 2
- **File**: pkg/store.py:45
- **Severity**: nit
- **Category**: style
- **Comment**: The name retry says little.

### Finding 3
- **Comment**: SQL is put together from strings.

### Overall
- **Decision**: REQUEST_CHANGES
- **Summary**: The lock matters.
`,
  reviews: `## Comment 1 (by ana)
- **File**: pkg/store.py:41
- **Body**: Why is the lock released before the write?

## Comment 2 (by ben)
- **File**: pkg/store.py:45
- **Body**: retry() never sleeps between attempts.

## Comment 3 (by ana)
- **Body**: Thanks for taking this on!
`,
}

/** An answer to {@link reviewTask}: F1 .5, value rate .667. */
export const reviewAnswer = {
  human_comments: [
    { comment: '1', evidence: [evidence('context', 4, '+    lock.release()')], class: 'addressable' },
    { comment: '2', evidence: [evidence('reviews', 7, 'never sleeps [...] attempts')], class: 'addressable' },
    { comment: '3', evidence: [evidence('reviews', 10, 'Thanks for taking this on!')], class: 'contextual' },
  ],
  matches: [
    {
      agent_finding: '1',
      human_comment: '1',
      evidence: [
        evidence('predictions', 7, 'dropped before the row'),
        evidence('context', 4, '4| +    lock.release()'),
      ],
      category: 'correctness',
    },
  ],
  unmatched_agent: [
    { finding: '2', evidence: [evidence('context', 6, 'retry()')], category: 'style', rating: 'justified' },
    { finding: '3', evidence: [evidence('predictions', 16, 'SQL')], category: 'security', rating: 'wrong' },
  ],
  unmatched_human: [{ comment: '2', evidence: [evidence('context', 6, '+    retry()')], category: 'correctness' }],
}

function evidence(path: string, line: number, quote: string) {
  return { path, line, line_end: line, quote }
}

/** Every field of `ground-truth` that asks about equivalence; the comparison is inconclusive. */
export const equivalenceTask = {
  mode: 'ground-truth',
  gold: {
    patch: `--- a/src/cart.ts
+++ b/src/cart.ts
@@ -1,3 +1,3 @@
 const a = 1
-const cart = session.cart
+const cart = store.load(user.id)
 const b = 2
`,
    problem_statement: 'The cart loses items.',
  },
  response: `--- a/src/cart.ts
+++ b/src/cart.ts
@@ -1,3 +1,4 @@
 const a = 1
-const cart = session.cart
+const id = user.id
+const cart = database.carts.find(id)
 const b = 2
`,
  equivalence: 'judge',
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

/** Requests of `solo` with baseline criteria. */
export function behavioursRequests(change: object = {}): JudgeRequest[] {
  return soloBehaviours.requests(soloBehaviours.check({ ...behavioursTask, ...change }))
}

/** Requests of `compare`. */
export function compareRequests(change: object = {}): JudgeRequest[] {
  return compare.requests(compare.check({ ...compareTask, ...change }))
}

/** Requests of a phase. */
export function phaseRequests(phase: PhaseName, change: object = {}): JudgeRequest[] {
  return phases[phase].requests(phases[phase].check({ ...phaseTask, mode: `phase-${phase}`, ...change }))
}

/** Requests of `coherence`. */
export function coherenceRequests(change: object = {}): JudgeRequest[] {
  return coherence.requests(coherence.check({ ...coherenceTask, ...change }))
}

/** Requests of `review-match`. */
export function reviewRequests(change: object = {}): JudgeRequest[] {
  return reviewMatch.requests(reviewMatch.check({ ...reviewTask, ...change }))
}

/** Requests of `ground-truth` with `equivalence`. */
export function equivalenceRequests(change: object = {}): JudgeRequest[] {
  return equivalence.requests(equivalence.check({ ...equivalenceTask, ...change }))
}

/** Requests of one case of an eval set. */
export function evalRequests(change: Parameters<typeof evalInput>[0] = {}): JudgeRequest[] {
  return evalCase.requests(evalInput(change))
}
