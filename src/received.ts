/**
 * The text in what a test gives to a matcher.
 *
 * @module
 */
import { badInput } from './errors.js'
import { foldText } from './text.js'

/** Names under which a response object may hold its text, in the order in which they are looked for. */
const TEXT_FIELDS = ['result', 'response_text', 'text', 'output', 'content'] as const

/**
 * A response as text: a string, an object with its text in `result`, `response_text`, `text`, `output` or `content`, or a list
 * of messages `{ role, content }`.
 *
 * @throws {@link InputError} for anything else and for a text without any visible character.
 */
export function responseText(what: string, received: unknown): string {
  const text = Array.isArray(received) ? conversation(what, received) : textIn(received)
  if (text === null || foldText(text) === '') {
    throw badInput(what, {
      place: 'the output',
      expected: `a text that is not empty, an object with it in ${TEXT_FIELDS.map((field) => `\`${field}\``).join(', ')}, or a list of messages`,
      received,
      ...(received instanceof Promise ? { hint: 'This is a promise: await it, or write expect(...).resolves.' } : {}),
    })
  }
  return text
}

function conversation(what: string, messages: readonly unknown[]): string {
  return messages
    .map((message, index) => {
      const text = textIn(message)
      const role = roleOf(message)
      if (text !== null && role !== null) return `${role}: ${text}`
      throw badInput(what, {
        place: `message [${index}] of the output`,
        expected: 'an object with `role` and `content`',
        received: message,
      })
    })
    .join('\n\n')
}

function roleOf(message: unknown): string | null {
  const role = (message as { role?: unknown } | null)?.role
  return typeof role === 'string' ? role : null
}

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  for (const field of TEXT_FIELDS) {
    const found = (value as Record<string, unknown>)[field]
    if (typeof found === 'string') return found
    if (Array.isArray(found)) return blocks(found)
  }
  return null
}

/** Content blocks as agent SDKs give them: those of text are joined, the others stand as JSON. */
function blocks(content: readonly unknown[]): string {
  return content.map((block) => textIn(block) ?? JSON.stringify(block)).join('\n')
}
