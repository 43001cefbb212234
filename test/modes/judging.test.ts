/**
 * Together or apart: what is asked differs, the record does not.
 */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { conduct, type Judged } from '../../src/judge.js'
import type { Asker } from '../../src/models/asker.js'
import type { JsonSchema, JudgeRequest } from '../../src/models/model.js'
import type { EvalCaseInput } from '../../src/modes/eval-case.js'
import { evalCase } from '../../src/modes/eval-case.js'
import type { Judging } from '../../src/modes/judging.js'
import type { Mode } from '../../src/modes/mode.js'
import { soloRubric } from '../../src/modes/solo-rubric.js'
import { promptOf, splitPrompt } from '../prompts/split.js'
import { evalInput, rubricRequests, rubricTask } from './tasks.js'

const evals = (judging: Judging): EvalCaseInput => ({ ...evalInput({ measures: 'How kindly it is put.' }), judging })
const evalRequests = (judging: Judging) => evalCase.requests(evals(judging))

/** Gives every value asked for by its schema: for dimension `n` of `of` a value of its own. */
function answerTo(schema: JsonSchema, path = ''): unknown {
  if (schema.type === 'object') {
    const parts = Object.entries(schema.properties as Record<string, JsonSchema>)
    return Object.fromEntries(parts.map(([name, part]) => [name, answerTo(part, `${path}.${name}`)]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'string') return 'Because.'
  return Array.isArray(schema.enum) ? 7 : 0.5
}

async function judge<I, R, F>(mode: Mode<I, R, F>, task: unknown): Promise<Judged<F> & { asked: number }> {
  const requests: JudgeRequest[] = []
  const asker: Asker = {
    identity: { model: 'judge-1', settings: {} },
    async ask(request) {
      requests.push(request)
      const usage = { input: 1, output: 1, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
      const reply = { stop: 'ok' as const, value: answerTo(request.schema), text: '', usage, servedBy: 'judge-1' }
      return { reply, source: 'fresh', key: `key-${requests.length}`, usd: 0 }
    },
    keep: async () => {},
  }
  return { ...(await conduct(mode, task, asker)), asked: requests.length }
}

describe('a rubric', () => {
  const apart = rubricRequests({ judging: 'apart' })

  it('is asked about in one request unless the user wants its dimensions apart', () => {
    expect(rubricRequests()).toEqual(rubricRequests({ judging: 'together' }))
    expect(rubricRequests()).toHaveLength(1)
    expect(apart.map(({ label }) => label)).toEqual([
      'unified > correctness',
      'unified > depth',
      'unified > quality',
      'unified > persona',
    ])
  })

  it('gives the same record either way, the assessment apart', async () => {
    const [one, four] = [
      await judge(soloRubric, rubricTask),
      await judge(soloRubric, { ...rubricTask, judging: 'apart' }),
    ]
    expect([one.asked, four.asked]).toEqual([1, 4])
    const same = ({ success, mode, scores, total, bounds, unjudged, persona_judged }: Record<string, unknown>) => {
      return { success, mode, scores, total, bounds, unjudged, persona_judged }
    }
    expect(same({ ...four })).toEqual(same({ ...one }))
    expect(four).toMatchObject({ total: 70, assessment: '' })
  })

  it('is asked about apart with one schema and one cached prefix, and each time about one dimension only', () => {
    const [first, ...others] = apart
    for (const { system, user, schema } of others) {
      expect([system, user[0], schema]).toEqual([first?.system, first?.user[0], first?.schema])
    }
    const named = apart.map((request) => promptOf(request).match(/^## \w+/gm))
    expect(named).toEqual([['## correctness'], ['## depth'], ['## quality'], ['## persona']])
  })

  it('leaves only the dimensions unjudged whose request failed', () => {
    const input = soloRubric.check({ ...rubricTask, judging: 'apart' })
    const answers = apart.map(({ schema }, index) =>
      index === 1
        ? { unjudged: { reason: 'refused' as const, detail: 'no' } }
        : soloRubric.read(input, answerTo(schema), index),
    )
    expect(soloRubric.score(input, answers)).toMatchObject({
      judged: true,
      total: null,
      unjudged: [{ part: 'depth', reason: 'refused' }],
    })
  })
})

describe('a case of an eval set', () => {
  const [together] = evalRequests('together')

  it('is asked about dimension by dimension unless the user wants them together', () => {
    expect(evalRequests('apart')).toEqual(evalCase.requests(evalInput({ measures: 'How kindly it is put.' })))
    expect(evalRequests('apart')).toHaveLength(5)
    expect(evalRequests('together')).toHaveLength(1)
    expect(together?.label).toBe('refunds > late-refund')
  })

  it('gives the same record either way', async () => {
    const [one, five] = [await judge(evalCase, evals('together')), await judge(evalCase, evals('apart'))]
    expect([one.asked, five.asked]).toEqual([1, 5])
    expect(one).toMatchObject({ success: true, unjudged: [] })
    expect(one.success && one.dimensions).toEqual(five.success && five.dimensions)
  })

  it('is asked about together with every dimension, its meaning and the tool calls', () => {
    const { materials, outside } = splitPrompt(promptOf(together as JudgeRequest))
    expect(outside.match(/^Dimension: .+$/gm)).toHaveLength(5)
    const texts = Object.fromEntries(materials.map(({ name, text }) => [name, text]))
    expect(texts).toMatchObject({
      tool_calls: expect.stringContaining('lookup'),
      dimension: 'grace: How kindly it is put.',
    })
    expect(Object.keys(together?.schema.properties as object)).toEqual(
      evals('apart').dimensions.map(({ name }) => name),
    )
  })

  it('leaves a dimension unjudged that an answer about all leaves out', () => {
    const answer = answerTo(together?.schema ?? {}) as Record<string, unknown>
    const { problems } = evalCase.read(evals('together'), { ...answer, grace: {} }, 0)
    expect(problems).toEqual(['the score of "grace" is missing'])
  })
})

it('byte stability: a change here invalidates recordings, so it needs a new prompt version', () => {
  const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
  expect(digest(rubricRequests({ judging: 'apart' }))).toMatchInlineSnapshot(
    `"37ff58e56f640bbe2f66bd7474476ebab1fc7b8fa8f586fd4c2caa1763de9d89"`,
  )
  expect(digest(evalRequests('together'))).toMatchInlineSnapshot(
    `"86337d4563c78cbc686b2a2c5de36a99c6f83fc38ad09d449e397e646989832f"`,
  )
})
