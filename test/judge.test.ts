import { describe, expect, it } from 'vitest'
import { createJudge } from '../src/engine.js'
import { CallError, InputError } from '../src/errors.js'
import { conduct } from '../src/judge.js'
import type { Asked, Asker, AskOptions } from '../src/models/asker.js'
import { NO_ASKER } from '../src/models/asker.js'
import type { JudgeReply, JudgeRequest } from '../src/models/model.js'
import { scriptedModel } from '../src/models/scripted.js'
import { evalCase } from '../src/modes/eval-case.js'
import { groundTruth } from '../src/modes/ground-truth.js'
import { soloRubric } from '../src/modes/solo-rubric.js'
import type { Usage } from '../src/types.js'
import { evalInput } from './modes/tasks.js'

const usage = (input: number, output: number): Usage => ({
  input,
  output,
  cache_read: input / 2,
  cache_write: input / 4,
  cache_write_1h: input / 4,
})

type Answer = (Partial<JudgeReply> & { source?: Asked['source']; usd?: number | null }) | Error

interface Memory extends Asker {
  readonly calls: { request: JudgeRequest; options: AskOptions }[]
  readonly kept: { key: string; reply: JudgeReply }[]
  /** Keys of what was found bad. */
  readonly forgotten: string[]
}

/** Answers in order, and remembers what it was asked and told to keep. */
function memory(answers: readonly Answer[]): Memory {
  const calls: Memory['calls'] = []
  const kept: Memory['kept'] = []
  const forgotten: string[] = []
  return {
    identity: { model: 'judge-1', settings: { effort: 'low' } },
    calls,
    kept,
    forgotten,
    async ask(request, options) {
      const answer = answers[calls.push({ request, options }) - 1]
      if (answer === undefined) throw new Error('nobody expected another question')
      if (answer instanceof Error) throw answer
      const { source = 'fresh', usd = 0.5, ...given } = answer
      const reply: JudgeReply = {
        stop: 'ok',
        value: null,
        text: `reply ${calls.length}`,
        usage: usage(100, 10),
        servedBy: 'judge-1b',
        ...given,
      }
      return { reply, source, key: `key-${calls.length}`, usd }
    },
    async keep(key, reply) {
      if (reply === null) forgotten.push(key)
      else kept.push({ key, reply })
    },
  }
}

const task = {
  mode: 'solo',
  response: 'The cart lives in the session.',
  rubric: {
    name: 'mine',
    dimensions: [
      { name: 'clear', weight: 1 },
      { name: 'right', weight: 1 },
    ],
  },
}
const scores = (clear: unknown, right: unknown) => ({
  value: { scores: { clear: { value: clear }, right: { value: right } }, assessment: 'Good.' },
})
const good = scores(6, 9)
const half = scores(6, 99)

describe('a reply that reads', () => {
  it('makes a judgement with everything that a reader needs', async () => {
    const { timestamp, ...judged } = await conduct(soloRubric, task, memory([good]))
    expect(new Date(timestamp).toISOString()).toBe(timestamp)
    expect(judged).toMatchInlineSnapshot(`
      {
        "arithmetic_mismatch": [],
        "assessment": "Good.",
        "bounds": {
          "lower": 75,
          "upper": 75,
        },
        "cost_usd": 0.5,
        "mode": "solo",
        "model": "judge-1",
        "persona_judged": false,
        "prompt_version": "solo-rubric-1",
        "recorded": false,
        "recorded_cost_usd": 0,
        "recorded_usage": {
          "cache_read": 0,
          "cache_write": 0,
          "cache_write_1h": 0,
          "input": 0,
          "output": 0,
        },
        "recordings": [
          "key-1",
        ],
        "requests": 1,
        "response_text": "reply 1",
        "rubric_key": "94952dc143c21c73",
        "sample": false,
        "scores": {
          "clear": {
            "evidence": [],
            "reasoning": "",
            "share": 0.6,
            "value": 6,
          },
          "right": {
            "evidence": [],
            "reasoning": "",
            "share": 0.9,
            "value": 9,
          },
        },
        "served_by": "judge-1b",
        "settings": {
          "effort": "low",
        },
        "success": true,
        "token_usage": {
          "cache_read": 50,
          "cache_write": 25,
          "cache_write_1h": 25,
          "input": 100,
          "output": 10,
        },
        "total": 75,
        "unjudged": [],
        "warnings": [],
        "weighted_total": 75,
      }
    `)
  })

  it('is kept as it came, under its key', async () => {
    const asker = memory([good])
    await conduct(soloRubric, task, asker)
    expect(asker.kept).toMatchObject([{ key: 'key-1', reply: { text: 'reply 1', usage: usage(100, 10) } }])
    expect(asker.calls[0]?.options).toEqual({ fresh: false })
  })

  it('out of a recording is not kept again, and costs nothing in this run', async () => {
    const asker = memory([{ ...good, source: 'recorded' }])
    const judged = await conduct(soloRubric, task, asker)
    expect(asker.kept).toEqual([])
    expect(judged).toMatchObject({
      total: 75,
      recorded: true,
      requests: 0,
      token_usage: usage(0, 0),
      recorded_usage: usage(100, 10),
      cost_usd: 0,
      recorded_cost_usd: 0.5,
    })
  })

  it('that is a written sample is told from one of a model', async () => {
    expect(await conduct(soloRubric, task, memory([{ ...good, sample: true }]))).toMatchObject({ sample: true })
  })

  it('of a model without a price leaves the cost unknown', async () => {
    expect(await conduct(soloRubric, task, memory([{ ...good, usd: null }]))).toMatchObject({ cost_usd: null })
  })
})

