/**
 * The judge that all contestants of bench/peers.mjs ask: the Messages API on loopback, as far as they need it. It answers
 * after a delay, refuses a share of the calls with 429 or what is above a rate, and counts. The key is `test-key`.
 *
 * @module
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts it on a free port. `reset` sets its behaviour for one run and forgets the figures of the last one. */
export async function startJudgeServer() {
  let behaviour = { latencyMs: 0 }
  let stats = freshStats()
  let random = seeded(0)
  let bucket = freshBucket(0)

  async function answer(incoming, response) {
    const asked = JSON.parse(await readText(incoming))
    // Drawn by arrival, so that all runs with one seed meet the same refusals. They come at once, as at the service.
    if (random() < (behaviour.share429 ?? 0) || !take(bucket, behaviour.perSecond)) {
      stats.limited++
      return send(response, 429, errorOf('rate_limit_error'), { 'retry-after': '1' })
    }
    await sleep(behaviour.latencyMs, undefined, { ref: false })
    send(response, 200, messageOf(asked))
  }

  const server = createServer((incoming, response) => {
    const own = stats
    own.requests++
    own.inFlight++
    own.maxInFlight = Math.max(own.maxInFlight, own.inFlight)
    response.on('close', () => {
      own.inFlight--
    })
    // Clients send the key in the one or the other header.
    const { 'x-api-key': key, authorization } = incoming.headers
    if (
      incoming.url !== '/v1/messages' ||
      ![key, authorization].some((text) => /^(Bearer )?test-key$/.test(text ?? ''))
    ) {
      return send(response, 404, errorOf('not_found_error'))
    }
    answer(incoming, response).catch((error) => send(response, 400, errorOf('invalid_request_error', String(error))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stats: () => ({ ...stats }),
    reset(next) {
      behaviour = next
      stats = freshStats()
      random = seeded(next.seed)
      bucket = freshBucket(next.perSecond)
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function freshStats() {
  return { requests: 0, limited: 0, inFlight: 0, maxInFlight: 0 }
}

/** The allowance of one second, full at first. */
function freshBucket(perSecond) {
  return { tokens: perSecond, at: performance.now() }
}

/** Whether one more call is within so many a second; any is, where there is no such limit. */
function take(bucket, perSecond) {
  if (perSecond === undefined) return true
  const now = performance.now()
  bucket.tokens = Math.min(perSecond, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
  bucket.at = now
  if (bucket.tokens < 1) return false
  bucket.tokens--
  return true
}

async function readText(incoming) {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  return text
}

function send(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function errorOf(type, message = 'as the benchmark asked for') {
  return { type: 'error', error: { type, message } }
}

/** 0.9 for whatever is asked: with the reasons that the schema of an eval set's dimension wants, or for a plain prompt. */
function messageOf({ model, output_config: output }) {
  const value = output ? { evidence: [], justification: 'as it should be', score: 0.9 } : { score: 0.9 }
  return {
    ...{ id: 'msg_local', type: 'message', role: 'assistant', model, stop_reason: 'end_turn' },
    content: [{ type: 'text', text: JSON.stringify(value) }],
    usage: { input_tokens: 100, output_tokens: 20 },
  }
}

function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
