/**
 * An asker out of a list, and a smallest task for it: what the tests of the conductor judge.
 *
 * @module
 */
import type { Asked, Asker, AskOptions } from '../src/models/asker.js'
import type { JudgeReply, JudgeRequest } from '../src/models/model.js'
import type { Usage } from '../src/types.js'

/** Usage of which half was read from a cache and a quarter written to it. */
export const usage = (input: number, output: number): Usage => ({
  input,
  output,
  cache_read: input / 2,
  cache_write: input / 4,
  cache_write_1h: input / 4,
})

/** A reply, or what is thrown instead of one. */
export type Answer = (Partial<JudgeReply> & { source?: Asked['source']; usd?: number | null }) | Error

/** What was asked and kept. */
export interface Memory extends Asker {
  readonly calls: { request: JudgeRequest; options: AskOptions }[]
  readonly kept: { key: string; reply: JudgeReply }[]
  /** Keys of what was found bad. */
  readonly forgotten: string[]
}

/** Answers in order, and remembers what it was asked and told to keep. */
export function memory(answers: readonly Answer[]): Memory {
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

/** A rubric of two dimensions for one sentence. */
export const task = {
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

/** An answer to it. */
export const scores = (clear: unknown, right: unknown) => ({
  value: { scores: { clear: { value: clear }, right: { value: right } }, assessment: 'Good.' },
})

/** An answer that reads. */
export const good = scores(6, 9)
/** An answer of which one value does not read. */
export const half = scores(6, 99)
