/**
 * The message of `toHaveCalledTools`: expected and received calls side by side.
 *
 * @module
 */

import { hideCommand, oneLine } from '../src/text.js'
import { showArguments } from '../src/trajectory/arguments.js'
import type { CallComparison, CallOrder, ComparedCall, ExpectedCall } from '../src/trajectory/compare.js'
import type { Run } from '../src/trajectory/trajectory.js'
import { countUnread } from '../src/trajectory/unread.js'
import type { ToolCall } from '../src/types.js'
import { beginning, callText, frame } from './message.js'

/** What the message is made of. */
export interface CallsMessage {
  readonly negated: boolean
  readonly run: Run
  readonly wanted: readonly ExpectedCall[]
  /** Null: nothing is known of the calls. */
  readonly compared: CallComparison | null
  readonly order: CallOrder
  /** Why there is no verdict; null where there is one. */
  readonly unjudged: string | null
}

const WANTED: Readonly<Record<CallOrder, string>> = {
  strict: 'exactly these, in this order',
  unordered: 'exactly these, in any order',
  superset: 'at least these, in any order',
  subset: 'none but these, in any order',
}
/** Widest cell of a call. */
const WIDTH = 44
/** More lines than this are counted only. */
const MOST_LINES = 40
/** Calls that are kept in a record. */
const MOST_KEPT = 100
const NONE = '—'

/** Puts the message together. */
export function callsMessage({ negated, run, wanted, compared, order, unjudged }: CallsMessage): string {
  const ignored = compared && compared.ignored > 0 ? `, ${compared.ignored} more do not count` : ''
  const counted = compared?.calls.filter(({ received }) => received).length ?? 0
  const same = compared?.calls.filter((call) => call.same).length
  return frame({
    title: callText('toHaveCalledTools', 'run', 'tools', negated),
    comparisons: compared
      ? [
          {
            what: 'calls',
            expected: `${negated ? 'not ' : ''}${wanted.length}, ${WANTED[order]}`,
            received: `${negated ? '    ' : ''}${counted}, ${same} as expected${ignored}`,
          },
        ]
      : [],
    details: compared ? rowsOf(compared.calls, order) : [],
    notes: { Run: runNote(run) },
    ...(unjudged !== null && { unjudged }),
  })
}

/** Which log it was, and what of it was not understood. */
export function runNote({ format, toolCalls, steps, unknown }: Run): string {
  const counts = [
    ...(toolCalls === null ? [] : [`${toolCalls.length} ${toolCalls.length === 1 ? 'call' : 'calls'}`]),
    ...(steps === null ? [] : [`${steps} ${steps === 1 ? 'step' : 'steps'}`]),
  ]
  const strange = listUnknown(unknown)
  return [format, ...counts, ...(strange === '' ? [] : [`not understood: ${strange}`])].join(', ')
}

/** Says that calls may be among what was not understood; null where there is no such thing. */
export function unreadNote({ unknown }: Run): string | null {
  const count = countUnread(unknown)
  if (count === 0) return null
  const which = count === 1 ? '1 entry was' : `${count} entries were`
  return `${which} not understood and may hold calls (${listUnknown(unknown)})`
}

function listUnknown(unknown: Run['unknown']): string {
  const strange = Object.entries(unknown).map(([kind, count]) => `${count} x ${kind}`)
  return oneLine(strange.join('; '), 200)
}

/** What is missing and what was not expected, for the record. */
export function listDifferent({ calls }: CallComparison): { missing: string[]; unexpected: string[] } {
  const different = calls.filter(({ same }) => !same)
  const list = (side: 'expected' | 'received') =>
    different.flatMap((call) => (call[side] ? [cellOf(call[side], 200)] : [])).slice(0, MOST_KEPT)
  return { missing: list('expected'), unexpected: list('received') }
}

/** In the order in which they were made; of many without fault in a row the first and the last are shown. */
function rowsOf(calls: readonly ComparedCall[], order: CallOrder): string[] {
  const width = Math.min(WIDTH, Math.max('expected'.length, ...calls.map(({ expected }) => cellOf(expected).length)))
  const lines = groupCalls(calls, order).flatMap((group) => {
    const [first, ...rest] = group.map((call) => rowOf(call, order, width))
    const last = rest.pop()
    const isFault = group.some((call) => isAtFault(call, order))
    if (first === undefined || last === undefined || isFault || rest.length < 2)
      return group.flatMap((call) => rowOf(call, order, width))
    return [...first, `    … ${rest.length} more without fault`, ...last]
  })
  const more = lines.length - MOST_LINES
  const shown = more > 0 ? [...lines.slice(0, MOST_LINES), `    … and ${more} more lines`] : lines
  return [`    ${'expected'.padEnd(width)}  received`, ...shown]
}

/** Neighbours that are all at fault, or all not. */
function groupCalls(calls: readonly ComparedCall[], order: CallOrder): ComparedCall[][] {
  const groups: ComparedCall[][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && isAtFault(last[0], order) === isAtFault(call, order)) last.push(call)
    else groups.push([call])
  }
  return groups
}

function isAtFault({ same, expected, received }: ComparedCall, order: CallOrder): boolean {
  if (same) return false
  return order === 'superset' ? expected !== undefined : order === 'subset' ? received !== undefined : true
}

function rowOf(call: ComparedCall, order: CallOrder, width: number): string[] {
  const mark = call.same ? '✓' : isAtFault(call, order) ? '✗' : ' '
  const failed = call.received?.error === undefined ? '' : ' (failed)'
  return [
    `  ${mark} ${cellOf(call.expected).padEnd(width)}  ${cellOf(call.received)}${failed}`,
    ...call.differences.map((difference) => `      ${hideCommand(oneLine(difference, 200))}`),
  ]
}

/** A call as one cell. */
function cellOf(call: ExpectedCall | ToolCall | undefined, width: number = WIDTH): string {
  if (call === undefined) return NONE
  return beginning(`${call.tool} ${showArguments(call.args)}`, width - 1)
}
