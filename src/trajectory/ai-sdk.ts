/**
 * The AI SDK: what `generateText` gives, its steps, and its messages.
 *
 * @module
 */
import { entriesOf, type Fields, type Format, fieldsOf, listOf, resultText, textOf } from './format.js'
import type { RunLog } from './log.js'
import { readAgentUsage } from './usage.js'

/** Parts that are no calls. */
const OTHER = 'text reasoning source file image tool-approval-request tool-approval-response'.split(' ')

export const aiSdk: Format = {
  name: 'ai-sdk',
  label: 'the result, steps or messages of the AI SDK',

  fits(value) {
    return stepsOf(value).some((entry) => isStep(entry) || listOf(entry['content']).some(isToolPart))
  },

  read(value, log) {
    for (const entry of readEntries(value, log)) {
      if (isStep(entry)) readStep(entry, log)
      else readMessage(entry, log)
    }
  },
}

function stepsOf(value: unknown): readonly Fields[] {
  const { steps } = fieldsOf(value)
  return (Array.isArray(steps) ? steps : entriesOf(value)).map(fieldsOf)
}

/** A whole result repeats what its last step says. */
function readEntries(value: unknown, log: RunLog): readonly Fields[] {
  if (!Array.isArray(fieldsOf(value)['steps'])) return log.entries(value).map(fieldsOf)
  log.rest(value, ['steps', 'content', 'toolCalls', 'output'])
  return stepsOf(value)
}

/** Fields may be getters, which `in` sees and spreading does not. What has steps of its own is a whole result. */
function isStep(entry: Fields): boolean {
  return 'finishReason' in entry && ('content' in entry || 'toolCalls' in entry) && !('steps' in entry)
}

function isToolPart(part: unknown): boolean {
  return /^tool-(?:call|result|error)$/.test(String(fieldsOf(part)['type']))
}

function readStep(step: Fields, log: RunLog): void {
  const { timestamp } = fieldsOf(step['response'])
  const content = log.parts(step['content'])
  log.rest(step, ['content', 'toolCalls'])
  log.turn(undefined, readAgentUsage(step['usage']))
  log.time(timestamp)
  log.say(textOf(step['text']) ?? saidIn(content))
  // Version 4 has no content and keeps calls and results apart; later ones give them in both.
  const apart = [
    ...log.list(step['toolCalls'], 'toolCalls').map((call) => ({ ...fieldsOf(call), type: 'tool-call' })),
    ...listOf(step['toolResults']).map((result) => ({ ...fieldsOf(result), type: 'tool-result' })),
  ]
  const keyOf = ({ type, toolCallId }: Fields) => `${String(type)} ${String(toolCallId)}`
  const known = new Set(content.map((part) => keyOf(fieldsOf(part))))
  readParts([...content, ...apart.filter((part) => !known.has(keyOf(part)))], log, timestamp)
}

function readMessage(message: Fields, log: RunLog): void {
  const { role, content } = message
  log.rest(message, ['content'])
  if (role === 'assistant') {
    log.turn()
    log.say(textOf(content) ?? saidIn(listOf(content)))
  } else if (!['system', 'user', 'tool'].includes(String(role))) log.skip(`message of ${String(role)}`)
  readParts(log.parts(content), log)
}

function saidIn(content: readonly unknown[]): string | undefined {
  const texts = content.map(fieldsOf).filter(({ type }) => type === 'text')
  return textOf(texts.map(({ text }) => textOf(text) ?? '').join(''))
}

function readParts(content: readonly unknown[], log: RunLog, time?: unknown): void {
  for (const part of content) readPart(fieldsOf(part), log, time)
}

function readPart(part: Fields, log: RunLog, time?: unknown): void {
  const { type, toolCallId, toolName } = part
  if (type === 'tool-call') log.call(toolCallId, toolName, part['input'] ?? part['args'] ?? {}, time)
  else if (type === 'tool-error') log.result(toolCallId, resultText(part['error']), true)
  else if (type === 'tool-result') {
    const { text, failed } = readOutput(part['output'] ?? part['result'])
    log.result(toolCallId, text, failed || part['isError'] === true)
  } else if (!OTHER.includes(String(type))) log.skip(`part ${String(type)}`)
}

/** Messages say of which kind an output is: `{ type: 'error-text', value }`. */
function readOutput(output: unknown): { text: string; failed: boolean } {
  const { type, value, reason } = fieldsOf(output)
  const kind = /^(?:error-)?(?:text|json)$|^content$|^execution-denied$/.exec(String(type))?.[0]
  if (kind === undefined || (value === undefined && kind !== 'execution-denied')) {
    return { text: resultText(output), failed: false }
  }
  return { text: resultText(value ?? reason), failed: /^error|denied$/.test(kind) }
}
