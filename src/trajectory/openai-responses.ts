/**
 * Items of OpenAI's Responses API, whole responses among them.
 *
 * @module
 */
import { entriesOf, type Fields, type Format, fieldsOf, listOf, readArguments, resultText, textOf } from './format.js'
import type { RunLog } from './log.js'
import { readAgentUsage } from './usage.js'

const IS_CALL = /_call$/
const IS_RESULT = /_call_output$/
/** Items that are no calls. A reference may be to one. */
const OTHER = 'message reasoning compaction mcp_list_tools mcp_approval_request mcp_approval_response'.split(' ')
/** Parts of a message that are no calls. */
const PARTS =
  'text input_text output_text summary_text reasoning_text refusal input_image input_file input_audio output_audio computer_screenshot'.split(
    ' ',
  )
/** What the items of built-in tools hold besides their arguments. */
const NO_ARGUMENTS = ['type', 'id', 'call_id', 'status', 'output', 'outputs', 'results', 'result', 'error']

export const openaiResponses: Format = {
  name: 'openai-responses',
  label: 'items of OpenAI Responses',

  fits(value) {
    return entriesOf(value).some((entry) => {
      const { type, content } = fieldsOf(entry)
      const isSaid = listOf(content).some((part) => /^(?:in|out)put_text$/.test(String(fieldsOf(part)['type'])))
      return isResponse(fieldsOf(entry)) || isSaid || /^reasoning$|_call(?:_output)?$/.test(String(type))
    })
  },

  read(value, log) {
    let isAnswering = false
    for (const entry of log.entries(value).map(fieldsOf)) {
      if (isResponse(entry)) {
        log.rest(entry, ['output'])
        log.turn(undefined, readAgentUsage(entry['usage']))
        for (const item of listOf(entry['output']).map(fieldsOf)) readItem(item, log)
        isAnswering = false
      } else {
        // Items that the model gave one after the other are one answer.
        if (isByModel(entry) && !isAnswering) log.turn()
        isAnswering = isByModel(entry)
        readItem(entry, log)
      }
    }
  },
}

function isResponse({ object, output }: Fields): boolean {
  return object === 'response' && Array.isArray(output)
}

function isByModel({ type, role }: Fields): boolean {
  return role === 'assistant' || type === 'reasoning' || IS_CALL.test(String(type))
}

function readItem(item: Fields, log: RunLog): void {
  const { role, type = typeof role === 'string' ? 'message' : undefined } = item
  if (IS_RESULT.test(String(type))) log.result(item['call_id'], resultText(item['output']), false)
  else if (IS_CALL.test(String(type))) readCall(item, log)
  else if (!OTHER.includes(String(type))) log.skip(`item ${String(type)}`)
  else if (type === 'message') readMessage(item, log)
}

function readMessage(item: Fields, log: RunLog): void {
  const { role, content } = item
  log.rest(item, ['content'])
  for (const { type } of log.parts(content).map(fieldsOf)) {
    if (!PARTS.includes(String(type))) log.skip(`part ${String(type)}`)
  }
  if (role === 'assistant') log.say(textOf(content) ?? textOf(resultText(content)))
}

function readCall(item: Fields, log: RunLog): void {
  const { type, id, call_id, name, arguments: args, input, error } = item
  const key = call_id ?? id
  const given = args ?? input
  const own = Object.fromEntries(Object.entries(item).filter(([field]) => !NO_ARGUMENTS.includes(field)))
  log.call(key, name ?? String(type).replace(IS_CALL, ''), given === undefined ? own : readArguments(given))
  const failed = (error !== undefined && error !== null) || item['status'] === 'failed'
  const result = item['output'] ?? item['outputs'] ?? item['results'] ?? item['result']
  if (failed) log.result(key, resultText(error ?? result), true)
  else if (result !== undefined && result !== null) log.result(key, resultText(result), false)
}
