/**
 * Claude Code: what `claude -p --output-format stream-json --verbose` prints, and the transcripts that it keeps of its sessions.
 *
 * @module
 */
import type { AgentUsage } from '../types.js'
import { readBlocks, saidIn } from './anthropic.js'
import { entriesOf, type Fields, type Format, fieldsOf, resultText, textOf } from './format.js'
import type { RunLog } from './log.js'
import { readAgentUsage, sumUsage } from './usage.js'

/** Entries that tell neither of calls nor of usage. */
const OTHER =
  'system stream_event summary file-history-snapshot queue-operation attachment progress tool_progress tool_use_summary rate_limit_event auth_status keep_alive control_request control_response last-prompt ai-title custom-title agent-name permission-mode pr-link'.split(
    ' ',
  )

export const claudeCode: Format = {
  name: 'claude-code',
  label: 'the stream-json output or a transcript of Claude Code',

  fits(value) {
    return entriesOf(value).some((entry) => {
      const { type, subtype, message } = fieldsOf(entry)
      if (type === 'result' || type === 'system') return typeof subtype === 'string'
      return (type === 'assistant' || type === 'user') && fieldsOf(message)['content'] !== undefined
    })
  },

  read(value, log) {
    const entries = uniqueEntries(log.entries(value).map(fieldsOf), log)
    // The transcript of a subagent alone holds nothing else.
    const isSubagent = entries.some(isMain) ? (entry: Fields) => !isMain(entry) : () => false
    for (const entry of entries) readEntry(entry, isSubagent(entry), log)
    const results = entries.filter(({ type }) => type === 'result')
    for (const result of results) log.say(textOf(result['result']))
    readTotal(entries, log)
    // `--output-format json` prints the result alone.
    if (results.length > 0 && results.length === entries.length) {
      log.hidesCalls()
      const turns = results.at(-1)?.['num_turns']
      log.steps(typeof turns === 'number' ? turns : null)
    }
  },
}

/** A session that goes on in a new file begins with copies of its entries. */
function uniqueEntries(entries: readonly Fields[], log: RunLog): readonly Fields[] {
  const seen = new Map<string, unknown>()
  return entries.filter(({ uuid, message }) => {
    if (typeof uuid !== 'string') return true
    if (!seen.has(uuid)) {
      seen.set(uuid, message)
      return true
    }
    if (resultText(seen.get(uuid)) !== resultText(message)) log.skip('entry with the uuid of another')
    return false
  })
}

function isMain({ type, isSidechain, parent_tool_use_id }: Fields): boolean {
  return type === 'assistant' && isSidechain !== true && typeof parent_tool_use_id !== 'string'
}

function readEntry(entry: Fields, isSubagent: boolean, log: RunLog): void {
  const { type, timestamp } = entry
  const { id, content, usage, stop_reason } = fieldsOf(entry['message'])
  if (type !== 'assistant' && type !== 'user') {
    log.rest(entry, [])
    if (type !== 'result' && !OTHER.includes(String(type))) log.skip(`entry ${String(type)}`)
    return
  }
  log.rest(entry, ['message'])
  log.rest(entry['message'], ['content'])
  if (content === undefined) log.skip('message without content')
  if (type === 'assistant') {
    // While a message is written its counts are those of its beginning, and its reason to stop is null.
    log.turn(id, stop_reason === null ? undefined : readAgentUsage(usage))
    if (!isSubagent) log.say(saidIn(content))
  }
  log.time(timestamp)
  readBlocks(content, log, timestamp)
}

/**
 * Cost and tokens of a result are those of its session so far, its duration is that of one prompt. Logs of several sessions may
 * stand behind each other; where one of them has no result, the others say nothing of the whole.
 */
function readTotal(entries: readonly Fields[], log: RunLog): void {
  const sessions = new Map<unknown, AgentUsage[]>()
  for (const entry of entries) {
    const { type, session_id: id } = entry
    if (type === 'result') sessions.set(id, [...(sessions.get(id) ?? []), readAgentUsage(entry) ?? {}])
    else if (type === 'assistant' && typeof id === 'string' && !sessions.has(id)) sessions.set(id, [])
  }
  const all = [...sessions.values()]
  if (all.length === 0 || all.some((usages) => usages.length === 0)) return
  const { seconds: _, ...last } = sumUsage(all.map((usages) => usages.at(-1)))
  log.total(last)
  const durations = all.flat().flatMap(({ seconds }) => seconds ?? [])
  if (durations.length > 0) log.total({ seconds: durations.reduce((a, b) => a + b) })
}
