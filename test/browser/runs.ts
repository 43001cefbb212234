/**
 * Runs for the page: one as users have them, one with a thousand cases, one in which every text is hostile.
 *
 * @module
 */
import { buildSet } from '../../src/report/build-set.js'
import { keepMaterial } from '../../src/report/material.js'
import type { CheckResult, RunInfo, RunResults } from '../../src/report/results.js'
import type { CaseRecord, DimensionRecord, EvalSet } from '../../src/types.js'
import { makeCase, makeSet, scored, unjudged, WEAK } from '../evalset/records.js'
import { CHECK, makeResults, makeRun, RUN } from '../report/runs.js'

const NAMES = ['task_success', 'tool_use_quality', 'trajectory', 'hallucination', 'response_quality'] as const

const DIFF = `diff --git a/src/orders.ts b/src/orders.ts
--- a/src/orders.ts
+++ b/src/orders.ts
@@ -10,3 +10,4 @@ export function refund(order: Order): Refund {
   const days = daysSince(order.paid)
-  if (days > 30) throw new Error('too old')
+  if (days > REFUND_DAYS) throw new RefundError(order)
+  // The customer is told when the money comes.
   return { order: order.id, amount: order.amount }
`

/** The quotes of the first case: one that stands there across a line end, and one that does not. */
const EVIDENCE = [
  { quote: 'within 30 days, to the card', verified: true },
  { quote: 'the money is already on its way', verified: false },
]

function dimensionsOf(index: number, trial: number): Record<string, DimensionRecord> {
  const value = (place: number) => ((index * 37 + place * 53 + trial * 29) % 100) / 100
  const open = unjudged('deadline: no answer within 120000 ms')
  const found = (name: string, score: number): DimensionRecord => ({
    ...scored(score, `It ${name.replaceAll('_', ' ')} as the log shows.`),
    evidence: EVIDENCE,
  })
  const dimensions = Object.fromEntries(NAMES.map((name, place) => [name, found(name, value(place))]))
  if (index % 4 !== 1) dimensions.task_success = found('task_success', 0.9)
  if (index % 11 === 5) dimensions.response_quality = open
  if (index % 7 === 3) dimensions.trajectory = { ...open, state: 'not_applicable', reason: 'no tool log' }
  if (index % 13 === 6) dimensions.task_success = { ...WEAK, score: 1, weak: false, justification: 'It was found.' }
  return dimensions
}

function materialOf(index: number): CaseRecord['material'] {
  return keepMaterial({
    input: `Order ${index} arrived broken. I want my money back.`,
    expected: 'The refund is paid within 30 days.',
    must_not: 'I have refunded',
    output: `Your refund is paid within 30\ndays, to the card that you paid with. ${'More of the answer follows here. '.repeat(50)}`,
    ...(index % 2 === 0 && { diff: DIFF }),
    tool_calls: [
      { tool: 'find_order', args: { order: index } },
      { tool: 'refund', args: { order: index }, error: 'locked' },
    ],
  })
}

/** How to make a run. */
export interface RunShape {
  readonly cases: number
  readonly trials?: number
  readonly started?: string
  /** Added to task_success. */
  readonly shift?: number
  readonly checks?: readonly CheckResult[]
}

/** A run of one set with the default dimensions. */
export function makeRefunds({
  cases,
  trials = 1,
  started = RUN.started,
  shift = 0,
  checks = [],
}: RunShape): RunResults {
  const set: EvalSet = makeSet({
    cases: Array.from({ length: cases }, (_, index) => ({
      ...{ id: `case ${index + 1}`, input: '', expected: '', must_not: [] },
      labels: [index % 3 === 0 ? 'money' : 'mail'],
    })),
  })
  const records = set.cases.flatMap(({ id, labels }, index) =>
    Array.from({ length: trials }, (_, trial): CaseRecord => {
      const dimensions = dimensionsOf(index, trial)
      const success = dimensions.task_success
      if (success?.score != null && shift !== 0 && success.state === 'scored')
        dimensions.task_success = { ...success, score: Math.min(1, Math.max(0, success.score + shift)) }
      const record = makeCase(set, id, dimensions)
      const judged = { model: 'claude-haiku-5-5', prompt_version: 'eval-case-1', requests: 5, cost_usd: 0.0021 }
      const material = materialOf(index)
      return {
        ...record,
        ...judged,
        labels,
        ...(material && { material }),
        agent_ms: 1_400,
        ...(trials > 1 && { trial: trial + 1 }),
      }
    }),
  )
  const run: RunInfo = {
    ...RUN,
    started,
    git: { commit: '0123456789abcdef0123456789abcdef01234567', branch: 'main', dirty: false },
  }
  const built = buildSet({ ...makeRun(set, []), records, planned: cases, ...(trials > 1 && { trials }) })
  return makeResults({ run, sets: [built], checks })
}

