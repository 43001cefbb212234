/**
 * What every way to ask has to hold, run through the whole engine: one suite for all transports.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createJudge } from '../../src/engine.js'
import type { JudgeModel } from '../../src/models/model.js'
import type { Usage } from '../../src/types.js'
import { addUsage } from '../../src/usage.js'

/** What the other side does when it is asked. */
export type Turn =
  | { readonly does: 'answer'; readonly value: unknown }
  | { readonly does: 'refuse' | 'cut' | 'stay silent' }

/** A transport with the other side at hand. */
export interface Transport {
  readonly model: JudgeModel
  /** Tokens of each answer; null where the transport knows of none. */
  readonly usage: Usage | null
  /** How often the other side was asked so far. */
  asked(): number
  /** Settles when nothing of the call is left running. */
  gone?(): Promise<void>
}

const task = {
  mode: 'solo' as const,
  response: 'The cart lives in the session.',
  rubric: {
    dimensions: [
      { name: 'clear', weight: 1 },
      { name: 'right', weight: 1 },
    ],
  },
}

/** A whole answer, long enough for free text. */
export const good: unknown = {
  scores: {
    clear: { evidence: [], reasoning: 'It names the place where the cart lives in one short sentence.', value: 6 },
    right: { evidence: ['The cart lives in the session.'], reasoning: 'That is where the cart is kept.', value: 9 },
  },
  assessment: 'A short and true answer, which could say what follows from it.',
}

const outOfScale: unknown = { scores: { clear: { value: 6 }, right: { value: 99 } }, assessment: 'x'.repeat(200) }

/** Runs the suite. `start` is given what the other side does, turn by turn. */
export function holdsTheContract(name: string, start: (turns: readonly Turn[]) => Promise<Transport>): void {
  const judgeBy = (model: JudgeModel, deadline = 20_000) => createJudge({ judge: model, recordings: 'off', deadline })

  describe(`${name}, as every transport,`, () => {
    it('gives the answer', async () => {
      const { model } = await start([{ does: 'answer', value: good }])
      expect(await judgeBy(model)(task)).toMatchObject({ success: true, total: 75, requests: 1, model: model.id })
    })

    it('is asked once more after an answer that breaks the schema, and is told what was wrong', async () => {
      const transport = await start([
        { does: 'answer', value: outOfScale },
        { does: 'answer', value: good },
      ])
      expect(await judgeBy(transport.model)(task)).toMatchObject({ success: true, total: 75, requests: 2 })
      expect(transport.asked()).toBe(2)
    })

    it('leaves what stays out of its scale unjudged', async () => {
      const { model } = await start([
        { does: 'answer', value: outOfScale },
        { does: 'answer', value: outOfScale },
      ])
      const unjudged = [{ part: 'right', reason: 'out_of_range' }]
      expect(await judgeBy(model)(task)).toMatchObject({ success: true, total: null, unjudged })
    })

    it('tells of a refusal, and is not asked again', async () => {
      const transport = await start([{ does: 'refuse' }])
      const judged = await judgeBy(transport.model)(task)
      expect(judged).toMatchObject({ success: false, unjudged: [{ reason: 'refused' }, { reason: 'refused' }] })
      expect(transport.asked()).toBe(1)
    })

    it('tells of an answer that was cut, and is asked once more', async () => {
      const transport = await start([{ does: 'cut' }, { does: 'answer', value: good }])
      expect(await judgeBy(transport.model)(task)).toMatchObject({ success: true, total: 75 })
      expect(transport.asked()).toBe(2)
    })

    it('ends with the test', async () => {
      const transport = await start([{ does: 'stay silent' }])
      const test = new AbortController()
      const reason = new Error('the test is over')
      const judging = judgeBy(transport.model)(task, { signal: test.signal })
      await expect.poll(transport.asked, { timeout: 10_000 }).toBe(1)
      test.abort(reason)
      await expect(judging).rejects.toBe(reason)
      await transport.gone?.()
    })

    it('ends at the deadline', async () => {
      const transport = await start([{ does: 'stay silent' }])
      const judged = await judgeBy(transport.model, 1000)(task)
      expect(judged).toMatchObject({ success: false, unjudged: [{ reason: 'deadline' }, { reason: 'deadline' }] })
      await transport.gone?.()
    })

    it('counts the tokens of every answer, also of those that are of no use', async () => {
      const { model, usage } = await start([{ does: 'cut' }, { does: 'answer', value: good }])
      const { token_usage } = await judgeBy(model)(task)
      const none = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
      expect(token_usage).toEqual(usage === null ? none : addUsage(usage, usage))
    })
  })
}
