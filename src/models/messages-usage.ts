/**
 * Tokens as the Messages API counts them; the command `claude` passes its counts on.
 *
 * @module
 */
import type { Usage } from '../types.js'

/** Gateways leave parts out or null. */
export interface MessagesUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
  readonly cache_creation?: { readonly ephemeral_1h_input_tokens?: number | null } | null
}

/** The service's `input_tokens` are the plain ones only. */
export function readUsage(usage: MessagesUsage | null | undefined): Usage {
  const cache_read = usage?.cache_read_input_tokens ?? 0
  const cache_write = usage?.cache_creation_input_tokens ?? 0
  return {
    input: (usage?.input_tokens ?? 0) + cache_read + cache_write,
    output: usage?.output_tokens ?? 0,
    cache_read,
    cache_write,
    cache_write_1h: usage?.cache_creation?.ephemeral_1h_input_tokens ?? 0,
  }
}
