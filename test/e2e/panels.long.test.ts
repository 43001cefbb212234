/**
 * Panels: several judges for one verdict, in matchers and for a whole run, from the config through workers to messages and
 * results.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { config } from '../support/run-vitest.js'
import { answerRequest } from './api-judge.js'
import { type FilesRun, runFiles } from './run-files.js'

/** Judges of one kind that differ by what they find in the text: `a=7`. */
const SOURCE = `import { functionModel } from 'vitest-judge'
const reply = ({ schema, user }, name) => {
  const text = user.map((part) => part.text).join('\\n')
  if (text.includes(name + '=none')) throw new Error('out of order')
  const value = Number(new RegExp(name + '=(\\\\d+)').exec(text)?.[1] ?? 9)
  const { scores, baseline_behaviors, rating, score } = schema.properties
  if (score) return { evidence: [], justification: name, score: value / 10 }
  if (rating) return { evidence: [], reasoning: name, rating: value > 5 ? 'good' : 'poor' }
  if (baseline_behaviors) {
    const ids = baseline_behaviors.items.properties.id.enum
    return { baseline_behaviors: ids.map((id) => ({ id, evidence: value > 5 ? 'text' : '', demonstrated: value > 5 })), quality: { reasoning: name, clear_actionable: value, well_structured: value }, assessment: name }
  }
  const leaf = { evidence: [], reasoning: name + ' says ' + value, value }
  return { scores: Object.fromEntries(Object.keys(scores.properties).map((key) => [key, leaf])), assessment: name }
}
const [a, b, c] = ['a', 'b', 'c'].map((name) => functionModel({ id: 'judge-' + name, judge: (request) => reply(request, name) }))
`
const tests = `${SOURCE}import { expect, test } from 'vitest'
const rubric = { name: 'mine', dimensions: [{ name: 'clear', weight: 1 }] }
test('median', () => expect('text a=8 b=9 c=2').toPassRubric(rubric, { judges: [a, b, c] }))
test('too few', () => expect('text a=9 b=none c=none').toPassRubric(rubric, { judges: [a, b, c] }))
test('one is out', () => expect('text a=9 b=8 c=none').toPassRubric(rubric, { judges: [a, b, c] }))
test('fails', () => expect('text a=3 b=2 c=9').toPassRubric(rubric, { judges: [a, b, c], samples: 2 }))
test('majority', () => expect('text a=9 b=9 c=1').toMeetBehaviors({ g: [{ id: 'X', description: 'x' }] }, { judges: [a, b, c] }))
test('words', () => expect({ sm: 'text a=9 b=1 c=1', tea: 't', dev: 't', reviewer: 't' }).not.toBeCoherentChain({ theme: 't', judges: [a, b, c] }))
test('two ways', () => expect('x').toPassRubric(rubric, { judge: a, judges: [a, b] }))
test('one alone', () => expect('x').toPassRubric(rubric, { judges: [a] }))
test('twice', () => expect('x').toPassRubric(rubric, { judges: [a, a] }))
test('none', () => expect('x').toPassRubric(rubric, { judges: [a, 'tier-none'] }))
`

const checkOf = (run: FilesRun, test: string) => run.results[0]?.checks.find((check) => check.test === test)

