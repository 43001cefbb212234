/**
 * `toHaveCalledTools` and `toStayWithin` in real Vitest: verdicts, messages, records, and an eval set whose subject reads a log.
 */
import { beforeAll, expect, test } from 'vitest'
import { LOGS, stream } from '../trajectory/logs.js'
import { type FilesRun, judgedConfig, runFiles, statesOf } from './run-files.js'

const log = stream.map((entry) => JSON.stringify(entry)).join('\n')

const source = `import { expect, test } from 'vitest'
import { readTrajectory } from 'vitest-judge'
const log = ${JSON.stringify(log)}
const calls = [
  { tool: 'look_up', args: { order: 7 }, timestamp: '2026-11-30T10:00:00Z' },
  { tool: 'refund', args: { order: 7, amount: 25 }, error: 'too much', timestamp: '2026-11-30T10:00:04Z' },
  { tool: 'refund', args: { order: 7, amount: 20 }, timestamp: '2026-11-30T10:00:06Z' },
  { tool: '::error::x\\u001b[31m', args: 'multi\\nline' },
]
const both = ['look_up', 'refund']
test('called passes', async () => { await expect(log).toHaveCalledTools(both) })
test('called passes for a trajectory', async () => { await expect(readTrajectory(log)).toHaveCalledTools(both) })
test('called passes for what a subject returns', async () => {
  await expect({ output: 'x', toolCalls: calls.slice(0, 1) }).toHaveCalledTools([{ tool: 'look_up', args: { order: expect.any(Number) } }])
})
test('called passes without what failed', async () => {
  await expect(calls).toHaveCalledTools([{ tool: 'look_up' }, { tool: 'refund', args: { amount: 20 } }], { args: 'partial', only: both, ignoreFailed: true })
})
test('called resolves', async () => { await expect(Promise.resolve(calls)).resolves.toHaveCalledTools(['refund'], { order: 'superset' }) })
test('called not passes', async () => { await expect(calls).not.toHaveCalledTools(['delete'], { order: 'superset' }) })
test('called not fails', async () => { await expect(calls).not.toHaveCalledTools(['refund'], { order: 'superset' }) })
test('called fails', async () => {
  await expect(calls).toHaveCalledTools([{ tool: 'look_up', args: { order: 7 } }, { tool: 'refund', args: { order: 7, amount: 20, note: 'a long one '.repeat(9) } }, 'close'])
})
test('called fails in a long run', async () => {
  const many = Array.from({ length: 90 }, (_, n) => ({ tool: n % 30 === 29 ? 'rm' : 'read', args: { n } }))
  await expect(many).toHaveCalledTools(['read'.repeat(3), ...Array(87).fill('read')], { order: 'subset' })
})
test('called unknown', async () => { await expect({ output: 'done' }).toHaveCalledTools([]) })
test('called not unknown', async () => { await expect({ output: 'done' }).not.toHaveCalledTools(['a']) })
test('called nonsense', async () => { await expect('I did it.').not.toHaveCalledTools(['a']) })
const misuses = [['a'], [undefined], [['a'], { order: 'exact' }], [[], { order: 'superset' }], [['a'], { only: ['b'] }], [[{ tool: 'a', arguments: {} }]],
  [['a'], { args: 'same' }], [['a'], { only: 'a' }], [['a'], { ignoreFailed: 1 }], [['a'], { ordr: 'strict' }]]
for (const [n, args] of misuses.entries()) test('called misuse ' + n, async () => { await expect(calls).not.toHaveCalledTools(...args) })

test('within passes', async () => { await expect(log).toStayWithin({ steps: 3, calls: 2, seconds: 4.5, tokens: 268, usd: 0.02 }) })
test('within passes by timestamps', async () => { await expect(calls).toStayWithin({ seconds: 6 }) })
test('within fails', async () => { await expect(log).toStayWithin({ steps: 3, calls: 1, tokens: 100, usd: 0.0199 }) })
test('within not passes', async () => { await expect(log).not.toStayWithin({ steps: 2 }) })
test('within not fails', async () => { await expect(log).not.toStayWithin({ steps: 3 }) })
test('within unknown', async () => { await expect(calls).toStayWithin({ calls: 9, tokens: 100, steps: 3 }) })
test('within not unknown', async () => { await expect(calls).not.toStayWithin({ tokens: 1 }) })
test('within unknown and failed', async () => { await expect(calls).toStayWithin({ calls: 1, tokens: 1 }) })
const limits = [undefined, {}, { calls: -1 }, { calls: '3' }, { seconds: undefined }, { minutes: 1 }]
for (const [n, limit] of limits.entries()) test('within misuse ' + n, async () => { await expect(log).toStayWithin(limit) })
`

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': source })
})

