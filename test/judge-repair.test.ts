import { describe, expect, it } from 'vitest'
import { CallError } from '../src/errors.js'
import { conduct } from '../src/judge.js'
import { soloRubric } from '../src/modes/solo-rubric.js'
import { type Answer, good, half, memory, scores, task, usage } from './conducted.js'

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
