/**
 * The text in what a test gives to a matcher.
 *
 * @module
 */
import { badInput, type InputError } from './errors.js'
import { isBlank } from './text.js'

/** Names under which a response object may hold its text, in the order in which they are looked for. */
const TEXT_FIELDS = ['result', 'response_text', 'text', 'output', 'content'] as const

/** Roles of messages that the agent answers. */
const ASKING = ['user', 'human', 'system', 'developer']
/** Roles of messages that the agent did not write. */
const OTHERS = [...ASKING, 'tool', 'function']

/**
 * A response as text: a string, an object with its text in `result`, `response_text`, `text`, `output` or `content`, or a list
 * of messages `{ role, content }`. Blank where the agent answered nothing: in a list, where whoever answers the user says
 * nothing.
 *
 * @throws {@link InputError} for anything else.
 */
export function receivedText(what: string, received: unknown): string {
  const text = Array.isArray(received) ? conversation(what, received) : findText(received)
  if (text === null) throw noText(what, received)
  return text
}

/**
 * The same, of a list of messages only what the agent says, without the roles: for what is computed from the text alone. A judge
 * that reads the roles is shown the whole conversation.
 *
 * @throws {@link InputError} for anything else.
 */
export function answerText(what: string, received: unknown): string {
  if (!Array.isArray(received)) return receivedText(what, received)
  const messages = readMessages(what, received)
  return messages.flatMap(({ role, text }) => (OTHERS.includes(role) ? [] : [text])).join('\n\n')
}

/** Whether a value is a list of messages, each with its role. */
export function isConversation(received: unknown): received is readonly object[] {
  return Array.isArray(received) && received.length > 0 && received.every((message) => roleOf(message) !== null)
}

/**
 * The same of what has to be there.
 *
 * @param read - Which of the two ways to read it.
 * @throws {@link InputError} for anything else and for a text without any visible character.
 */
export function responseText(what: string, received: unknown, read: typeof receivedText = receivedText): string {
  const text = read(what, received)
  if (isBlank(text)) throw noText(what, received)
  return text
}

function noText(what: string, received: unknown): InputError {
  return badInput(what, {
    place: 'the output',
    expected: `a text that is not empty, an object with it in ${TEXT_FIELDS.map((field) => `\`${field}\``).join(', ')}, or a list of messages`,
    received,
    ...(received instanceof Promise ? { hint: 'This is a promise: await it, or write expect(...).resolves.' } : {}),
  })
}

function conversation(what: string, messages: readonly unknown[]): string {
  const read = readMessages(what, messages)
  const answers = read.filter(({ role }) => !ASKING.includes(role))
  if (answers.length > 0 && answers.every(({ text }) => isBlank(text))) return ''
  return read.map(({ role, text }) => `${role}: ${text}`).join('\n\n')
}

function readMessages(what: string, messages: readonly unknown[]): { role: string; text: string }[] {
  return messages.map((message, index) => {
    const text = findText(message)
    const role = roleOf(message)
    if (text !== null && role !== null) return { role, text }
    throw badInput(what, {
      place: `message [${index}] of the output`,
      expected: 'an object with `role` and `content`',
      received: message,
    })
  })
}

function roleOf(message: unknown): string | null {
  const role = (message as { role?: unknown } | null)?.role
  return typeof role === 'string' ? role : null
}

/** The text in a string or an object; null where there is none. */
export function findText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  for (const field of TEXT_FIELDS) {
    const found = (value as Record<string, unknown>)[field]
    if (typeof found === 'string') return found
    if (Array.isArray(found)) return blocks(found)
  }
  // An agent that gave up, or only called tools, leaves null.
  return TEXT_FIELDS.some((field) => (value as Record<string, unknown>)[field] === null) ? '' : null
}

/** Content blocks as agent SDKs give them: those of text are joined, the others stand as JSON. */
function blocks(content: readonly unknown[]): string {
  return content.map((block) => findText(block) ?? JSON.stringify(block)).join('\n')
}