describe('a reply that does not read', () => {
  it('is asked for once more with what was wrong, and the second is kept under the first key with both usages', async () => {
    const asker = memory([half, { ...good, usage: usage(200, 20) }])
    const judged = await conduct(soloRubric, task, asker)
    expect(judged).toMatchObject({ total: 75, requests: 2, token_usage: usage(300, 30), cost_usd: 1 })
    expect(asker.calls.map(({ options }) => options.fresh)).toEqual([false, true])
    const [first, second] = asker.calls.map(({ request }) => request)
    expect(second?.user.slice(0, -1)).toEqual(first?.user)
    expect(second?.user.at(-1)?.text).toContain('- the value of "right" is 99, outside 1 to 10')
    expect(asker.kept).toMatchObject([{ key: 'key-1', reply: { text: 'reply 2', usage: usage(300, 30) } }])
    expect(asker.forgotten).toEqual(['key-2'])
  })

  it('twice leaves what is wrong unjudged, is never asked a third time and never kept', async () => {
    const asker = memory([half, scores(5, 'x')])
    const judged = await conduct(soloRubric, task, asker)
    expect(judged).toMatchObject({
      success: true,
      total: null,
      bounds: { lower: 30, upper: 75 },
      unjudged: [{ part: 'right', reason: 'malformed' }],
      requests: 2,
      response_text: 'reply 1\n\nreply 2',
    })
    expect(asker.calls).toHaveLength(2)
    expect(asker.kept).toEqual([])
    expect(asker.forgotten).toEqual(['key-1', 'key-2'])
  })

  it('because it is no JSON is asked for once more with that', async () => {
    const asker = memory([{ stop: 'unparsable', detail: 'the answer is not JSON' }, good])
    expect(await conduct(soloRubric, task, asker)).toMatchObject({ total: 75 })
    expect(asker.calls[1]?.request.user.at(-1)?.text).toContain('- the reply cannot be read (the answer is not JSON)')
  })

  it('because it was cut short is asked for with twice the room and the same words', async () => {
    const asker = memory([{ stop: 'truncated', detail: 'max_tokens' }, good])
    expect(await conduct(soloRubric, task, asker)).toMatchObject({ total: 75, requests: 2 })
    const [first, second] = asker.calls.map(({ request }) => request)
    expect(second).toEqual({ ...first, maxOutputTokens: (first?.maxOutputTokens ?? 0) * 2 })
    expect(asker.kept).toMatchObject([{ key: 'key-1' }])
  })

  it('because the judge refused is not asked for again', async () => {
    const asker = memory([{ stop: 'refused', detail: 'category: none given' }])
    const judged = await conduct(soloRubric, task, asker)
    expect(judged).toMatchObject({ success: false, unjudged: [{ reason: 'refused' }, { reason: 'refused' }] })
    expect(asker.calls).toHaveLength(1)
    expect(asker.kept).toEqual([])
  })

  it('out of a recording is asked again fresh, with the same words, and the new one is kept in its place', async () => {
    const asker = memory([{ ...half, source: 'recorded' }, good])
    const judged = await conduct(soloRubric, task, asker)
    expect(judged).toMatchObject({ total: 75, recorded: false, requests: 1, token_usage: usage(100, 10) })
    expect(asker.calls[1]).toEqual({ request: asker.calls[0]?.request, options: { fresh: true } })
    expect(asker.kept).toMatchObject([{ key: 'key-1', reply: { text: 'reply 2', usage: usage(100, 10) } }])
  })

  it('that a killed run left unread is judged as a fresh one, costs nothing in this run, and is kept or forgotten', async () => {
    const taken = memory([{ ...good, source: 'unread' }])
    expect(await conduct(soloRubric, task, taken)).toMatchObject({ total: 75, recorded: true, requests: 0 })
    expect([taken.kept.length, taken.forgotten]).toEqual([1, []])
    const bad = memory([{ ...half, source: 'unread' }, good])
    expect(await conduct(soloRubric, task, bad)).toMatchObject({ total: 75, requests: 1, token_usage: usage(100, 10) })
    // With what was wrong, as after a fresh one; of both the tokens are kept.
    expect(bad.calls[1]?.request).not.toEqual(bad.calls[0]?.request)
    expect(bad.kept).toMatchObject([{ key: 'key-1', reply: { usage: usage(200, 20) } }])
    expect(bad.forgotten).toEqual(['key-2'])
  })

  it('is repaired as for the one that asked first, where it was shared with an equal request', async () => {
    const answers: Answer[] = [{ stop: 'truncated', source: 'recorded' }, good]
    const asker = memory(answers)
    expect(await conduct(soloRubric, task, asker)).toMatchObject({ total: 75 })
    const [first, second] = asker.calls.map(({ request }) => request)
    expect(second?.maxOutputTokens).toBe((first?.maxOutputTokens ?? 0) * 2)
  })

  it.each<[string, Answer]>([
    ['cannot be read at all', { stop: 'truncated' }],
    ['never comes', new CallError('deadline', 'too slow')],
  ])('counts for what it holds when the second %s', async (_what, second) => {
    const judged = await conduct(soloRubric, task, memory([half, second]))
    expect(judged).toMatchObject({ success: true, total: null, unjudged: [{ part: 'right', reason: 'out_of_range' }] })
  })
})

