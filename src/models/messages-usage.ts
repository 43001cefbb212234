/**
 * Tokens as the Messages API counts them; the command `claude` passes its counts on.
 *
 * @module
 */
import { CallError, show } from '../errors.js'
import type { Usage } from '../types.js'

/** Gateways leave parts out or null. */
export interface MessagesUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
  readonly cache_creation?: { readonly ephemeral_1h_input_tokens?: number | null } | null
}

/**
 * The service's `input_tokens` are the plain ones only.
 *
 * @param what - What the counts came with, for messages.
 * @throws {@link CallError} `rejected` for a count that is none: it could neither be summed nor read from a recording.
 */
export function readUsage(usage: MessagesUsage | null | undefined, what: string): Usage {
  const count = (name: string, value: unknown): number => {
    const tokens = value ?? 0
    if (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0) return tokens
    throw new CallError('rejected', `${what} with \`usage.${name}\` ${show(value)}, which is no count of tokens`)
  }
  const cache_read = count('cache_read_input_tokens', usage?.cache_read_input_tokens)
  const cache_write = count('cache_creation_input_tokens', usage?.cache_creation_input_tokens)
  return {
    input: count('input_tokens', usage?.input_tokens) + cache_read + cache_write,
    output: count('output_tokens', usage?.output_tokens),
    cache_read,
    cache_write,
    cache_write_1h: count('ephemeral_1h_input_tokens', usage?.cache_creation?.ephemeral_1h_input_tokens),
  }
}
