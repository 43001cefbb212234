/**
 * Messages of Anthropic's Messages API, answers of it among them.
 *
 * @module
 */
import { entriesOf, type Format, fieldsOf, listOf, readArguments, resultText, textOf } from './format.js'
import type { RunLog } from './log.js'
import { readAgentUsage } from './usage.js'

const CALLS = ['tool_use', 'server_tool_use', 'mcp_tool_use']
const IS_RESULT = /tool_result$/
/** Blocks that are no calls. */
const OTHER = 'text thinking redacted_thinking image document search_result container_upload compaction'.split(' ')

export const anthropic: Format = {
  name: 'anthropic',
  label: 'a list of Anthropic messages',

  fits(value) {
    return entriesOf(value).some((entry) => {
      const { type, content } = fieldsOf(entry)
      return type === 'message' || listOf(content).some((block) => isToolBlock(fieldsOf(block)['type']))
    })
  },

  read(value, log) {
    for (const entry of log.entries(value)) {
      const { role, content } = fieldsOf(entry)
      log.rest(entry, ['content'])
      if (role === 'assistant') {
        log.turn(undefined, readAgentUsage(fieldsOf(entry)['usage']))
        log.say(saidIn(content))
      } else if (role !== 'user' && role !== 'system') {
        log.skip(`entry without a known role: ${String(role)}`)
        continue
      }
      readBlocks(content, log)
    }
  },
}

/** What an assistant says in the content of a message. */
export function saidIn(content: unknown): string | undefined {
  if (typeof content === 'string') return textOf(content)
  const texts = listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'text')
  return textOf(texts.map(({ text }) => textOf(text) ?? '').join('\n\n'))
}

/** Calls and results in the content of a message. */
export function readBlocks(content: unknown, log: RunLog, time?: unknown): void {
  for (const block of log.parts(content).map(fieldsOf)) {
    const { type } = block
    if (CALLS.includes(String(type))) log.call(block['id'], block['name'], readArguments(block['input']), time)
    else if (IS_RESULT.test(String(type))) {
      // Anthropic's own tools tell of a failure by the type of what they give.
      const failed = block['is_error'] === true || /_error$/.test(String(fieldsOf(block['content'])['type']))
      log.result(block['tool_use_id'], resultText(block['content']), failed)
    } else if (!OTHER.includes(String(type))) log.skip(`block ${String(type)}`)
  }
}

function isToolBlock(type: unknown): boolean {
  return CALLS.includes(String(type)) || IS_RESULT.test(String(type))
}
