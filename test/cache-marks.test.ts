import { expect, it } from 'vitest'
import { conduct } from '../src/judge.js'
import type { Asker } from '../src/models/asker.js'
import type { JudgeRequest } from '../src/models/model.js'
import { compare } from '../src/modes/compare.js'
import { soloRubric } from '../src/modes/solo-rubric.js'
import { NO_USAGE } from '../src/usage.js'
import { compareTask, rubricTask } from './modes/tasks.js'

/** Refuses to judge, which is not asked about again. */
function refusing(requests: JudgeRequest[]): Asker {
  return {
    identity: { model: 'judge-1', settings: {} },
    async ask(request) {
      requests.push(request)
      const reply = { stop: 'refused', value: null, text: '', usage: NO_USAGE, servedBy: 'judge-1' } as const
      return { reply, source: 'fresh', key: 'key', usd: 0 }
    },
    keep: () => Promise.resolve(),
  }
}

const rubricMarks = async (judging: string, samples: number) => {
  const requests: JudgeRequest[] = []
  await conduct(soloRubric, { ...rubricTask, judging }, refusing(requests), { samples })
  return requests.map(({ system, user }) => [...system, ...user].map(({ cache }) => cache))
}

it('a case that one question is asked about is not written to the cache, what all cases share is', async () => {
  expect(await rubricMarks('together', 1)).toEqual([[undefined, '1h', undefined, undefined]])
})

it.each([
  ['another question', 'apart', 1, 4],
  ['another sample', 'together', 2, 2],
])('a case that %s reads is written to the cache', async (_, judging, samples, count) => {
  expect(await rubricMarks(judging, samples)).toEqual(Array(count).fill([undefined, '1h', '5m', undefined]))
})

it('two responses in the other order are another case', async () => {
  const requests: JudgeRequest[] = []
  await conduct(compare, compareTask, refusing(requests))
  expect(requests.map(({ user }) => user[0]?.cache)).toEqual([undefined, undefined])
})
