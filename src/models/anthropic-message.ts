/**
 * The answer of the Messages API as a reply.
 *
 * @module
 */
import { CallError } from '../errors.js'
import { oneLine } from '../text.js'
import { MESSAGES_CALL, QUOTED } from './anthropic-errors.js'
import { type MessagesUsage, readUsage } from './messages-usage.js'
import type { JudgeReply } from './model.js'

/** What is read of an answer; gateways leave parts out or null. */
interface Message {
  readonly type: 'message'
  readonly model?: string | null
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | null
  readonly stop_reason?: string | null
  readonly stop_details?: { readonly category?: string | null } | null
  readonly usage?: MessagesUsage | null
}

const CUT_SHORT = ['max_tokens', 'model_context_window_exceeded', 'pause_turn']

/**
 * Reads a message; the stop reason decides before the text does.
 *
 * @param id - Stands in for the name of the model where the service gives none.
 * @param what - What it came with, for messages.
 * @throws {@link CallError} `transient` for what is no message; `rejected` for counts of tokens that are none.
 */
export function readMessage(message: unknown, id: string, what: string = `${MESSAGES_CALL} answered`): JudgeReply {
  // A proxy's HTML page with status 200 comes back from the SDK as a string.
  if (!isMessage(message)) {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    throw new CallError('transient', `${what} with no message: ${oneLine(text ?? 'nothing', QUOTED)}`)
  }
  const { stop_reason } = message
  const blocks = message.content ?? []
  const text = blocks.map((block) => (block.type === 'text' ? (block.text ?? '') : '')).join('')
  const reply = { value: null, text, usage: readUsage(message.usage, what), servedBy: message.model ?? id }
  if (stop_reason === 'refusal') {
    return { ...reply, stop: 'refused', detail: `category: ${message.stop_details?.category ?? 'none given'}` }
  }
  if (stop_reason && CUT_SHORT.includes(stop_reason)) return { ...reply, stop: 'truncated', detail: stop_reason }
  if (text.trim() === '') return { ...reply, stop: 'unparsable', detail: 'the answer has no text' }
  try {
    return { ...reply, stop: 'ok', value: JSON.parse(text) as unknown }
  } catch (error) {
    return { ...reply, stop: 'unparsable', detail: oneLine(`the answer is not JSON: ${String(error)}`, QUOTED) }
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'message'
}
