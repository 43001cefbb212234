/**
 * `toHaveCalledTools`: the tools that an agent called against those that are expected.
 *
 * @module
 */
import { badInput, InputError } from '../src/errors.js'
import { type CalledToolsOptions, compareCalls, type ExpectedCall } from '../src/trajectory/compare.js'
import { decideCalls } from '../src/trajectory/decide.js'
import { readRun } from '../src/trajectory/read.js'
import { countUnread } from '../src/trajectory/unread.js'
import type { Verdict } from '../src/types.js'
import { callsMessage, listDifferent, unreadNote } from './called-tools-message.js'
import type { Outcome } from './matcher.js'
import { checkOptions } from './options.js'

const NAME = 'toHaveCalledTools'
const OPTIONS = ['order', 'args', 'only', 'ignoreFailed']
const ORDERS = ['strict', 'unordered', 'superset', 'subset']
/** The fields of a call; one of a recorded run may be expected as it is. */
const FIELDS = ['tool', 'args', 'result_summary', 'timestamp', 'error']
const NO_CALLS = 'nothing is known of its calls. Give `toolCalls` with it, or a log that holds them'

/** See `JudgeMatchers.toHaveCalledTools`. */
export async function haveCalledTools(
  received: unknown,
  [expected, options = {}]: [expected: readonly (string | ExpectedCall)[], options?: CalledToolsOptions],
): Promise<Outcome> {
  checkCallOptions(options)
  const wanted = readExpected(expected, options)
  const run = readRun(received, NAME)
  const compared = run.toolCalls === null ? null : compareCalls(wanted, run.toolCalls, options)
  const { recall = null, precision = null } = compared ?? {}
  const verdict: Verdict = compared === null ? 'unjudged' : decideCalls(compared, options, countUnread(run.unknown))
  const reason = compared === null ? NO_CALLS : unreadNote(run)
  return {
    verdict,
    thresholds: {},
    values: { recall, precision },
    bounds: recall === null ? null : { lower: recall, upper: verdict === 'unjudged' ? 1 : recall },
    ...(reason !== null && { reason }),
    judgement: {
      mode: 'called-tools',
      order: options.order ?? 'strict',
      format: run.format,
      ...(compared && listDifferent(compared)),
      unknown: run.unknown,
    },
    material: { output: run.output, tool_calls: run.toolCalls },
    message: (negated) =>
      callsMessage({
        negated,
        run,
        wanted,
        compared,
        order: options.order ?? 'strict',
        unjudged: verdict === 'unjudged' ? `${reason}.` : null,
      }),
  }
}

function checkCallOptions(options: CalledToolsOptions): void {
  checkOptions(NAME, options, OPTIONS, [])
  const { order = 'strict', args = 'exact', only, ignoreFailed = false } = options
  const fault = (place: string, expected: string, received: unknown) => badInput(NAME, { place, expected, received })
  if (!ORDERS.includes(order)) throw fault('`order`', `one of ${ORDERS.join(', ')}`, order)
  if (!['exact', 'partial'].includes(String(args)) && typeof args !== 'function') {
    throw fault('`args`', 'exact, partial, or a function', args)
  }
  if (only !== undefined && !isNameList(only)) throw fault('`only`', 'a list of names of tools', only)
  if (typeof ignoreFailed !== 'boolean') throw fault('`ignoreFailed`', 'true or false', ignoreFailed)
}

/** With an empty list nothing would count. */
function isNameList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')
}

/** @throws {@link InputError} where the list is none, or could not fail. */
function readExpected(expected: unknown, { order, only }: CalledToolsOptions): readonly ExpectedCall[] {
  if (!Array.isArray(expected)) {
    throw badInput(NAME, { place: 'the tools', expected: 'a list of names and calls', received: expected })
  }
  if (expected.length === 0 && order === 'superset') {
    throw new InputError(
      `${NAME}: every run has at least no calls, so \`order: 'superset'\` of an empty list says nothing.`,
    )
  }
  const calls = expected.map((call, index) => readCall(call, index))
  const left = only && calls.find(({ tool }) => !only.includes(tool))
  if (left === undefined) return calls
  throw badInput(NAME, { place: '`only`', expected: `a list that holds the expected ${left.tool}`, received: only })
}

function readCall(call: unknown, index: number): ExpectedCall {
  if (typeof call === 'string') return { tool: call }
  const { tool, args } = Object(call) as Partial<ExpectedCall>
  const strange = Object.keys(Object(call)).find((name) => !FIELDS.includes(name))
  if (typeof tool === 'string' && strange === undefined) return { tool, ...(args !== undefined && { args }) }
  throw badInput(NAME, { place: `tool [${index}]`, expected: 'a name, or { tool, args? }', received: call })
}
