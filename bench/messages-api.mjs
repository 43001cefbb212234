/**
 * A local server that speaks the Messages API as far as the benchmarks need it: it answers everything the same way.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * @param answer - Gives the JSON of the answer to a request's body.
 * @param latency - Milliseconds until it answers.
 * @param meter - Gives the usage of the input of a body, see {@link cachingMeter}; by default every request has 100 tokens.
 * @returns Its address, counts of requests, and a way to close it.
 */
export async function serveMessages({ answer, latency = 0, meter = () => ({ input_tokens: 100 }) }) {
  const stats = { requests: 0, inFlight: 0, most: 0 }
  const server = createServer(async (request, response) => {
    stats.requests++
    stats.most = Math.max(stats.most, ++stats.inFlight)
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text || '{}')
    const input = meter(body)
    if (latency > 0) await new Promise((done) => setTimeout(done, latency))
    stats.inFlight--
    const given = JSON.stringify(answer(body))
    const usage = {
      ...{ cache_creation_input_tokens: 0, cache_read_input_tokens: 0, ...input },
      output_tokens: countTokens(given),
    }
    const content = [{ type: 'text', text: given, citations: null }]
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'bench', content, stop_reason: 'end_turn' }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...message, usage }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${server.address().port}`, stats, close: () => server.close() }
}

/** There is no public tokenizer of these models: UTF-8 bytes by four, the same for all. */
export function countTokens(text) {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** Shorter prefixes are not cached; the minimum of the 5.5 models. */
const MINIMUM = 512

/**
 * The input of each request by the rules of the service's prompt cache: whole prefixes up to a mark, from {@link MINIMUM} tokens
 * on, another one for another schema. What a request writes, those can read that come after it; without a cache all is plain.
 *
 * @param hasCache - False: marks have no effect.
 */
export function cachingMeter(hasCache) {
  const cached = new Set()
  return ({ system, messages, output_config }) => {
    const schema = JSON.stringify(output_config?.format?.schema ?? '')
    const hash = createHash('sha256').update(schema)
    const blocks = [...system, ...messages.flatMap(({ content }) => content)]
    let tokens = countTokens(schema)
    const prefixes = blocks.flatMap(({ text, cache_control: mark }) => {
      tokens += countTokens(text)
      hash.update(`${text}\0`)
      return hasCache && mark && tokens >= MINIMUM
        ? [{ id: hash.copy().digest('hex'), tokens, ttl: mark.ttl ?? '5m' }]
        : []
    })
    const read = prefixes.findLast(({ id }) => cached.has(id))?.tokens ?? 0
    const written = { '5m': 0, '1h': 0 }
    let end = read
    for (const prefix of prefixes) {
      cached.add(prefix.id)
      if (prefix.tokens <= end) continue
      written[prefix.ttl] += prefix.tokens - end
      end = prefix.tokens
    }
    return {
      input_tokens: tokens - end,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written['5m'] + written['1h'],
      cache_creation: { ephemeral_5m_input_tokens: written['5m'], ephemeral_1h_input_tokens: written['1h'] },
    }
  }
}