/** Calls of a matcher with reasons, quotes and texts. */
export const CHECKS: readonly CheckResult[] = [
  {
    ...CHECK,
    ...{ verdict: 'fail', passed: false, values: { score: 0.62 }, bounds: { lower: 0.62, upper: 0.62 } },
    judgement: {
      mode: 'solo',
      model: 'claude-haiku-5-5',
      prompt_version: 'solo-rubric-1',
      scores: {
        cause: {
          value: 4,
          share: 0.6,
          reasoning: 'It does not name the time zone.',
          evidence: [{ quote: 'data is missing', verified: true }],
        },
        tone: { value: 9, reasoning: 'Kind.', evidence: [] },
      },
      unjudged: [],
    },
    material: { input: 'Why is my export empty?', output: 'Some data is missing. Open Settings, choose UTC.' },
  },
  { ...CHECK, test: 'a > c', test_id: '1_0_1' },
  {
    ...CHECK,
    ...{ test: 'a > d', test_id: '1_0_2', matcher: 'toStayWithin', at_most: true, bounds: null },
    ...{ thresholds: { steps: 10 }, values: { steps: 4 } },
  },
]

/** Texts that would run, break out, hide or forge, were they taken for anything but text. */
export const HOSTILE: readonly string[] = [
  '<script>globalThis.hacked = 1</script>',
  '</script><script>globalThis.hacked = 2</script>',
  '<!--<script>',
  '<img src=x onerror="globalThis.hacked = 3">',
  '"><svg onload=globalThis.hacked=4>',
  'javascript:globalThis.hacked=5',
  '$' + '{globalThis.hacked=6}',
  "{{constructor.constructor('globalThis.hacked=7')()}}",
  '\u202Etxt.exe\u202C \u2066hidden\u2069',
  '\u001B[2J\u001B]0;title\u0007\u001B[31mred',
  '\u2028\u2029\uFEFF\u0000',
  '</style><style>*{display:none}</style>',
  'x'.repeat(1_000_000),
  '__proto__',
  'constructor',
  '&lt;b&gt;&quot;&#x3c;script&#x3e;',
]

/** A run in which ids, labels, names, reasons and texts are hostile, one of {@link HOSTILE} a case. */
export function makeHostile(): RunResults {
  const base = makeSet()
  const dimensions = [
    ...base.rubric.dimensions,
    { name: '__proto__', weight: 1, invert: false, category: 'artifact' as const },
  ]
  const set = makeSet({ feature: HOSTILE[1] ?? '', rubric: { dimensions } })
  const records = HOSTILE.map((text): CaseRecord => {
    const evidence = [
      { quote: text, verified: true },
      { quote: text, verified: false },
    ]
    const found = { state: 'scored' as const, score: 0.5, justification: text, evidence }
    const record = makeCase(set, text, Object.fromEntries(NAMES.map((name) => [name, found])))
    return {
      ...record,
      labels: [text.slice(0, 100)],
      error: text,
      model: text.slice(0, 1_000),
      material: { input: text, output: text, diff: `+${text}` },
    }
  })
  const built = buildSet({ ...makeRun(set, []), records, planned: records.length })
  const checks = HOSTILE.map(
    (text, index): CheckResult => ({
      ...CHECK,
      ...{
        test: text,
        test_id: `${index}`,
        matcher: `to${text.slice(0, 40)}`,
        reason: text,
        material: { output: text },
      },
      values: Object.fromEntries([[text.slice(0, 100), 0.5]]),
      judgement: { scores: { [text.slice(0, 100)]: { value: 3, reasoning: text, evidence: [] } }, anything: text },
    }),
  )
  return makeResults({ sets: [built], checks })
}