const errorsOf = (name: string) => run.tests[name]?.errors.join('\n') ?? `${name} is not there: ${run.output}`
const errorsOfAll = (start: string) =>
  Object.keys(run.tests)
    .filter((name) => name.startsWith(start))
    .map(errorsOf)
    .join('\n')

test('every form of run is taken, and verdicts turn with .not', () => {
  expect([statesOf(run, 'called'), statesOf(run, 'within')]).toMatchInlineSnapshot(`
    [
      {
        "fails": "failed",
        "fails in a long run": "failed",
        "misuse 0": "failed",
        "misuse 1": "failed",
        "misuse 2": "failed",
        "misuse 3": "failed",
        "misuse 4": "failed",
        "misuse 5": "failed",
        "misuse 6": "failed",
        "misuse 7": "failed",
        "misuse 8": "failed",
        "misuse 9": "failed",
        "nonsense": "failed",
        "not fails": "failed",
        "not passes": "passed",
        "not unknown": "failed",
        "passes": "passed",
        "passes for a trajectory": "passed",
        "passes for what a subject returns": "passed",
        "passes without what failed": "passed",
        "resolves": "passed",
        "unknown": "failed",
      },
      {
        "fails": "failed",
        "misuse 0": "failed",
        "misuse 1": "failed",
        "misuse 2": "failed",
        "misuse 3": "failed",
        "misuse 4": "failed",
        "misuse 5": "failed",
        "not fails": "failed",
        "not passes": "passed",
        "not unknown": "failed",
        "passes": "passed",
        "passes by timestamps": "passed",
        "unknown": "failed",
        "unknown and failed": "failed",
      },
    ]
  `)
})

test('a failed toHaveCalledTools shows both sides, what differs, and in which log', () => {
  expect(errorsOf('called fails')).toMatchInlineSnapshot(`
    "Error: expect(run).toHaveCalledTools(tools)

    Expected calls: 3, exactly these, in this order
    Received calls: 4, 1 as expected

        expected                                      received
      ✓ look_up {"order":7}                           look_up {"order":7}
      ✗ refund {"order":7,"amount":20,"note":"a lon…  refund {"order":7,"amount":25} (failed)
          amount: expected 20, received 25
          note: expected "a long one a long one a long one a long one a long one a lo… (+41 characters), received nothing
      ✗ close                                         —
      ✗ —                                             refund {"order":7,"amount":20}
      ✗ —                                             ::error::x[31m "multi\\nline"

    Run:    tool-calls, 4 calls"
  `)
  expect(errorsOf('called not fails')).toMatchInlineSnapshot(`
    "Error: expect(run).not.toHaveCalledTools(tools)

    Expected calls: not 1, at least these, in any order
    Received calls:     4, 1 as expected

        expected  received
        —         look_up {"order":7}
        … 2 more without fault
        —         ::error::x[31m "multi\\nline"

    Run:    tool-calls, 4 calls"
  `)
})

test('of a long run only the differences are shown', () => {
  expect(errorsOf('called fails in a long run')).toMatchInlineSnapshot(`
    "Error: expect(run).toHaveCalledTools(tools)

    Expected calls: 88, none but these, in any order
    Received calls: 90, 87 as expected

        expected      received
        readreadread  —
        … 28 more without fault
      ✓ read          read {"n":28}
      ✗ —             rm {"n":29}
      ✓ read          read {"n":30}
        … 27 more without fault
      ✓ read          read {"n":58}
      ✗ —             rm {"n":59}
      ✓ read          read {"n":60}
        … 27 more without fault
      ✓ read          read {"n":88}
      ✗ —             rm {"n":89}

    Run:    tool-calls, 90 calls"
  `)
})

