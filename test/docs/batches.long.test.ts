/**
 * docs/batches.md says what runs: its commands are run in their order, and the last words are those that it shows.
 */
import { expect, test } from 'vitest'
import { answerRequest } from '../e2e/api-judge.js'
import { batch, setOf } from '../e2e/batch-folder.js'
import { makeFolder } from '../e2e/run-files.js'
import { startMessagesApi } from '../support/messages-api.js'
import { blockOf, read } from './pages.js'

const page = read('docs/batches.md')

test('its commands run as they stand, and end with the words that it shows', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  const commands = [...blockOf(page, 'sh').matchAll(/^npx vitest-judge batch (.*)$/gm)].map(([, command = '']) =>
    command.split(' '),
  )
  expect(commands).toHaveLength(3)
  let last = ''
  for (const command of commands) last = (await batch(path, ...command)).stdout
  expect(last).toContain(blockOf(page, 'text').trimEnd())
})
