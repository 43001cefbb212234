/**
 * Messages of OpenAI's Chat Completions, answers of it among them.
 *
 * @module
 */
import { entriesOf, type Fields, type Format, fieldsOf, listOf, readArguments, resultText, textOf } from './format.js'
import type { RunLog } from './log.js'
import { readAgentUsage } from './usage.js'

const OTHER = ['system', 'developer', 'user']
/** Parts of a content that are no calls. */
const PARTS = 'text output_text refusal thinking reasoning image_url audio input_audio video_url file'.split(' ')

export const openai: Format = {
  name: 'openai',
  label: 'a list of OpenAI chat messages',

  fits(value) {
    return entriesOf(value).some((entry) => {
      const { role, choices } = fieldsOf(entry)
      return typeof role === 'string' || Array.isArray(choices)
    })
  },

  read(value, log) {
    readMessages(log.entries(value), log)
  },
}

/**
 * Reads messages in their order.
 *
 * @param hasFailed - Whether the text of a result tells of a failure; the messages themselves have no mark for it.
 */
export function readMessages(
  messages: readonly unknown[],
  log: RunLog,
  hasFailed: (text: string) => boolean = () => false,
): void {
  for (const entry of messages.map(fieldsOf)) {
    const message = Array.isArray(entry['choices']) ? readChoices(entry, log) : entry
    const { role, content } = message
    if (role === 'assistant') {
      log.turn(undefined, readAgentUsage(entry['usage']))
      readAnswer(message, log)
      continue
    }
    log.rest(message, ['content'])
    if (role === 'tool' || role === 'function') {
      const text = resultText(content)
      log.result(resultKey(message), text, hasFailed(text))
    } else if (OTHER.includes(String(role))) checkParts(log.parts(content).map(fieldsOf), log)
    else log.skip(`message of ${String(role)}`)
  }
}

/** The first choice is what the run went on with. */
function readChoices(entry: Fields, log: RunLog): Fields {
  const [first, ...more] = listOf(entry['choices'])
  log.rest(entry, ['choices'])
  for (let i = 0; i < more.length; i++) log.skip('further choice')
  return fieldsOf(fieldsOf(first)['message'])
}

function readAnswer(message: Fields, log: RunLog): void {
  const { content, tool_calls, function_call: old } = message
  log.rest(message, ['content', 'tool_calls', 'function_call'])
  readContent(content, log)
  for (const call of log.list(tool_calls, 'tool_calls').map(fieldsOf)) {
    // LangChain gives `{ name, args }`.
    const { name, arguments: given, args, input } = fieldsOf(call['function'] ?? call['custom'] ?? call)
    log.call(call['id'] ?? name, name, readArguments(given ?? args ?? input))
  }
  if (old !== undefined && old !== null) {
    const { name, arguments: args } = fieldsOf(old)
    log.call(name, name, readArguments(args))
  }
  // Other formats keep what an assistant did in other fields.
  if ([content, tool_calls, old].every((field) => field === undefined)) log.skip('message without content')
}

function readContent(content: unknown, log: RunLog): void {
  const parts = log.parts(content).map(fieldsOf)
  const texts = parts.map(({ text, refusal }) => textOf(text) ?? textOf(refusal) ?? '')
  log.say(textOf(content) ?? textOf(texts.filter(Boolean).join('\n\n')))
  checkParts(parts, log)
}

function checkParts(parts: readonly Fields[], log: RunLog): void {
  for (const { type } of parts) if (!PARTS.includes(String(type))) log.skip(`part ${String(type)}`)
}

/** The id of the call; SWE-agent gives a list with it, and functions of old have their name only. */
function resultKey({ tool_call_id, tool_call_ids, name }: Fields): unknown {
  return tool_call_id ?? listOf(tool_call_ids)[0] ?? name
}