describe('nothing judged', () => {
  const words = ['total', 'bounds', 'scores', 'weighted_total', 'score']

  it.each<[string, Answer[], string]>([
    ['a call that failed', [new CallError('overloaded', 'busy')], 'overloaded'],
    ['a second call that failed', [{ stop: 'truncated' }, new CallError('deadline', 'too slow')], 'deadline'],
    ['no judge', [new CallError('no_judge', 'nobody')], 'no_judge'],
    ['answers cut short', [{ stop: 'truncated' }, { stop: 'truncated' }], 'truncated'],
    ['answers that are no JSON', [{ stop: 'unparsable' }, { stop: 'unparsable' }], 'malformed'],
    ['answers without any value', [{ value: {} }, { value: 'sorry' }], 'missing'],
    ['answers out of the scale', [scores(0, 11), scores(0, 11)], 'out_of_range'],
  ])('after %s is a failure with the reason, and no score of any kind', async (_what, answers, reason) => {
    const asker = memory(answers)
    const judged = await conduct(soloRubric, task, asker)
    expect(judged).toMatchObject({ success: false, mode: 'solo', prompt_version: 'solo-rubric-1', model: 'judge-1' })
    expect(judged.unjudged.map((part) => [part.part, part.reason])).toEqual([
      ['clear', reason],
      ['right', reason],
    ])
    expect(words.filter((word) => word in judged)).toEqual([])
    expect(asker.kept).toEqual([])
  })

  it('says why in one sentence, and counts the tokens all the same', async () => {
    const judged = await conduct(
      soloRubric,
      task,
      memory([scores(0, 'x'), { stop: 'truncated', detail: 'max_tokens' }]),
    )
    expect(judged).toMatchObject({ requests: 2, token_usage: usage(200, 20), response_text: 'reply 1\n\nreply 2' })
    expect('error' in judged && judged.error).toMatchInlineSnapshot(
      `"the value of "clear" is 0, outside 1 to 10; the value of "right" is "x", not a number. No score is estimated."`,
    )
  })
})

