import { describe, expect, it } from 'vitest'
import { CallError, InputError } from '../src/errors.js'
import { conduct } from '../src/judge.js'
import { type Asker, NO_ASKER } from '../src/models/asker.js'
import { scriptedModel } from '../src/models/scripted.js'
import { evalCase } from '../src/modes/eval-case.js'
import { groundTruth } from '../src/modes/ground-truth.js'
import { soloRubric } from '../src/modes/solo-rubric.js'
import { type Answer, good, half, memory, scores, task, usage } from './conducted.js'
import { evalInput } from './modes/tasks.js'

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
