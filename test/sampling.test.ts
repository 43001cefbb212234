import { describe, expect, it } from 'vitest'
import { createJudge } from '../src/engine.js'
import { CallError } from '../src/errors.js'
import { type ConductOptions, conduct } from '../src/judge.js'
import type { Asker, AskOptions } from '../src/models/asker.js'
import type { JudgeRequest } from '../src/models/model.js'
import { scriptedModel } from '../src/models/scripted.js'
import { coherence } from '../src/modes/coherence.js'
import { soloRubric } from '../src/modes/solo-rubric.js'
import { newFolder } from './broker/brokers.js'

type Answer = unknown
type Call = { readonly request: JudgeRequest; readonly options: AskOptions }

/** Answers each sample of the run's judge by its index, and the stronger judge by `stronger`. */
function judges(samples: readonly Answer[], stronger: Answer = null): Asker & { readonly calls: Call[] } {
  const calls: Call[] = []
  return {
    identity: { model: 'judge-1', settings: {}, alias: 'tier-one' },
    calls,
    async ask(request, options) {
      calls.push({ request, options })
      const answer = options.model === undefined ? samples[request.sample] : stronger
      if (answer instanceof Error) throw answer
      const usage = { input: 10, output: 1, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
      const servedBy = options.model ?? 'judge-1'
      const reply = { stop: 'ok' as const, value: answer, text: JSON.stringify(answer), usage, servedBy }
      return { reply, source: 'fresh', key: `key-${calls.length}`, usd: 1 }
    },
    keep: async () => {},
  }
}

const task = {
  mode: 'solo',
  response: 'The cart lives in the session.',
  rubric: { name: 'mine', dimensions: ['clear', 'right'].map((name) => ({ name, weight: 1 })) },
}
const scores = (clear: unknown, right: unknown) => ({
  scores: { clear: { value: clear }, right: { value: right } },
  assessment: 'Good.',
})
const judged = (asker: Asker, options: ConductOptions) => conduct(soloRubric, task, asker, options)
const to = 'tier-best'

describe('samples', () => {
  it('ask as often as is wanted, each by its index, and the medians make the score', async () => {
    const asker = judges([scores(2, 8), scores(9, 8), scores(6, 6)])
    const judgement = await judged(asker, { samples: 3 })
    expect(asker.calls.map(({ request }) => request.sample)).toEqual([0, 1, 2])
    expect(judgement).toMatchObject({ total: 70, requests: 3, cost_usd: 3, token_usage: { input: 30 } })
    expect(judgement.sampling).toEqual({
      samples: 3,
      spread: 7 / 9,
      questions: [
        {
          question: 'mine',
          votes: { 'scores.clear.value': [2, 9, 6], 'scores.right.value': [8, 8, 6] },
          spread: 7 / 9,
        },
      ],
    })
  })

  it('leave no trace where there is one', async () => {
    const judgement = await judged(judges([scores(2, 8)]), {})
    expect(judgement).not.toHaveProperty('sampling')
    expect(judgement).toMatchObject({ model: 'judge-1', model_alias: 'tier-one' })
  })

  it('that fail do not count while more than half give something', async () => {
    const asker = judges([scores(2, 7), new CallError('transient', 'cut'), scores(4, 7)])
    const judgement = await judged(asker, { samples: 3 })
    expect(judgement).toMatchObject({ total: 50, unjudged: [] })
    expect(judgement.sampling?.questions[0]?.votes['scores.clear.value']).toEqual([2, null, 4])
  })

  it('of which half fail leave everything unjudged, with the reason', async () => {
    const asker = judges([scores(2, 8), new CallError('overloaded', 'busy')])
    const judgement = await judged(asker, { samples: 2 })
    expect(judgement).toMatchObject({ success: false, unjudged: [{ reason: 'overloaded' }, { reason: 'overloaded' }] })
  })

  it('that tie are contradictory', async () => {
    const relay = ['theme', 'sm_response', 'tea_response', 'dev_response', 'reviewer_response']
    const texts = Object.fromEntries(relay.map((name) => [name, 'A text.']))
    const rating = (word: string) => ({ evidence: [], reasoning: 'x', rating: word })
    const asker = judges([rating('good'), rating('poor')])
    const judgement = await conduct(coherence, { mode: 'coherence', ...texts }, asker, { samples: 2 })
    const unjudged = [{ part: 'rating', reason: 'contradictory', detail: 'the samples tie on "rating"' }]
    expect(judgement).toMatchObject({ success: false, unjudged })
  })

  it('each have a recording of their own, so that more samples ask only for what is new', async () => {
    let asked = 0
    const judge = scriptedModel({
      reply: () => {
        asked++
        return scores(asked, 8)
      },
    })
    const recordingsDir = newFolder()
    const options = { judge, recordingsDir }
    const first = await createJudge(options)(task, { samples: 2 })
    expect([first.requests, asked]).toEqual([2, 2])
    const second = await createJudge(options)(task, { samples: 3 })
    expect([second.requests, asked]).toEqual([1, 3])
    expect(second.sampling?.questions[0]?.votes['scores.clear.value']).toEqual([1, 2, 3])
    const one = await createJudge(options)(task)
    expect(one).toMatchObject({ requests: 0, recorded: true, scores: { clear: { value: 1 } } })
  })
})

describe('a stronger judge', () => {
  const half = scores(6, 99)

  it.each<[string, ConductOptions, Answer[], boolean]>([
    [
      'is asked where samples are further apart than allowed',
      { samples: 2, escalate: { to, when: { spread: 0.5 } } },
      [scores(2, 8), scores(9, 8)],
      true,
    ],
    [
      'is not asked where samples are near each other',
      { samples: 2, escalate: { to, when: { spread: 0.5 } } },
      [scores(5, 8), scores(6, 8)],
      false,
    ],
    [
      'is asked where an unjudged part leaves the verdict open',
      { threshold: 0.7, escalate: { to, when: { bounds: true } } },
      [half],
      true,
    ],
    [
      'is not asked where the verdict stands without it',
      { threshold: 0.2, escalate: { to, when: { bounds: true } } },
      [half],
      false,
    ],
    [
      'is asked about any unjudged part where no threshold is known',
      { escalate: { to, when: { bounds: true } } },
      [half],
      true,
    ],
    [
      'is not asked where everything is judged',
      { threshold: 0.7, escalate: { to, when: { bounds: true } } },
      [scores(6, 6)],
      false,
    ],
    [
      'is not asked about unjudged parts where only the spread counts',
      { escalate: { to, when: { spread: 0 } } },
      [half],
      false,
    ],
    [
      'is not asked in a dry run',
      { escalate: { to, when: { bounds: true } } },
      [new CallError('dry_run', 'dry')],
      false,
    ],
  ])('%s', async (_what, options, samples, isAsked) => {
    const asker = judges(samples, scores(9, 9))
    const judgement = await judged(asker, options)
    const models = asker.calls.flatMap(({ options: { model } }) => model ?? [])
    expect(models).toEqual(isAsked ? [to] : [])
    if (isAsked) expect(judgement).toMatchObject({ total: 90, unjudged: [], served_by: to })
    else expect(judgement.success && judgement.total).not.toBe(90)
  })

  it('is recorded with what it said, beside the votes that it overrules', async () => {
    const options = { samples: 2, escalate: { to, when: { spread: 0.5 } } }
    const { sampling } = await judged(judges([scores(2, 8), scores(9, 8)], scores(7, 7)), options)
    expect(sampling).toMatchObject({
      samples: 2,
      spread: 7 / 9,
      questions: [
        {
          votes: { 'scores.clear.value': [2, 9] },
          escalated: {
            to,
            because: 'spread',
            answered: true,
            votes: { 'scores.clear.value': [7], 'scores.right.value': [7] },
          },
        },
      ],
    })
  })

  it('that gives no answer leaves the samples as they are', async () => {
    const options = { samples: 2, escalate: { to, when: { spread: 0.5 } } }
    const judgement = await judged(judges([scores(2, 8), scores(9, 8)], new CallError('no_judge', 'no key')), options)
    expect(judgement).toMatchObject({ total: 67.5 })
    expect(judgement.sampling?.questions[0]?.escalated).toMatchObject({ answered: false })
  })

  it('is not the judge of the test’s own', async () => {
    const own = scriptedModel({ id: 'mine', reply: [] })
    const asker = judges([half], scores(9, 9))
    await judged(asker, { judge: own, escalate: { to, when: { bounds: true } } })
    expect(asker.calls.map(({ options: { judge, model } }) => model ?? judge?.id)).toEqual(['mine', 'mine', to])
  })
})

describe('options', () => {
  const judge = createJudge({ judge: scriptedModel({ reply: [] }), recordings: 'off' })
  it.each<[string, object]>([
    ['`samples` to be a whole number from 1', { samples: 0 }],
    ['`samples` to be a whole number from 1', { samples: 1.5 }],
    ['`escalate.to` to be a tier', { escalate: { to: 'tier-huge', when: { bounds: true } } }],
    ['`escalate.when` to be `spread`, `bounds` or both', { escalate: { to, when: {} } }],
    ['`escalate.when.spread` to be a fraction from 0 to 1', { escalate: { to, when: { spread: 2 } } }],
  ])('that are wrong are refused: %s', async (message, options) => {
    await expect(judge(task, options)).rejects.toThrow(message)
  })
})
