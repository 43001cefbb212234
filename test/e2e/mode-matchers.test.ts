/**
 * The matchers of the other modes, over the local Messages API: one run, whose recordings make the second free.
 */
import { beforeAll, expect, test } from 'vitest'
import { instance } from '../support/instance.js'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type FilesRun, makeFolder, runFolder, statesOf } from './run-files.js'

const source = `import { expect, test } from 'vitest'
import { rubrics } from 'vitest-judge'

const instance = ${JSON.stringify(instance)}
const { patch: gold } = instance
const fix = 'The fix in src/a.py, because area adds:\\n\`\`\`python\\nreturn w * h\\n\`\`\`\\nAlso consider zero. def test_area: assert it.'

const challenge = 'Why does it hang?'
test('win passes', async () => { await expect('value=8').toWinAgainst('value=6', { challenge }) })
test('win fails', async () => { await expect('value=6 depth=9').toWinAgainst('value=8', { challenge }) })
test('win ties', async () => { await expect('value=7').toWinAgainst({ text: 'value=7' }, { challenge, swap: false }) })
test('win not passes', async () => { await expect('value=6').not.toWinAgainst('value=8', { challenge }) })
test('win not fails', async () => { await expect('value=8').not.toWinAgainst('value=6', { challenge, swap: false }) })
test('win unjudged', async () => { await expect('value=8 depth=99').not.toWinAgainst('value=8', { challenge }) })
test('win without options', async () => { await expect('x').toWinAgainst('y') })
test('win misspelt', async () => { await expect('x').toWinAgainst('y', { challenge, swapp: true }) })

const criteria = { plan: [{ id: 'FITS', description: 'Fits the capacity' }, { id: 'ASKS', description: 'Asks first' }] }
test('behaviours pass', async () => { await expect('does FITS does ASKS').toMeetBehaviors(criteria) })
test('behaviours fail', async () => { await expect('does FITS').toMeetBehaviors(criteria, { mustMeet: ['ASKS'], minScore: 0.9 }) })
test('behaviours pass below', async () => { await expect('does FITS').toMeetBehaviors(criteria, { minMet: 0.5 }) })
test('behaviours not pass', async () => { await expect('nothing').not.toMeetBehaviors(criteria) })
test('behaviours unjudged', async () => { await expect('does FITS does ASKS value=11').not.toMeetBehaviors(criteria, { minScore: 0.3 }) })
test('behaviours unknown', async () => { await expect('x').toMeetBehaviors(criteria, { mustMeet: ['NOPE'] }) })

const chain = (rating) => ({ sm: 'a plan', tea: 'a test', dev: 'code', reviewer: 'rating=' + rating })
test('chain passes', async () => { await expect(chain('good')).toBeCoherentChain({ theme: 'sailors' }) })
test('chain fails', async () => { await expect(chain('good')).toBeCoherentChain({ theme: 'sailors', min: 'excellent' }) })
test('chain not passes', async () => { await expect(chain('poor')).not.toBeCoherentChain({ theme: 'sailors' }) })
test('chain unjudged', async () => { await expect(chain('fair')).not.toBeCoherentChain({ theme: 'sailors' }) })
test('chain broken', async () => { await expect({ sm: 'a plan' }).toBeCoherentChain({ theme: 'sailors' }) })

for (const name of ['sm', 'tea', 'dev', 'reviewer']) {
  test('phase ' + name, async () => { await expect('value=8').toPassRubric(rubrics[name], { character: 'A sailor.' }) })
}
test('instance passes', async () => { await expect(fix).toResolveInstance(instance) })
test('instance fails', async () => { await expect('Change src/a.py.').toResolveInstance(instance, { minScore: 0.6 }) })
test('instance not passes', async () => { await expect({ result: 'Change nothing.' }).not.toResolveInstance(instance) })
`

let run: FilesRun
let again: FilesRun
let asked: number[]
beforeAll(async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url), 'evals/a.eval.ts': source })
  const settings = { args: ['evals/'], resultsIn: 'evals/results' }
  run = await runFolder(path, settings)
  const first = api.stats.requests
  again = await runFolder(path, settings)
  asked = [first, api.stats.requests - first]
})

