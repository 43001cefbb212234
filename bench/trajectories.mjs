// Are the runs of other agents read whole, and does comparing the calls that change state with the expected ones agree with
// the environment's own reward?
// Usage: npx tsc && node bench/trajectories.mjs [folder with tau-airline.jsonl.gz and swe-agent.jsonl.gz]
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { compareCalls } from '../dist/src/trajectory/compare.js'
import { readTrajectory } from '../dist/src/trajectory/read.js'
import { showToolCalls } from '../dist/src/trajectory/shorten.js'

const dir = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/trajectories')

/** The airline's tools that change its database. */
const WRITES = [
  'book_reservation',
  'cancel_reservation',
  'send_certificate',
  'update_reservation_baggages',
  'update_reservation_flights',
  'update_reservation_passengers',
]

function readRows(name) {
  const text = gunzipSync(readFileSync(join(dir, `${name}.jsonl.gz`))).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const count = (items, of) => items.reduce((sum, item) => sum + of(item), 0)

function showReading(name, rows) {
  const runs = rows.map(readTrajectory)
  const formats = [...new Set(runs.map(({ format }) => format))].join(', ')
  console.log(`\n${name}: ${runs.length} of ${rows.length} runs read, as ${formats}`)
  const figures = [
    ['calls', count(runs, ({ toolCalls }) => toolCalls.length)],
    ['of these failed', count(runs, ({ toolCalls }) => toolCalls.filter(({ error }) => error !== undefined).length)],
    ['steps', count(runs, ({ steps }) => steps)],
    ['entries not understood', count(runs, ({ unknown }) => count(Object.values(unknown), (n) => n))],
    ['runs with an output', runs.filter(({ output }) => output !== undefined).length],
    ['longest run in characters', Math.max(...runs.map(({ toolCalls }) => JSON.stringify(toolCalls).length))],
    ['the same as the judge sees it', Math.max(...runs.map(({ toolCalls }) => showToolCalls(toolCalls).length))],
  ]
  for (const [label, value] of figures) console.log(`  ${label.padEnd(31)} ${value}`)
}

/** The calls that change state, the same ones as expected and as often, in any order. */
function compareWrites(row, ignoreFailed) {
  const expected = row.expected_actions.filter(({ name }) => WRITES.includes(name))
  return compareCalls(
    expected.map(({ name, args }) => ({ tool: name, args })),
    readTrajectory(row).toolCalls,
    { order: 'unordered', only: WRITES, ignoreFailed },
  )
}

function whyDifferent(row, { calls }) {
  const { name, content } = row.messages.at(-1)
  const wasCut = name !== 'transfer_to_human_agents' && !content.includes('###')
  if (row.reward === 0 && wasCut) return 'the calls are right, the run was cut off at its limit of steps'
  if (row.reward === 0) return `the calls are right, the answer lacks ${JSON.stringify(row.expected_outputs)}`
  const extra = calls.filter(({ same, received }) => !same && received)
  const failed = extra.filter(({ received }) => received.error !== undefined)
  if (failed.length === extra.length)
    return `${failed.length} refused ${failed.length === 1 ? 'call' : 'calls'} changed nothing`
  const details = extra.flatMap(({ received, differences }) => (received.error ? [] : [...differences, received.tool]))
  return `a call that leaves the same state: ${details[0]}`
}

function showAgreement(title, rows, ignoreFailed) {
  const compared = rows.map((row) => ({ row, result: compareWrites(row, ignoreFailed) }))
  const different = compared.filter(({ row, result }) => result.holds !== (row.reward === 1))
  console.log(`\n${title}: agrees with the reward in ${rows.length - different.length} of ${rows.length}`)
  for (const { row, result } of different) {
    console.log(`  task ${row.task_id}, trial ${row.trial}, reward ${row.reward}: ${whyDifferent(row, result)}`)
  }
}

function measureSpeed() {
  const call = (id) => ({ id, type: 'function', function: { name: 'read', arguments: `{"path":"${id}"}` } })
  const messages = Array.from({ length: 20_000 }, (_, index) =>
    index % 2 === 0
      ? { role: 'assistant', content: null, tool_calls: [call(String(index))] }
      : { role: 'tool', tool_call_id: String(index - 1), content: 'x'.repeat(1_000) },
  )
  const started = performance.now()
  const { toolCalls } = readTrajectory(JSON.stringify(messages))
  const read = performance.now()
  showToolCalls(toolCalls)
  const shown = performance.now()
  console.log(
    `\nreading ${toolCalls.length} calls: ${(read - started).toFixed(0)} ms; shortening them: ${(shown - read).toFixed(0)} ms`,
  )
}

if (existsSync(join(dir, 'tau-airline.jsonl.gz'))) {
  const airline = readRows('tau-airline')
  showReading('tau-bench airline', airline)
  showReading('SWE-agent', readRows('swe-agent'))
  showAgreement('calls that change state, each as often as expected', airline, false)
  showAgreement('the same without calls that failed', airline, true)
} else {
  console.log(`trajectories: skipped, there is no tau-airline.jsonl.gz in ${dir}`)
}
measureSpeed()