describe('several questions', () => {
  const scored = { value: { evidence: [], justification: 'x', score: 0.5 } }

  it('are judged each by itself, and their usage is summed, failures included', async () => {
    const asker = memory([
      scored,
      { stop: 'refused', usage: usage(40, 4) },
      new CallError('transient', 'cut'),
      { ...scored, source: 'recorded', usage: usage(8, 1) },
      scored,
    ])
    const judged = await conduct(evalCase, evalInput(), asker)
    expect(judged).toMatchObject({
      success: true,
      unjudged: [
        { part: 'hallucination', reason: 'refused' },
        { part: 'trajectory', reason: 'transient' },
      ],
      recorded: false,
      requests: 3,
      token_usage: usage(240, 24),
      recorded_usage: usage(8, 1),
    })
    expect(asker.kept.map(({ key }) => key)).toEqual(['key-1', 'key-5'])
  })

  it('are a failure only when none is judged', async () => {
    const failed = Array.from({ length: 5 }, () => new CallError('fatal', 'no credit'))
    const judged = await conduct(evalCase, evalInput(), memory(failed))
    expect(judged.success).toBe(false)
    expect(judged.unjudged).toHaveLength(5)
    expect('error' in judged && judged.error).toBe('no credit. No score is estimated.')
  })
})

describe('a task', () => {
  it('that is wrong is refused before anybody is asked', async () => {
    const asker = memory([])
    await expect(conduct(soloRubric, { ...task, response: '' }, asker)).rejects.toBeInstanceOf(InputError)
    expect(asker.calls).toEqual([])
  })

  it('that needs no model asks nobody', async () => {
    const gold = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'
    const judged = await conduct(groundTruth, { mode: 'ground-truth', gold, response: gold }, NO_ASKER)
    expect(judged).toMatchObject({ success: true, total: 100, model: null, settings: {}, requests: 0, recorded: false })
  })

  it('gives its name to the requests, for people', async () => {
    const asker = memory([good])
    await conduct(soloRubric, task, asker, { label: 'cart test' })
    expect(asker.calls[0]?.request.label).toBe('cart test: mine')
  })

  it('can bring a judge of its own, whose name the judgement has', async () => {
    const judge = scriptedModel({ id: 'mine', settings: { mood: 'mild' }, reply: [] })
    const asker = memory([good])
    const judged = await conduct(soloRubric, task, asker, { judge })
    expect(asker.calls[0]?.options.judge).toBe(judge)
    expect(judged).toMatchObject({ model: 'mine', settings: { mood: 'mild' } })
  })
})

describe('an abort', () => {
  it('ends the judgement with the reason of the signal', async () => {
    const test = new AbortController()
    const reason = new Error('the test has ended')
    const asker: Asker = {
      ...memory([]),
      ask: async () => {
        test.abort(reason)
        throw new CallError('aborted', 'The test was aborted.')
      },
    }
    await expect(conduct(soloRubric, task, asker, { signal: test.signal })).rejects.toBe(reason)
  })

  it('is passed on to whoever is asked', async () => {
    const { signal } = new AbortController()
    const asker = memory([half, good])
    await conduct(soloRubric, task, asker, { signal })
    expect(asker.calls.map(({ options }) => options.signal)).toEqual([signal, signal])
  })
})

it('an error that is none of ours is thrown on', async () => {
  const bug = new TypeError('x is not a function')
  await expect(conduct(soloRubric, task, memory([bug]))).rejects.toBe(bug)
})

describe('createJudge', () => {
  it('judges with the judge that it was given', async () => {
    const judge = createJudge({ judge: scriptedModel({ reply: [good.value] }), recordings: 'off' })
    const judged = await judge(task)
    expect(judged).toMatchObject({ success: true, total: 75, model: 'scripted', requests: 1 })
  })

  it('refuses options and tasks that are wrong', async () => {
    expect(() => createJudge({ concurrency: 0 })).toThrowErrorMatchingInlineSnapshot(
      `[InputError: vitest-judge options: expected \`concurrency\` to be a whole number from 1, but received 0.]`,
    )
    const judge = createJudge({ judge: scriptedModel({ reply: [] }), recordings: 'off' })
    await expect(judge({ mode: 'duet' })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[InputError: task: expected \`mode\` to be one of solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth, review-match, but received "duet".]`,
    )
  })
})