test('toWinAgainst passes for a win in both orders only, and .not for the rest', () => {
  expect(statesOf(run, 'win')).toEqual({
    passes: 'passed',
    fails: 'failed',
    ties: 'failed',
    'not passes': 'passed',
    'not fails': 'failed',
    unjudged: 'failed',
    'without options': 'failed',
    misspelt: 'failed',
  })
  expect(messageOf('win fails')).toMatchInlineSnapshot(`
    "Error: expect(output).toWinAgainst(other)

    Expected winner: output
    Received winner: other  (70.0 against 80.0 of 100)

      ✗ correctness  6 against 8  (33 %)
          the text says 6 the text says 6
      ✗ quality      6 against 8  (33 %)
          the text says 6 the text says 6
      ✓ depth        9 against 8  (33 %)

    Output: "value=6 depth=9" (15 characters)
    Other:  "value=8" (7 characters)
    Judge:  claude-haiku-5-5, prompt compare-1, 2 requests"
  `)
  expect(messageOf('win ties')).toMatchInlineSnapshot(`
    "Error: expect(output).toWinAgainst(other)

    Expected winner: output
    Received winner: tie  (70.0 against 70.0 of 100)

      ✓ correctness  7 against 7  (33 %)
      ✓ depth        7 against 7  (33 %)
      ✓ quality      7 against 7  (33 %)

    Output: "value=7" (7 characters)
    Other:  "value=7" (7 characters)
    Judge:  claude-haiku-5-5, prompt compare-1, 1 request"
  `)
  expect(messageOf('win unjudged')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(output).not.toWinAgainst(other)

    No verdict: output: depth, output: depth are unjudged: the value of "depth" of A is 99, outside 1 to 10; the value of "depth" of B is 99, outside 1 to 10.
    This says nothing about the output.

    Expected winner: other or tie
    Received winner: open  (56.7 to 86.7 against 80.0 of 100)

      ? depth        - against 8  (33 %)
          unjudged
      ✓ correctness  8 against 8  (33 %)
      ✓ quality      8 against 8  (33 %)

    Output: "value=8 depth=99" (16 characters)
    Other:  "value=8" (7 characters)
    Judge:  claude-haiku-5-5, prompt compare-1, 4 requests"
  `)
  expect([messageOf('win without options'), messageOf('win misspelt')]).toMatchInlineSnapshot(`
    [
      "InputError: toWinAgainst: expected the options to be an object with the \`challenge\` that both answer, but received undefined.",
      "InputError: toWinAgainst: there is no option \`swapp\`. Did you mean \`swap\`? Known are \`challenge\`, \`character\`, \`otherCharacter\`, \`baselineIssues\`, \`baselineCriteria\`, \`swap\`, \`judge\`, \`judges\`.",
    ]
  `)
})

test('toMeetBehaviors goes by the share that is met, required ids and, where asked for, the score', () => {
  expect(statesOf(run, 'behaviours')).toEqual({
    pass: 'passed',
    fail: 'failed',
    'pass below': 'passed',
    'not pass': 'passed',
    unjudged: 'failed',
    unknown: 'failed',
  })
  expect(messageOf('behaviours fail')).toMatchInlineSnapshot(`
    "Error: expect(output).toMeetBehaviors(criteria)

    Expected met:   >= 0.75
    Received met:      0.50  (1 of 2 criteria)
    Expected score: >= 0.90
    Received score:    0.37  (36.7 of 100)

      ✗ ASKS  plan  (must be met)
          Asked for: Asks first
      ✓ FITS  plan

    Output: "does FITS" (9 characters)
    Judge:  claude-haiku-5-5, prompt solo-behaviours-1, 1 request"
  `)
  expect(messageOf('behaviours unjudged')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(output).not.toMeetBehaviors(criteria)

    No verdict: clear_actionable, well_structured are unjudged: the value of "clear_actionable" is 11, outside 1 to 10; the value of "well_structured" is 11, outside 1 to 10.
    This says nothing about the output.

    Expected met:   <  0.75
    Received met:      1.00  (2 of 2 criteria)
    Expected score: <  0.30
    Received score:    0.17 to 0.47  (parts are unjudged)

      ✓ FITS  plan
      ✓ ASKS  plan

    Output: "does FITS does ASKS value=11" (28 characters)
    Judge:  claude-haiku-5-5, prompt solo-behaviours-1, 2 requests"
  `)
  expect(messageOf('behaviours unknown')).toMatchInlineSnapshot(
    `"InputError: toMeetBehaviors: expected every id in \`mustMeet\` to be one of the criteria (FITS, ASKS), but received "NOPE"."`,
  )
})

