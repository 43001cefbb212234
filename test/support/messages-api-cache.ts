/**
 * The prompt cache of the local Messages API, simply: whole prefixes, four characters a token, no expiry.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { type MessagesRequest, promptBlocks } from './messages-api-rules.js'

/** Input tokens as the service reports them. */
export interface InputUsage {
  input_tokens: number
  cache_read_input_tokens: number
  cache_creation_input_tokens: number
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number }
}

/** Shorter prefixes are not cached; the minimum of the 5.5 models. */
const MINIMUM = 512

/** Tokens of a text. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/**
 * The usage of a request by what is cached at this moment, and the prefixes to add to the cache as soon as the answer
 * begins: of parallel twins, each one writes and none reads.
 */
export function meter(request: MessagesRequest, cached: ReadonlySet<string>): { usage: InputUsage; writes: string[] } {
  const { model, thinking, output_config } = request
  // A changed model, thinking, effort or schema makes every entry useless.
  const hash = createHash('sha256').update(JSON.stringify([model, thinking, output_config]))
  let tokens = countTokens(JSON.stringify(output_config?.format?.schema ?? ''))
  const prefixes = promptBlocks(request).map(({ text = '', cache_control }) => {
    tokens += countTokens(text)
    return { id: hash.update(`${text}\0`).copy().digest('hex'), tokens, mark: cache_control }
  })
  const read = prefixes.findLast(({ id, mark }) => mark && cached.has(id))?.tokens ?? 0
  const written = { '5m': 0, '1h': 0 }
  const writes: string[] = []
  let end = read
  for (const { id, tokens, mark } of prefixes) {
    if (!mark || tokens <= end || tokens < MINIMUM) continue
    written[mark.ttl === '1h' ? '1h' : '5m'] += tokens - end
    writes.push(id)
    end = tokens
  }
  const usage = {
    input_tokens: tokens - end,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written['5m'] + written['1h'],
    cache_creation: { ephemeral_5m_input_tokens: written['5m'], ephemeral_1h_input_tokens: written['1h'] },
  }
  return { usage, writes }
}