test('a run of which no calls are known is unjudged, also under .not', () => {
  expect(errorsOf('called unknown')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(run).toHaveCalledTools(tools)

    No verdict: nothing is known of its calls. Give \`toolCalls\` with it, or a log that holds them.
    This says nothing about the output.

    Run:    tool-calls"
  `)
  expect(errorsOf('called not unknown')).toContain('No verdict')
  expect(errorsOf('called nonsense')).toContain('but received "I did it."')
})

test('misuse of toHaveCalledTools is named before anything is compared', () => {
  expect(errorsOfAll('called misuse')).toMatchInlineSnapshot(`
    "InputError: toHaveCalledTools: expected the tools to be a list of names and calls, but received "a".
    InputError: toHaveCalledTools: expected the tools to be a list of names and calls, but received undefined.
    InputError: toHaveCalledTools: expected \`order\` to be one of strict, unordered, superset, subset, but received "exact".
    InputError: toHaveCalledTools: every run has at least no calls, so \`order: 'superset'\` of an empty list says nothing.
    InputError: toHaveCalledTools: expected \`only\` to be a list that holds the expected a, but received ["b"].
    InputError: toHaveCalledTools: expected tool [0] to be a name, or { tool, args? }, but received {"tool":"a","arguments":{}}.
    InputError: toHaveCalledTools: expected \`args\` to be exact, partial, or a function, but received "same".
    InputError: toHaveCalledTools: expected \`only\` to be a list of names of tools, but received "a".
    InputError: toHaveCalledTools: expected \`ignoreFailed\` to be true or false, but received 1.
    InputError: toHaveCalledTools: there is no option \`ordr\`. Known are \`order\`, \`args\`, \`only\`, \`ignoreFailed\`."
  `)
})

test('a failed toStayWithin shows every limit, those that were passed first', () => {
  expect(errorsOf('within fails')).toMatchInlineSnapshot(`
    "Error: expect(run).toStayWithin(limits)

    Expected calls:  <= 1
    Received calls:     2
    Expected tokens: <= 100
    Received tokens:    268
    Expected usd:    <= 0.0199
    Received usd:       0.02
    Expected steps:  <= 3
    Received steps:     3

    Run:    claude-code, 2 calls, 3 steps"
  `)
  expect(errorsOf('within not fails')).toMatchInlineSnapshot(`
    "Error: expect(run).not.toStayWithin(limits)

    Expected steps: >  3
    Received steps:    3

    Run:    claude-code, 2 calls, 3 steps"
  `)
})

test('a limit of which the log says nothing is unjudged, unless another one was passed', () => {
  expect(errorsOf('within unknown')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(run).toStayWithin(limits)

    No verdict: nothing is known of steps and tokens in this run.
    This says nothing about the output.

    Expected steps:  <= 3
    Received steps:     not known
    Expected tokens: <= 100
    Received tokens:    not known
    Expected calls:  <= 9
    Received calls:     4

    Run:    tool-calls, 4 calls"
  `)
  expect(errorsOf('within not unknown')).toContain('No verdict: nothing is known of tokens')
  expect(errorsOf('within unknown and failed')).toMatchInlineSnapshot(`
    "Error: expect(run).toStayWithin(limits)

    Expected calls:  <= 1
    Received calls:     4
    Expected tokens: <= 1
    Received tokens:    not known

    Run:    tool-calls, 4 calls"
  `)
})

test('misuse of toStayWithin is named', () => {
  expect(errorsOfAll('within misuse')).toMatchInlineSnapshot(`
    "InputError: toStayWithin: expected the options to be an object, but received undefined.
    InputError: toStayWithin: there is no limit. Give at least one of \`steps\`, \`calls\`, \`seconds\`, \`tokens\`, \`usd\`.
    InputError: toStayWithin: expected \`calls\` to be a number from 0, but received -1.
    InputError: toStayWithin: expected \`calls\` to be a number from 0, but received "3".
    InputError: toStayWithin: there is no limit. Give at least one of \`steps\`, \`calls\`, \`seconds\`, \`tokens\`, \`usd\`.
    InputError: toStayWithin: there is no option \`minutes\`. Known are \`steps\`, \`calls\`, \`seconds\`, \`tokens\`, \`usd\`."
  `)
})

