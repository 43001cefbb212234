import Anthropic from '@anthropic-ai/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { claudeModel, type MessagesClient } from '../../src/models/anthropic.js'
import { ignoreAmbientSettings, question } from '../support/claude-calls.js'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import { holdsTheContract, type Transport, type Turn } from './contract.js'

const billed = { input_tokens: 5, output_tokens: 20, cache_read_input_tokens: 40, cache_creation_input_tokens: 30 }
const usage = { input: 75, output: 20, cache_read: 40, cache_write: 30, cache_write_1h: 0 }

function itemOf(turn: Turn): Item {
  const metered = { usage: { ...billed, cache_creation: null } }
  if (turn.does === 'answer') return { json: turn.value, ...metered }
  if (turn.does === 'refuse') return { stop_reason: 'refusal', ...metered }
  return turn.does === 'cut' ? { text: '{"sco', stop_reason: 'max_tokens', ...metered } : { stall: true }
}

async function serve(turns: readonly Turn[]) {
  ignoreAmbientSettings()
  const api = await startMessagesApi()
  onTestFinished(() => api.close())
  api.enqueue(...turns.map(itemOf))
  return api
}

holdsTheContract('Claude over the Messages API', async (turns): Promise<Transport> => {
  const { url, requests } = await serve(turns)
  const model = claudeModel({ apiKey: 'test-key', baseURL: url })
  return { model, usage, asked: () => requests.length }
})

holdsTheContract('Claude where there is no structured output', async (turns): Promise<Transport> => {
  const { url, requests } = await serve(turns)
  const model = claudeModel({ apiKey: 'test-key', baseURL: url, structuredOutput: false })
  return { model, usage, asked: () => requests.length }
})

it('without structured output the shape is asked for in words, and the answer is recorded apart', async () => {
  const { url, requests } = await serve([{ does: 'answer', value: { score: 3 } }])
  const model = claudeModel({ apiKey: 'test-key', baseURL: url, structuredOutput: false })
  expect(model.settings).toEqual({ ...claudeModel({ apiKey: 'x' }).settings, structured_output: false })
  const reply = await model.judge(question, { signal: AbortSignal.timeout(10_000) })
  expect(reply).toMatchObject({ stop: 'unparsable', value: null, text: '{"score":3}' })
  const [{ body } = { body: null }] = requests
  expect(body).toMatchObject({ output_config: { effort: 'low' } })
  expect(body?.output_config).not.toHaveProperty('format')
  expect(body?.messages[0]?.content.at(-1)?.text).toContain(JSON.stringify(question.schema))
})

holdsTheContract('a client that the user made', async (turns): Promise<Transport> => {
  const { url, requests } = await serve(turns)
  const client: MessagesClient = new Anthropic({ apiKey: 'test-key', baseURL: url })
  return { model: claudeModel({ client }), usage, asked: () => requests.length }
})
