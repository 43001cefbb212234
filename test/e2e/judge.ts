/**
 * A judge that answers as the material under judgement says, so that each test carries its own verdict: `value=7` for the
 * values of rubrics, `task_success=0.4` for a dimension of an eval set, `wait=300` for the milliseconds that it takes,
 * `refuse` and `down` for no answer. Configs in the folders of tests import it by its path.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CallError, type JudgeModel, type JudgeRequest, scriptedModel } from 'vitest-judge'

/** What an answer depends on, of a request in either form. */
export type Asked = Pick<JudgeRequest, 'schema' | 'user'>

/** The answer to a request, without delay. */
export function answerOf({ schema, user }: Asked): unknown {
  const text = user[0]?.text ?? ''
  const { scores, score } = propertiesOf(schema)
  if (scores !== undefined) {
    const value = numberAfter(text, 'value') ?? 9
    const entry = { evidence: [], reasoning: `the text says ${value}`, value }
    const names = Object.keys(propertiesOf(scores))
    return { scores: Object.fromEntries(names.map((name) => [name, entry])), assessment: 'as the text says' }
  }
  if (score === undefined) return undefined
  const name = /Dimension: (\S+)/.exec(user.at(-1)?.text ?? '')?.[1] ?? ''
  return { evidence: [], justification: `${name} as the text says`, score: numberAfter(text, name) ?? 1 }
}

/** Milliseconds that the answer to a request takes. */
export function delayOf({ user }: Asked): number {
  return numberAfter(user[0]?.text ?? '', 'wait') ?? 0
}

/** The judge of most configs. */
export const judge: JudgeModel = scriptedModel({
  async reply(request) {
    const text = request.user[0]?.text ?? ''
    await sleep(delayOf(request))
    if (/\bdown\b/.test(text)) throw new CallError('overloaded', 'the judge is down')
    if (/\brefuse\b/.test(text)) return { stop: 'refused', detail: 'category: none given' }
    return answerOf(request)
  },
})

function propertiesOf(schema: unknown): Readonly<Record<string, unknown>> {
  return (schema as { properties?: Record<string, unknown> }).properties ?? {}
}

function numberAfter(text: string, name: string): number | undefined {
  const found = text.match(new RegExp(`(?<!\\w)${name}=(-?[\\d.]+)`))?.[1]
  return found === undefined ? undefined : Number(found)
}
