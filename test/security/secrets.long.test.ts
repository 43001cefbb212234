/**
 * No key, header or value of the environment in anything that a run writes or prints, against a service that echoes what it was sent: in
 * errors, in broken bodies and in whole answers.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerRequest } from '../e2e/api-judge.js'
import { makeFolder, runFolder } from '../e2e/run-files.js'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import { config } from '../support/run-vitest.js'

const KEY = 'test-key-SECRET-0123456789'
const PLANTED = 'planted-SECRET-9876543210'

/** Every file below a folder, by its path. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  )
}

test.each(['in the environment', 'in the options'])('a key %s is in no file and no output', async (where) => {
  // Messages are cut, so what is secret comes first.
  const echoed = () => {
    const { authorization, ...headers } = api.requests.at(-1)?.headers ?? {}
    return JSON.stringify({ authorization, key: headers['x-api-key'], ...headers })
  }
  // The last ones end what is left of the run.
  const faults: ((echo: string) => Item)[] = [
    (message) => ({ status: 400, message }),
    (raw) => ({ raw: `not JSON ${raw}` }),
    (echo) => ({ raw: JSON.stringify(`a page ${echo}`) }),
    (echo) => ({ content: [{ type: 'text', text: `broken ${echo}` }] }),
    (category) => ({ stop_reason: 'refusal', category, content: [] }),
    (echo) => ({ status: 500, headers: { 'retry-after-ms': '1' }, message: echo }),
    (message) => ({ status: 403, raw: `<html>${message}</html>` }),
    (message) => ({ status: 401, message }),
  ]
  await using api = await startMessagesApi({
    reply(request) {
      const [, number] = /case (\d+)/.exec(JSON.stringify(request.messages)) ?? []
      const fault = faults[Number(number)]
      if (fault !== undefined) return fault(echoed())
      const { json } = answerRequest(request)
      return { json: { ...(json as object), assessment: `you sent ${echoed()}` } }
    },
  })
  const inOptions = where === 'in the options'
  const options = `{ ${inOptions ? `apiKey: '${KEY}',` : ''} baseURL: '${api.url}', concurrency: 1 }`
  const tests = [100, 101, ...faults.keys()].map(
    (n) => `test('n${n}', { timeout: 3_000 }, async () => { await expect('value=8 case ${n}').toPassRubric('c') })`,
  )
  const path = makeFolder({
    'vitest.config.ts': config(options),
    'evals/a.eval.ts': `import { expect, test } from 'vitest'\n${tests.join('\n')}`,
  })
  const env = { PLANTED, ANTHROPIC_AUTH_TOKEN_OF_NOBODY: PLANTED, ...(inOptions ? {} : { ANTHROPIC_API_KEY: KEY }) }
  const run = await runFolder(path, { args: ['evals/'], env, resultsIn: 'evals/results' })
  expect(api.requests.every(({ headers }) => JSON.stringify(headers).includes(KEY))).toBe(true)
  // Something was echoed, so that something could leak.
  const states = Object.values(run.tests).map(({ status }) => status)
  expect([states.includes('passed'), states.includes('failed')]).toEqual([true, true])
  expect(run.output).toContain('[key]')
  const files = filesIn(path)
  const recorded = Object.entries(files).filter(([file]) => file.includes('recordings'))
  expect(recorded.some(([, text]) => text.includes('[key]'))).toBe(true)
  const texts = Object.entries({ ...files, 'the output': run.output }).filter(
    ([file]) => !file.endsWith('vitest.config.ts'),
  )
  expect(texts.filter(([, text]) => text.includes('SECRET')).map(([file]) => file)).toEqual([])
})
