/**
 * `toHaveCalledTools` in real Vitest, and an eval set whose subject reads a log.
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
const cut = log.split('\\n').slice(0, 3).join('\\n') + '\\n{"type":"assistant","message":{"content":[{"type":"tool_use","name":"delete_all"'
test('called cut off', async () => { await expect(cut).toHaveCalledTools(['look_up']) })
test('called not cut off', async () => { await expect(cut).not.toHaveCalledTools(['delete_all'], { order: 'superset' }) })
test('called cut off but enough', async () => { await expect(cut).toHaveCalledTools(['look_up'], { order: 'superset' }) })
test('called cut off but wrong', async () => { await expect(cut).toHaveCalledTools(['refund'], { order: 'subset' }) })
test('called nonsense', async () => { await expect('I did it.').not.toHaveCalledTools(['a']) })
const misuses = [['a'], [undefined], [['a'], { order: 'exact' }], [[], { order: 'superset' }], [['a'], { only: ['b'] }], [[{ tool: 'a', arguments: {} }]],
  [['a'], { args: 'same' }], [['a'], { only: 'a' }], [[], { only: [] }], [['a'], { ignoreFailed: 1 }], [['a'], { ordr: 'strict' }]]
for (const [n, args] of misuses.entries()) test('called misuse ' + n, async () => { await expect(calls).not.toHaveCalledTools(...args) })
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
  const states = Object.entries(statesOf(run, 'called')).filter(([name]) => !name.startsWith('misuse'))
  expect(states.map(([name, state]) => `${state}: ${name}`).join('\n')).toMatchInlineSnapshot(`
    "passed: passes
    passed: passes for a trajectory
    passed: passes for what a subject returns
    passed: passes without what failed
    passed: resolves
    passed: not passes
    failed: not fails
    failed: fails
    failed: fails in a long run
    failed: unknown
    failed: not unknown
    failed: cut off
    failed: not cut off
    passed: cut off but enough
    failed: cut off but wrong
    failed: nonsense"
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

test('a run of which not all was understood is unjudged, unless the verdict stands whatever that was', () => {
  expect(errorsOf('called cut off')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(run).toHaveCalledTools(tools)

    No verdict: 1 entry was not understood and may hold calls (1 x line that is no JSON).
    This says nothing about the output.

    Expected calls: 1, exactly these, in this order
    Received calls: 1, 1 as expected

        expected  received
      ✓ look_up   look_up {"order":7}

    Run:    claude-code, 1 call, 1 step, not understood: 1 x line that is no JSON"
  `)
  expect(errorsOf('called not cut off')).toContain('UnjudgedError')
  expect(errorsOf('called cut off but wrong')).not.toContain('UnjudgedError')
  const checks = run.results[0]?.checks.filter(({ test: own }) => own.includes('cut off')) ?? []
  expect(checks.map(({ verdict, reason }) => `${verdict}: ${reason}`).join('\n')).toMatchInlineSnapshot(`
    "unjudged: 1 entry was not understood and may hold calls (1 x line that is no JSON)
    unjudged: 1 entry was not understood and may hold calls (1 x line that is no JSON)
    pass: 1 entry was not understood and may hold calls (1 x line that is no JSON)
    fail: 1 entry was not understood and may hold calls (1 x line that is no JSON)"
  `)
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
    InputError: toHaveCalledTools: expected \`only\` to be a list of names of tools, but received [].
    InputError: toHaveCalledTools: expected \`ignoreFailed\` to be true or false, but received 1.
    InputError: toHaveCalledTools: there is no option \`ordr\`. Did you mean \`order\`? Known are \`order\`, \`args\`, \`only\`, \`ignoreFailed\`."
  `)
})

test('it leaves a record of what is missing and what was not expected', () => {
  const { judgement, values } = run.results[0]?.checks.find(({ test: own }) => own === 'called fails') ?? {}
  expect(values).toEqual({ recall: 1 / 3, precision: 1 / 4 })
  expect(judgement).toMatchInlineSnapshot(`
    {
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
    }
  `)
})

test('a subject returns what readTrajectory gives, and process dimensions are judged on it', {
  tags: ['long'],
}, async () => {
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