test('toBeCoherentChain goes by the rating', () => {
  expect(statesOf(run, 'chain')).toEqual({
    passes: 'passed',
    fails: 'failed',
    'not passes': 'passed',
    unjudged: 'failed',
    broken: 'failed',
  })
  expect(messageOf('chain fails')).toMatchInlineSnapshot(`
    "Error: expect(chain).toBeCoherentChain(options)

    Expected rating: at least excellent
    Received rating: good  (multiplier 1)

      as the text says

    Review: "rating=good" (11 characters)
    Judge:  claude-haiku-5-5, prompt coherence-1, recorded"
  `)
  expect(messageOf('chain unjudged')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(chain).not.toBeCoherentChain(options)

    No verdict: rating is unjudged: the rating is "fair", not one of excellent, good, poor.
    This says nothing about the output.

    Review: "rating=fair" (11 characters)
    Judge:  claude-haiku-5-5, prompt coherence-1, 2 requests"
  `)
  expect(messageOf('chain broken')).toMatchInlineSnapshot(
    `"InputError: toBeCoherentChain: expected the chain to be an object with the responses \`sm\`, \`tea\`, \`dev\`, \`reviewer\`, but received {"sm":"a plan"}."`,
  )
})

test('toPassRubric takes the rubric of every phase', () => {
  expect(statesOf(run, 'phase')).toEqual({ sm: 'passed', tea: 'passed', dev: 'passed', reviewer: 'passed' })
})

test('toResolveInstance goes by fixed rules and asks nobody', () => {
  expect(statesOf(run, 'instance')).toEqual({ passes: 'passed', fails: 'failed', 'not passes': 'passed' })
  expect(messageOf('instance fails')).toMatchInlineSnapshot(`
    "Error: expect(output).toResolveInstance(instance)

    Expected score: >= 0.60
    Received score:    0.23  (22.5 of 100)

      ✗ fix_quality   15.0 of 40
          added lines: 0 of 1; no fenced block; code lines: 0, changed lines of the gold patch: 2; no Python block
      ✗ root_cause    7.5 of 30
          files: 1 of 1; functions and classes: 0 of 1; no words of explanation; key terms: 0 of 1
      ✗ completeness  0.0 of 20
          words about edge cases: 0; no test function; no assertion
      ✗ persona       0.0 of 10
          professional phrases: 0

    Output: "Change src/a.py." (16 characters)
    Files:  src/a.py"
  `)
  const checks = run.results[0]?.checks.filter(({ test: name }) => name.startsWith('instance')) ?? []
  expect(checks.map(({ judgement }) => [judgement.mode, judgement.requests])).toEqual(checks.map(() => ['swebench', 0]))
})

test('an unchanged second run asks only again what could not be recorded', () => {
  const states = (of: FilesRun) =>
    Object.fromEntries(Object.entries(of.tests).map(([name, { status }]) => [name, status]))
  expect(states(again)).toEqual(states(run))
  // Two orders with two attempts, one list with two, one chain with two: what is unjudged is never recorded.
  expect(asked[1]).toBe(8)
  expect(asked[0]).toBeGreaterThan(20)
})

function messageOf(name: string): string {
  return run.tests[name]?.errors.join('\n') ?? ''
}
