import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Leaders } from '../../src/broker/leaders.js'
import type { JudgeRequest } from '../../src/models/model.js'

const long = (name: string) => `${name} ${'x'.repeat(4_000)}`

function request(rubric: string, material: string, question: string): JudgeRequest {
  return {
    system: [{ text: 'contract' }, { text: long(rubric), cache: '1h' }],
    user: [{ text: long(material), cache: '5m' }, { text: question }],
    schema: { type: 'object' },
    maxOutputTokens: 100,
    sample: 0,
    label: question,
  }
}

/** Runs requests at once and says who ran together with whom. */
async function waves(leaders: Leaders, requests: JudgeRequest[], fail: (label: string) => boolean = () => false) {
  const began: string[][] = []
  let wave: string[] | null = null
  const task = (label: string) => async () => {
    if (wave === null) {
      wave = []
      began.push(wave)
      setImmediate(() => {
        wave = null
      })
    }
    wave.push(label)
    await sleep(10)
    if (fail(label)) throw new Error(label)
  }
  await Promise.allSettled(requests.map((one) => leaders.run(one, task(one.label), (other) => other)))
  return began
}

test('one request goes first for the rubric, one for each further case, then all others at once', async () => {
  const requests = ['a', 'b'].flatMap((material) =>
    [1, 2, 3].map((n) => request('rubric', material, `${material}${n}`)),
  )
  expect(await waves(new Leaders(512), requests)).toEqual([['a1'], ['a2', 'a3', 'b1'], ['b2', 'b3']])
})

test('when a leader fails another one takes its place', async () => {
  const requests = [1, 2, 3].map((n) => request('rubric', 'a', `a${n}`))
  expect(await waves(new Leaders(512), requests, (label) => label === 'a1')).toEqual([['a1'], ['a2'], ['a3']])
})

test('what the service would not cache is not waited for', async () => {
  const requests = [1, 2, 3].map((n) => request('rubric', 'a', `a${n}`))
  expect(await waves(new Leaders(4_096), requests)).toEqual([['a1', 'a2', 'a3']])
})

test('another schema makes another prefix', async () => {
  const other = { ...request('rubric', 'a', 'a2'), schema: { type: 'string' } }
  expect(await waves(new Leaders(512), [request('rubric', 'a', 'a1'), other])).toEqual([['a1', 'a2']])
})
