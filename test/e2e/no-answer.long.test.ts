/**
 * An agent that answered nothing: one rule for every matcher and for eval sets.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type FilesRun, runFiles } from './run-files.js'

const source = `import { expect, test } from 'vitest'
const gold = '--- a/src/a.py\\n+++ b/src/a.py\\n@@ -1 +1 @@\\n-y = 2\\n+y = 3\\n'
const issues = [{ id: 'LEAK', severity: 'high', description: 'A connection is never closed' }]
const criteria = { plan: [{ id: 'FITS', description: 'Fits' }] }
const ways = {
  toPassRubric: (value) => expect(value).toPassRubric('Is kind'),
  toMeetBehaviors: (value) => expect(value).toMeetBehaviors(criteria, { minScore: 0.5 }),
  toFindBaselineIssues: (value) => expect(value).toFindBaselineIssues(issues),
  'toFindBaselineIssues with a judge': (value) => expect(value).toFindBaselineIssues(issues, { judge: true }),
  toWinAgainst: (value) => expect(value).toWinAgainst('value=1', { challenge: 'Why?' }),
  toBeCoherentChain: (value) => expect({ sm: 'a', tea: 'b', dev: value, reviewer: 'd' }).toBeCoherentChain({ theme: 'x' }),
  toResolveInstance: (value) => expect(value).toResolveInstance({ patch: gold, problem_statement: 'y' }),
  toMatchGroundTruthPatch: (value) => expect(value).toMatchGroundTruthPatch(gold),
  'toMatchGroundTruthPatch by its score': (value) => expect(value).toMatchGroundTruthPatch(gold, { threshold: 0 }),
}
const shapes = { empty: '', blank: ' \\n\\t\\u200b', 'in an object': { result: '' }, 'given up': { result: null } }
for (const [name, judge] of Object.entries(ways))
  for (const [shape, value] of Object.entries(shapes)) test(name + ': ' + shape, async () => { await judge(value) })
const silent = [{ role: 'user', content: 'Hello?' }, { role: 'assistant', content: [] }]
test('toPassRubric: messages', async () => { await expect(silent).toPassRubric('Is kind') })
test('toPassRubric: no messages', async () => { await expect([]).toPassRubric('Is kind') })
test('toFindBaselineIssues: no findings', async () => { await expect([]).toFindBaselineIssues(issues, { judge: true }) })
test('not', async () => { await expect('').not.toPassRubric('Is rude') })
test('wrong test', async () => { await expect(undefined).toPassRubric('Is kind') })
test('wrong options', async () => { await expect('').toPassRubric('Is kind', { treshold: 1 }) })
test('the other', async () => { await expect('value=1').toWinAgainst('', { challenge: 'Why?' }) })
`
const cases = ['text', 'object', 'change', 'calls'].map((id) => ({ id, input: 'x', expected: 'task_success=1' }))
const subject = `const answers = {
  text: ' ',
  object: { output: '', diff: '\\n', toolCalls: [] },
  change: { output: '', diff: '+task_success=1' },
  calls: { output: '', toolCalls: [{ tool: 'refund' }] },
}
export default ({ id }) => answers[id]
`
const files = {
  'evals/a.eval.ts': source,
  'evals/silent.evalset.json': JSON.stringify({ version: 1, feature: 'silent', cases }, null, 1),
  'evals/silent.subject.ts': subject,
}
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

let api: MessagesApi
let run: FilesRun
beforeAll(async () => {
  api = await startMessagesApi({ reply: answerRequest })
  run = await runFiles({ 'vitest.config.ts': apiConfig(api.url, `recordings: 'off'`), ...files }, settings)
  return () => api.close()
})

const checks = () => run.results[0]?.checks ?? []

describe('a matcher', () => {
  test('fails with a record of the agent’s failure, whatever shape the nothing has', () => {
    const silent = checks().filter(({ test }) => test.startsWith('to'))
    expect(silent).toHaveLength(9 * 4 + 3)
    for (const check of silent) {
      expect(check, check.test).toMatchObject({ verdict: 'fail', passed: false })
      expect(check.judgement.requests ?? 0, check.test).toBe(0)
      expect(run.tests[check.test]?.errors[0], check.test).toMatch(/^Error: expect\(/)
    }
  })

  test('says what is missing', () => {
    expect(run.tests['toPassRubric: blank']?.errors.join('\n')).toMatchInlineSnapshot(`
      "Error: expect(output).toPassRubric("Is kind")

      Expected output: a text
      Received output: nothing

        the output is empty: there is nothing to judge, and nobody was asked."
    `)
    expect(run.tests['toBeCoherentChain: empty']?.errors.join('\n')).toMatchInlineSnapshot(`
      "Error: expect(chain).toBeCoherentChain(options)

      Expected output: a text
      Received output: nothing

        the response of \`dev\` is empty: there is nothing to judge, and nobody was asked."
    `)
    expect(run.tests['toMatchGroundTruthPatch by its score: empty']?.errors.join('\n')).toMatchInlineSnapshot(`
      "Error: expect(patch).toMatchGroundTruthPatch(gold)

      Expected score: >= 0.00
      Received score:    0.00  (0.0 of 100)

        The candidate is empty.
        files 0.0 of 20, locations 0.0 of 20, fix logic 0.0 of 40, completeness 0.0 of 20

        ✗ src/a.py  not changed
            missing line 1: -y = 2
        Lines of the gold patch that are missing:
            -y = 2
            +y = 3

      Read:   none"
    `)
    expect(run.output).toContain('✗ toWinAgainst  no score  toWinAgainst: empty')
    expect(checks().find(({ test }) => test === 'toMeetBehaviors: empty')).toMatchObject({
      thresholds: { met: 0.75, score: 0.5 },
      values: { met: 0, score: 0 },
      reason: 'the output is empty: there is nothing to judge, and nobody was asked',
    })
  })

  test('under .not is the mirror image, as for any other failure', () => {
    expect(run.tests.not?.status).toBe('passed')
    expect(checks().find(({ test }) => test === 'not')).toMatchObject({ verdict: 'fail', negated: true, passed: true })
  })

  test('tells a test that is wrong from an agent that is silent', () => {
    for (const name of ['wrong test', 'wrong options', 'the other']) {
      expect(run.tests[name]?.errors[0], name).toMatch(/^InputError: /)
    }
  })
})

describe('a case of an eval set', () => {
  const subjects = (from: FilesRun) => from.results[0]?.sets[0]?.cases.map(({ id, error }) => [id, error])
  const failed = [
    ['text', 'the output is empty: there is nothing to judge, and nobody was asked'],
    ['object', 'the output is empty: there is nothing to judge, and nobody was asked'],
    ['change', undefined],
    ['calls', undefined],
  ]

  test('fails as the agent’s failure without a question, unless there is a change or a call to judge', () => {
    expect(subjects(run)).toEqual(failed)
    expect(run.tests['silent text']?.errors).toEqual([`JudgeError: ${failed[0]?.[1]}`])
    expect(run.results[0]?.sets[0]?.gate.reasons).toContainEqual({
      kind: 'agent',
      text: 'the subject failed in 2 of 4 cases: text, object',
    })
    // Three dimensions of what was produced for the change, and all five for the calls.
    expect(api.stats.requests).toBe(8)
  })

  test('fails in the same way without a judge', async () => {
    const options = `{ judge: 'deterministic' }`
    const { config } = await import('../support/run-vitest.js')
    const offline = await runFiles({ 'vitest.config.ts': config(options), ...files }, settings)
    expect(subjects(offline)).toEqual(failed)
  })
})
