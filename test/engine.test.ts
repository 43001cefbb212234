import { describe, expect, it } from 'vitest'
import { createJudge } from '../src/engine.js'
import { scriptedModel } from '../src/models/scripted.js'
import { good, task } from './conducted.js'

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
