/**
 * Runs of others, where they are there: `../shared/data/trajectories` beside the checkout. None of it is kept in this repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compareCalls } from '../../src/trajectory/compare.js'
import { readTrajectory } from '../../src/trajectory/read.js'

const DATA = fileURLToPath(new URL('../../../shared/data/trajectories/', import.meta.url))
const isThere = existsSync(DATA)
if (!isThere) console.log('test/data/trajectories: skipped, ../shared/data/trajectories is not there')

/** The airline's tools that change its database. */
const WRITES = [
  'book_reservation',
  'cancel_reservation',
  'send_certificate',
  'update_reservation_baggages',
  'update_reservation_flights',
  'update_reservation_passengers',
]

interface AirlineRun {
  readonly reward: number
  readonly expected_actions: readonly { readonly name: string; readonly args: object }[]
  readonly tool_calls: readonly { readonly name: string; readonly args: object }[]
}

function readRows<T>(name: string): T[] {
  const lines = gunzipSync(readFileSync(`${DATA}${name}.jsonl.gz`))
    .toString('utf8')
    .split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T)
}

describe.skipIf(!isThere)('trajectories of others', () => {
  test('all runs of tau-bench are read, with exactly the calls that the data lists by themselves', () => {
    const rows = readRows<AirlineRun>('tau-airline')
    expect(rows).toHaveLength(200)
    for (const row of rows) {
      const { format, toolCalls, unknown } = readTrajectory(row)
      expect([format, unknown]).toEqual(['tau-bench', {}])
      expect(toolCalls.map(({ tool, args }) => ({ name: tool, args }))).toEqual(
        row.tool_calls.map(({ name, args }) => ({ name, args })),
      )
      expect(toolCalls.filter((call) => (call.result_summary === undefined) === (call.error === undefined))).toEqual([])
    }
  })

  test('all runs of SWE-agent are read, demonstrations without steps too', () => {
    const rows = readRows<{ steps: readonly { action: string }[] }>('swe-agent')
    expect(rows).toHaveLength(22)
    for (const row of rows) {
      const { format, toolCalls, unknown, output } = readTrajectory(JSON.stringify(row))
      expect([format, unknown, output === undefined]).toEqual(['swe-agent', {}, false])
      expect(toolCalls.length).toBeGreaterThan(0)
      if (row.steps.length > 0) {
        expect(toolCalls.map(({ args }) => args)).toEqual(row.steps.map(({ action }) => ({ command: action.trim() })))
      }
    }
  })

  test.each([
    ['each as often as expected', false, 187],
    ['those that failed apart', true, 195],
  ])('calls that change state, %s, agree with the reward of tau-bench', (_title, ignoreFailed, least) => {
    const agreeing = readRows<AirlineRun>('tau-airline').filter((row) => {
      const expected = row.expected_actions.map(({ name, args }) => ({ tool: name, args }))
      const { holds } = compareCalls(
        expected.filter(({ tool }) => WRITES.includes(tool)),
        readTrajectory(row).toolCalls,
        { order: 'unordered', only: WRITES, ignoreFailed },
      )
      return holds === (row.reward === 1)
    })
    expect(agreeing.length).toBeGreaterThanOrEqual(least)
  })
})
