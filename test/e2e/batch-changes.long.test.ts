/**
 * What changes between two commands of a batch, or is broken meanwhile: no command says that all is well when it is not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { batch, setOf, TASKS, tasksOf } from './batch-folder.js'
import { makeFolder } from './run-files.js'

const STATE = '.vitest-judge/batch'

function edit(path: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(path, file), change(readFileSync(join(path, file), 'utf8')))
}

const SET = 'evals/sums.evalset.json'

test('a case that comes after the first fetch takes another round', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
  edit(path, SET, (text) => text.replace('"cases":[', '"cases":[{"id":"new","input":"7","expected":"x"},'))
  const fetched = await batch(path, 'fetch')
  expect(fetched).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 call that these answers led to, or that'),
  })
  await batch(path, 'submit')
  expect(api.batches.made.map(({ rows }) => rows.length)).toEqual([2, 1])
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
})

test.each([
  ['what is expected', SET, (text: string) => text.replaceAll('"expected":"x"', '"expected":"y"')],
  ['the judge', 'vitest.config.ts', (text: string) => text.replace('baseURL', "judgeModel: 'tier-best', baseURL")],
])('%s that is another one makes another question, and that is said', async (_, file, change) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  edit(path, file, change)
  const { code, stdout } = await batch(path, 'fetch', '--wait')
  expect(code).toBe(1)
  expect(stdout).toContain('2 answers that no call asks for any more: recorded by now, or the question has changed')
  expect(stdout).toContain('2 calls with another question than was answered: what is judged,')
})

test.each([
  ['a set that cannot be read', SET, 'evals/sums.evalset.json'],
  ['an agent that always throws', 'evals/sums.subject.ts', 'evals/sums.evalset.json > sums > c0'],
])('%s is not taken for one whose calls all have answers, and loses none', async (_, file, name) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 1))
  const good = readFileSync(join(path, file), 'utf8')
  const spoil = () => edit(path, file, () => (file === SET ? '{' : `export default () => { throw new Error('down') }`))
  spoil()
  const none = await batch(path, 'submit')
  expect(none.code).toBe(1)
  expect(none.stdout).toContain(`nobody knows their calls: ${name}\nNothing to submit. Mend what failed`)
  edit(path, file, () => good)
  await batch(path, 'submit')
  spoil()
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched.code).toBe(1)
  expect(fetched.stdout).toContain(`nobody knows their calls: ${name}`)
  edit(path, file, () => good)
  const mended = [await batch(path, 'submit'), await batch(path, 'fetch')]
  expect(mended.map(({ code }) => code)).toEqual([0, 0])
  expect(api.batches.made).toHaveLength(1)
})

test.each([
  ['job.json', '', 'that begins anew, and gives up what is under way'],
  ['job.json', '{"format":1,"prog', 'that begins anew, and gives up what is under way'],
  ['batches/0001.json', 'null\n', 'or remove it, and its calls are submitted again'],
])('%s with %j says what to do', async (file, text, words) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...setOf(api, 1), ...tasksOf(1) })
  await batch(path, 'submit')
  writeFileSync(join(path, STATE, file), text)
  for (const args of [['status'], ['fetch'], ['submit'], ['submit', ...TASKS]]) {
    const { code, stderr } = await batch(path, ...args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) })
  }
})