test('both leave records, and the table shows limits as limits', () => {
  const checks = run.results[0]?.checks ?? []
  const recordOf = (name: string) => {
    const { verdict, passed, thresholds, at_most, values, judgement } =
      checks.find(({ test: own }) => own === name) ?? {}
    return { verdict, passed, thresholds, at_most, values, judgement }
  }
  expect(['called fails', 'within fails', 'within unknown'].map(recordOf)).toMatchInlineSnapshot(`
    [
      {
        "at_most": undefined,
        "judgement": {
          "format": "tool-calls",
          "missing": [
            "refund {"order":7,"amount":20,"note":"a long one a long one a long one a long one a long one a long one a long one a long one a long one "}",
            "close",
          ],
          "mode": "called-tools",
          "order": "strict",
          "unexpected": [
            "refund {"order":7,"amount":25}",
            "refund {"order":7,"amount":20}",
            "::error::x[31m "multi\\nline"",
          ],
          "unknown": {},
        },
        "passed": false,
        "thresholds": {},
        "values": {
          "precision": 0.25,
          "recall": 0.3333333333333333,
        },
        "verdict": "fail",
      },
      {
        "at_most": true,
        "judgement": {
          "format": "claude-code",
          "mode": "limits",
          "steps": 3,
          "unknown": {},
          "usage": {
            "cost_usd": 0.02,
            "input_tokens": 250,
            "output_tokens": 18,
            "seconds": 4.5,
          },
        },
        "passed": false,
        "thresholds": {
          "calls": 1,
          "steps": 3,
          "tokens": 100,
          "usd": 0.0199,
        },
        "values": {
          "calls": 2,
          "steps": 3,
          "tokens": 268,
          "usd": 0.02,
        },
        "verdict": "fail",
      },
      {
        "at_most": true,
        "judgement": {
          "format": "tool-calls",
          "mode": "limits",
          "steps": null,
          "unknown": {},
          "usage": {
            "seconds": 6,
          },
        },
        "passed": false,
        "thresholds": {
          "calls": 9,
          "steps": 3,
          "tokens": 100,
        },
        "values": {
          "calls": 4,
          "steps": null,
          "tokens": null,
        },
        "verdict": "unjudged",
      },
    ]
  `)
  const rows = run.output
    .split('\n')
    .filter((line) => /^ {2}[✓✗?] .*(?:called fails|within (?:not )?(?:fails|unknown))$/.test(line))
  expect(rows.join('\n')).toMatchInlineSnapshot(`
    "  ✗ toHaveCalledTools  recall 0.33, precision 0.25  called fails
      ✗ toStayWithin  steps 3 (<= 3), calls 2 (<= 1), tokens 268 (<= 100), usd 0.02 (<= 0.0199)  within fails
      ✗ not.toStayWithin  steps 3 (> 3)  within not fails
      ? toStayWithin  steps not known (<= 3), calls 4 (<= 9), tokens not known (<= 100)  within unknown
      ? not.toStayWithin  tokens not known (> 1)  within not unknown"
  `)
})

test('a subject returns what readTrajectory gives, and process dimensions are judged on it', async () => {
  const set = {
    version: 1,
    feature: 'refunds',
    cases: LOGS.slice(0, 5).map(({ title }, index) => ({ id: title, input: index, expected: '' })),
  }
  const subject = `import { readTrajectory } from 'vitest-judge'
const logs = ${JSON.stringify(LOGS.slice(0, 5).map((one) => one.log))}
export default async ({ input }) => readTrajectory(logs[input])
`
  const judged = await runFiles(
    { 'vitest.config.ts': judgedConfig(), 'refunds.evalset.json': JSON.stringify(set), 'refunds.subject.ts': subject },
    { args: ['refunds'] },
  )
  const [result] = judged.results[0]?.sets ?? []
  expect(result?.mode, judged.output).toBe('trajectory')
  expect(
    result?.cases.map(
      ({ id, dimensions }) => `${id}: ${dimensions.tool_use_quality?.state} ${dimensions.trajectory?.state}`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "stream-json: scored scored",
      "stream-json as one list: scored scored",
      "a transcript: scored scored",
      "Anthropic messages: scored scored",
      "OpenAI messages: scored scored",
    ]
  `)
})
