/**
 * Samples, a stronger judge, judging together or apart and the notice of kinship, from the plugin's options through workers to
 * messages and results.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { config } from '../support/run-vitest.js'
import { type FilesRun, runFiles } from './run-files.js'

const judge = `import { functionModel } from 'vitest-judge'
const leaf = (value) => ({ evidence: [], reasoning: 'sample', value })
const judge = functionModel({ id: 'claude-house', judge: ({ sample, schema, user }) => {
  const { scores, task_success } = schema.properties
  if (task_success) return { task_success: { evidence: [], justification: 'x', score: [1, 0.8, 0.9][sample] } }
  const far = user.some(({ text }) => text.includes('far'))
  const value = far ? [2, 9, 6][sample] : [8, 9, 9][sample]
  if (!scores) return leaf(value)
  return { scores: Object.fromEntries(Object.keys(scores.properties).map((name) => [name, leaf(value)])), assessment: 'x' }
} })`

const rubric = `{ name: 'mine', dimensions: [{ name: 'clear', weight: 1 }, { name: 'right', weight: 1 }] }`
const tests = `import { expect, test } from 'vitest'
const rubric = ${rubric}
test('near', () => expect('near').toPassRubric(rubric))
test('far', () => expect('far').toPassRubric(rubric))
test('apart, asked once', () => expect('near').toPassRubric(rubric, { judging: 'apart', samples: 1 }))
`
const evalSet = {
  ...{ version: 1, feature: 'refunds', rubric: { dimensions: [{ name: 'task_success', weight: 1 }] } },
  cases: [{ id: 'c', input: 'Refund it', expected: 'Refunded' }],
}

let api: MessagesApi
let run: FilesRun
beforeAll(async () => {
  const leaf = { evidence: [], reasoning: 'The stronger judge says so.', value: 3 }
  api = await startMessagesApi({ reply: () => ({ json: { scores: { clear: leaf, right: leaf }, assessment: 'x' } }) })
  const options = `{ judge, recordings: 'off', apiKey: 'test-key', baseURL: '${api.url}', judging: 'together', samples: 3,
    agentModel: 'claude-agent', escalate: { to: 'tier-best', when: { spread: 0.5 } } }`
  run = await runFiles(
    {
      'vitest.config.ts': config(options, '{}', judge),
      'a.test.ts': tests,
      'evals/refunds.evalset.json': JSON.stringify(evalSet),
      'evals/refunds.subject.ts': `export default () => 'Refunded'\n`,
    },
    { args: ['a.test', 'evals'], resultsIn: 'evals/results' },
  )
})
afterAll(() => api.close())

const checkOf = (test: string) => run.results[0]?.checks.find((check) => check.test === test)

it('the median of the samples decides, and every vote is in the record', () => {
  expect(run.tests.near?.status).toBe('passed')
  const { judgement, values } = checkOf('near') ?? {}
  expect(values).toEqual({ score: 0.9 })
  expect(judgement).toMatchObject({
    requests: 3,
    model: 'claude-house',
    agent_model: 'claude-agent',
    sampling: { samples: 3, questions: [{ votes: { 'scores.clear.value': [8, 9, 9] } }] },
  })
})

it('only where the samples are far apart the stronger judge is asked, and the message says so', () => {
  expect(api.requests.map(({ body }) => body.model)).toEqual(['claude-opus-5-5'])
  expect(run.tests.far?.errors).toMatchInlineSnapshot(`
    [
      "Error: expect(output).toPassRubric(mine)

    Expected score: >= 0.75
    Received score:    0.30  (30.0 of 100)

      ✗ clear  3 of 10  (50 %)
          The stronger judge says so.
      ✗ right  3 of 10  (50 %)
          The stronger judge says so.

    Output: "far" (3 characters)
    Judge:  claude-house (served by claude-opus-5-5), prompt solo-rubric-1, 4 requests, 3 samples (spread 0.78 of the scale), settled by tier-best (1 of 1 question)",
    ]
  `)
})

it('a test has the last word on how it is judged', () => {
  expect(checkOf('apart, asked once')?.judgement).toMatchObject({ requests: 2, assessment: '' })
  expect(checkOf('apart, asked once')?.judgement).not.toHaveProperty('sampling')
})

it('a case of an eval set keeps its votes and settings, and was asked about together', () => {
  const [record] = run.results[0]?.sets[0]?.cases ?? []
  expect(record).toMatchObject({
    scores: { task_success: 0.9 },
    requests: 3,
    settings: {},
    sampling: { samples: 3, questions: [{ votes: { 'task_success.score': [1, 0.8, 0.9] } }] },
  })
})

it('the run says once that judge and agent are of one family', () => {
  expect(run.output.match(/Not independent: .*/g)).toEqual([
    'Not independent: judge (claude-house) and agent (claude-agent) are both of the Claude family. Judges tend to rate their own kind higher; another family would be impartial.',
  ])
})
