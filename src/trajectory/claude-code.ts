/**
 * Claude Code: what `claude -p --output-format stream-json --verbose` prints, and the transcripts that it keeps of its sessions.
 *
 * @module
 */
import { readBlocks, saidIn } from './anthropic.js'
import { entriesOf, type Fields, type Format, fieldsOf, textOf } from './format.js'
import type { RunLog } from './log.js'
import { readAgentUsage } from './usage.js'

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
    const entries = uniqueEntries(entriesOf(value).map(fieldsOf))
    // The transcript of a subagent alone holds nothing else.
    const isSubagent = entries.some(isMain) ? (entry: Fields) => !isMain(entry) : () => false
    for (const entry of entries) readEntry(entry, isSubagent(entry), log)
    const results = entries.filter(({ type }) => type === 'result')
    for (const result of results) log.say(textOf(result['result']))
    readTotal(results, log)
    // `--output-format json` prints the result alone.
    if (results.length > 0 && results.length === entries.length) {
      log.hidesCalls()
      const turns = results.at(-1)?.['num_turns']
      log.steps(typeof turns === 'number' ? turns : null)
    }
  },
}

/** A session that goes on in a new file begins with copies of its entries. */
function uniqueEntries(entries: readonly Fields[]): readonly Fields[] {
  const seen = new Set<unknown>()
  return entries.filter(({ uuid }) => {
    if (typeof uuid !== 'string') return true
    const isNew = !seen.has(uuid)
    seen.add(uuid)
    return isNew
  })
}

function isMain({ type, isSidechain, parent_tool_use_id }: Fields): boolean {
  return type === 'assistant' && isSidechain !== true && typeof parent_tool_use_id !== 'string'
}

function readEntry(entry: Fields, isSubagent: boolean, log: RunLog): void {
  const { type, timestamp } = entry
  const { id, content, usage, stop_reason } = fieldsOf(entry['message'])
  if (type === 'assistant') {
    // While a message is written its counts are those of its beginning, and its reason to stop is null.
    log.turn(id, stop_reason === null ? undefined : readAgentUsage(usage))
    if (!isSubagent) log.say(saidIn(content))
  } else if (type !== 'user') {
    if (type !== 'result' && !OTHER.includes(String(type))) log.skip(`entry ${String(type)}`)
    return
  }
  log.time(timestamp)
  readBlocks(content, log, timestamp)
}

/** Cost and tokens of a result are those of the session so far, its duration is that of one prompt. */
function readTotal(results: readonly Fields[], log: RunLog): void {
  const usages = results.map((result) => readAgentUsage(result) ?? {})
  log.total(usages.at(-1))
  const durations = usages.flatMap(({ seconds }) => seconds ?? [])
  if (durations.length > 0) log.total({ seconds: durations.reduce((a, b) => a + b) })
}