describe('of a test', () => {
  let run: FilesRun
  beforeAll(async () => {
    run = await runFiles({ 'vitest.config.ts': config(`{ recordings: 'off' }`), 'a.test.ts': tests })
  })

  it('the median of values, the majority of yes or no and of words decides, as with samples', () => {
    const states = ['median', 'too few', 'one is out', 'fails', 'majority', 'words'].map(
      (name) => run.tests[name]?.status,
    )
    expect(states).toEqual(['passed', 'failed', 'passed', 'failed', 'passed', 'passed'])
    expect(checkOf(run, 'median')?.values).toEqual({ score: 0.8 })
    expect(checkOf(run, 'too few')?.verdict).toBe('unjudged')
  })

  it('the record keeps every vote, what each judge took, and alpha', () => {
    expect(checkOf(run, 'median')?.judgement).toMatchObject({
      ...{ model: 'judge-a, judge-b, judge-c', settings: { panel: [{}, {}, {}] }, requests: 3 },
      sampling: {
        questions: [{ votes: { 'scores.clear.value': [8, 9, 2] } }],
        panel: {
          judges: ['judge-a', 'judge-b', 'judge-c'].map((model) => ({ model, requests: 1, token_usage: { input: 0 } })),
          alpha: { words: null },
        },
      },
    })
    expect(checkOf(run, 'fails')?.judgement).toMatchObject({
      requests: 6,
      sampling: { samples: 2, questions: [{ votes: { 'scores.clear.value': [3, 3, 2, 2, 9, 9] } }] },
    })
    expect(resultsSchema.safeParse(run.results[0]).success).toBe(true)
  })

  it('the message names the judges, and the run how far they agree', () => {
    expect(run.tests['fails']?.errors[0]).toContain(
      'Judge:  judge-a, judge-b, judge-c, prompt solo-rubric-1, 6 requests, 3 judges, 2 samples each (spread 0.78 of the scale)',
    )
    expect(run.output).toMatch(
      /Panel {2}solo: alpha -?\d\.\d\d of values, alpha -?\d\.\d\d of yes or no and words, over \d+ votes; judge-a \d+ requests, price not known/,
    )
  })

  it('a judge beside a panel, one alone, the same twice, and what is none are wrong input', () => {
    const error = (name: string) => run.tests[name]?.errors[0]
    expect(error('two ways')).toContain('expected `judge` to be absent beside `judges`')
    expect(error('one alone')).toContain('expected `judges` to be a list of at least two judges')
    expect(error('twice')).toContain('a list without any judge twice')
    expect(error('none')).toContain('a judge with `id`, `settings` and `judge`, a tier (tier-best) or a model id')
  })
})

describe('of a run', () => {
  let api: MessagesApi
  let run: FilesRun
  beforeAll(async () => {
    api = await startMessagesApi({ reply: answerRequest })
    run = await runFiles(
      {
        'vitest.config.ts': config(
          `{ judges: [a, 'tier-fast', 'tier-best'], recordings: 'off', apiKey: 'test-key', baseURL: '${api.url}' }`,
          '{}',
          SOURCE,
        ),
        'a.test.ts': `${SOURCE}import { expect, test } from 'vitest'
const rubric = { name: 'mine', dimensions: [{ name: 'clear', weight: 1 }] }
test('panel', () => expect('text a=1 value=8').toPassRubric(rubric))
test('own judge', () => expect('text b=9').toPassRubric(rubric, { judge: b }))`,
        'evals/refunds.evalset.json': JSON.stringify({
          ...{ version: 1, feature: 'refunds', rubric: { dimensions: [{ name: 'task_success', weight: 1 }] } },
          cases: [{ id: 'c', input: 'Refund it', expected: 'Refunded' }],
        }),
        'evals/refunds.subject.ts': `export default () => 'Refunded a=2 task_success=0.9'\n`,
      },
      { args: ['a.test', 'evals'], resultsIn: 'evals/results' },
    )
  })
  afterAll(() => api.close())

  it('judges of the config and Claude by name sit on one panel, for matchers and eval sets', () => {
    expect(run.code, run.output).toBe(0)
    expect(checkOf(run, 'panel')?.judgement).toMatchObject({
      requests: 3,
      sampling: {
        questions: [{ votes: { 'scores.clear.value': [1, 8, 8] } }],
        panel: { judges: [{}, { model_alias: 'tier-fast' }, {}] },
      },
    })
    const [record] = run.results[0]?.sets[0]?.cases ?? []
    expect(record).toMatchObject({
      scores: { task_success: 0.9 },
      sampling: { questions: [{ votes: { score: [0.2, 0.9, 0.9] } }] },
    })
    expect(api.requests.map(({ body }) => body.model).sort()).toEqual([
      'claude-haiku-5-5',
      'claude-haiku-5-5',
      'claude-opus-5-5',
      'claude-opus-5-5',
    ])
  })

  it('a test with a judge of its own has no panel', () => {
    expect(checkOf(run, 'own judge')?.judgement).toMatchObject({ model: 'judge-b', requests: 1 })
    expect(checkOf(run, 'own judge')?.judgement).not.toHaveProperty('sampling')
  })
})
