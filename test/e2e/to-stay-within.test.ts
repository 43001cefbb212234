/**
 * `toStayWithin` in real Vitest.
 */
import { beforeAll, expect, test } from 'vitest'
import { stream } from '../trajectory/logs.js'
import { type FilesRun, judgedConfig, runFiles, statesOf } from './run-files.js'

const log = stream.map((entry) => JSON.stringify(entry)).join('\n')

const source = `import { expect, test } from 'vitest'
const log = ${JSON.stringify(log)}
const calls = [{ tool: 'a', timestamp: '2026-11-30T10:00:00Z' }, { tool: 'b' }, { tool: 'c', timestamp: '2026-11-30T10:00:06Z' }, { tool: 'd' }]
test('within passes', async () => { await expect(log).toStayWithin({ steps: 3, calls: 2, seconds: 4.5, tokens: 268, usd: 0.02 }) })
test('within passes by timestamps', async () => { await expect(calls).toStayWithin({ seconds: 6 }) })
test('within fails', async () => { await expect(log).toStayWithin({ steps: 3, calls: 1, tokens: 100, usd: 0.0199 }) })
test('within not passes', async () => { await expect(log).not.toStayWithin({ steps: 2 }) })
test('within not fails', async () => { await expect(log).not.toStayWithin({ steps: 3 }) })
test('within unknown', async () => { await expect(calls).toStayWithin({ calls: 9, tokens: 100, steps: 3 }) })
test('within not unknown', async () => { await expect(calls).not.toStayWithin({ tokens: 1 }) })
test('within unknown and failed', async () => { await expect(calls).toStayWithin({ calls: 1, tokens: 1 }) })
const cut = log + '\\n{"type":"assistant"'
test('within cut off', async () => { await expect(cut).toStayWithin({ calls: 2, tokens: 268 }) })
test('within cut off and failed', async () => { await expect(cut).toStayWithin({ calls: 1 }) })
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
  const states = Object.entries(statesOf(run, 'within')).filter(([name]) => !name.startsWith('misuse'))
  expect(states.map(([name, state]) => `${state}: ${name}`).join('\n')).toMatchInlineSnapshot(`
    "passed: passes
    passed: passes by timestamps
    failed: fails
    passed: not passes
    failed: not fails
    failed: unknown
    failed: not unknown
    failed: unknown and failed
    failed: cut off
    failed: cut off and failed"
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

test('a log of which not all was understood has taken at least what it tells', () => {
  expect(errorsOf('within cut off')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(run).toStayWithin(limits)

    No verdict: 1 entry was not understood and may hold calls (1 x line that is no JSON).
    This says nothing about the output.

    Expected calls:  <= 2
    Received calls:     2
    Expected tokens: <= 268
    Received tokens:    268

    Run:    claude-code, 2 calls, 3 steps, not understood: 1 x line that is no JSON"
  `)
  expect(errorsOf('within cut off and failed')).not.toContain('No verdict')
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

test('it leaves a record, and the table shows limits as limits', () => {
  const { thresholds, at_most, values, judgement } =
    run.results[0]?.checks.find(({ test: own }) => own === 'within unknown') ?? {}
  expect({ thresholds, at_most, values, judgement }).toMatchInlineSnapshot(`
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
    }
  `)
  const [, table = ''] = /^(Checks .*?)^\s*$/ms.exec(run.output) ?? []
  expect(table).toMatchInlineSnapshot(`
    "Checks  3 passed, 4 failed, 3 unjudged (no verdict on the agent)
      ✗ toStayWithin  steps 3 (<= 3), calls 2 (<= 1), tokens 268 (<= 100), usd
        0.02 (<= 0.0199)  within fails
      ✗ not.toStayWithin  steps 3 (> 3)  within not fails
      ✗ toStayWithin  calls 4 (<= 1), tokens not known (<= 1)  within unknown and
        failed
      ✗ toStayWithin  calls 2 (<= 1)  within cut off and failed
          1 entry was not understood and may hold calls (1 x line that is no JSON)
      ? toStayWithin  steps not known (<= 3), calls 4 (<= 9), tokens not known (<=
        100)  within unknown
          nothing is known of steps and tokens in this run
      ? not.toStayWithin  tokens not known (> 1)  within not unknown
          nothing is known of tokens in this run
      ? toStayWithin  calls 2 (<= 2), tokens 268 (<= 268)  within cut off
          1 entry was not understood and may hold calls (1 x line that is no JSON)
      ✓ toStayWithin  steps 3 (<= 3), calls 2 (<= 2), seconds 4.5 (<= 4.5), tokens
        268 (<= 268), usd 0.02 (<= 0.02)  within passes
      ✓ toStayWithin  seconds 6 (<= 6)  within passes by timestamps
      ✓ not.toStayWithin  steps 3 (> 2)  within not passes
    "
  `)
})
