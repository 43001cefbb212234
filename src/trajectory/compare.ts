/**
 * Compares the calls that an agent made with those that were expected.
 *
 * @module
 */
import { badInput } from '../errors.js'
import type { ToolCall } from '../types.js'
import { argumentKey } from './argument-key.js'
import { argumentDifferences } from './arguments.js'
import { joinTwins } from './join-twins.js'
import { matchCalls, type Sought } from './match.js'
import { alignCalls, type Pair } from './pair.js'

/** Says whether the arguments that came are right. */
// biome-ignore lint/suspicious/noExplicitAny: so that `(args) => args.amount <= 50` needs no types.
export type ArgumentCheck = (received: any) => boolean

/** A call that is expected, such as one of a recorded run; without `args` any arguments will do. */
export interface ExpectedCall {
  /** The tool's name. */
  readonly tool: string
  /** Any JSON, in which Vitest's `expect.any(...)` and the like may stand, or a function. */
  readonly args?: ArgumentCheck | NonNullable<unknown> | null | undefined
}

/**
 * Which calls must have been made, in the terms of LangChain's agentevals:
 *
 * - `strict`: exactly the expected ones, in their order
 * - `unordered`: exactly the expected ones, in any order
 * - `superset`: at least the expected ones, in any order; more calls do no harm
 * - `subset`: none but the expected ones, in any order; some of them may be missing
 *
 * A call that is expected twice has to be made twice.
 */
export type CallOrder = 'strict' | 'unordered' | 'superset' | 'subset'

/**
 * How arguments are compared: `exact`, the same values, or `partial`, at least the expected fields at every depth; or a function
 * that says whether those that came are as expected.
 */
export type ArgumentRule = 'exact' | 'partial' | ((received: unknown, expected: unknown, tool: string) => boolean)

/** How to compare. */
export interface CalledToolsOptions {
  /** Default `strict`. */
  readonly order?: CallOrder
  /** Default `exact`. */
  readonly args?: ArgumentRule
  /** Names of the tools that count; calls of others are passed over. Every expected tool must be among them. Default: all. */
  readonly only?: readonly string[]
  /** Pass over calls that failed. Default false. */
  readonly ignoreFailed?: boolean
}

/** An expected call beside one that was made; what has no partner is missing or not expected. */
export interface ComparedCall {
  readonly expected?: ExpectedCall
  readonly received?: ToolCall
  /** Both are there, and one is as the other. */
  readonly same: boolean
  /** How the arguments differ, where both are there. */
  readonly differences: readonly string[]
}

/** What a comparison came to. Fractions are 0-1. */
export interface CallComparison {
  /** The calls are as the order wants them. */
  readonly holds: boolean
  /** Share of the expected calls that were made; 1 where none are expected. */
  readonly recall: number
  /** Share of the calls made that were expected; 1 where none were made. */
  readonly precision: number
  /** All calls that count, in the order in which they were made, and those that are missing. */
  readonly calls: readonly ComparedCall[]
  /** Calls that did not count, by `only` and `ignoreFailed`. */
  readonly ignored: number
}

/**
 * Compares calls one to one.
 *
 * @throws {@link InputError} when a function for arguments returns neither true nor false, and when calls of one tool that only
 * comparing can pair are too many for it, as {@link matchCalls} says.
 */
export function compareCalls(
  expected: readonly ExpectedCall[],
  made: readonly ToolCall[],
  { order = 'strict', args = 'exact', only, ignoreFailed = false }: CalledToolsOptions = {},
): CallComparison {
  const received = made.filter(
    ({ tool, error }) => (only?.includes(tool) ?? true) && !(ignoreFailed && error !== undefined),
  )
  const look = (pair: Pair) => compareOne(expected[pair.expected ?? -1], received[pair.received ?? -1], args)
  const isOneTool = (e: number, r: number) => expected[e]?.tool === received[r]?.tool
  const fits = (e: number, r: number) => isOneTool(e, r) && look({ expected: e, received: r }).same
  const pairs =
    order === 'strict'
      ? alignCalls(expected.length, received.length, fits)
      : matchCalls(expected.map(seekBy(args)), received.map(seekAs), fits)
  const toolOf = { expected: (e: number) => expected[e]?.tool ?? '', received: (r: number) => received[r]?.tool ?? '' }
  const calls = joinTwins(pairs, toolOf, (e, r) => !fits(e, r)).map(look)
  const same = calls.filter((call) => call.same).length
  const recall = expected.length === 0 ? 1 : same / expected.length
  const precision = received.length === 0 ? 1 : same / received.length
  const holds = (order === 'subset' || recall === 1) && (order === 'superset' || precision === 1)
  return { holds, recall, precision, calls, ignored: made.length - received.length }
}

function compareOne(
  expected: ExpectedCall | undefined,
  received: ToolCall | undefined,
  rule: ArgumentRule,
): ComparedCall {
  const sides = { ...(expected && { expected }), ...(received && { received }) }
  const isOneTool = expected !== undefined && expected.tool === received?.tool
  const differences = isOneTool ? explain(expected, received, rule) : []
  return { ...sides, same: isOneTool && differences.length === 0, differences }
}

function explain({ args: expected, tool }: ExpectedCall, { args }: ToolCall, rule: ArgumentRule): readonly string[] {
  if (expected === undefined) return []
  // Formats differ in how they write that there are none.
  const received = args ?? {}
  const check =
    typeof expected === 'function'
      ? (expected as ArgumentCheck)
      : typeof rule === 'function' && ((given: unknown) => rule(given, expected, tool))
  if (check === false) return argumentDifferences(expected, received, rule === 'partial')
  const says: unknown = check(received)
  if (typeof says === 'boolean') return says ? [] : ['the function for the arguments says that they are wrong']
  throw badInput('toHaveCalledTools', {
    place: `what the function for the arguments of ${tool} returns`,
    expected: 'true or false',
    received: says,
  })
}

function seekBy(rule: ArgumentRule): (call: ExpectedCall) => Sought {
  const isLookedUp = (args: unknown) => rule === 'exact' && typeof args !== 'function'
  return ({ tool, args }) => ({
    tool,
    key: args === undefined ? undefined : isLookedUp(args) ? argumentKey(args) : null,
  })
}

function seekAs({ tool, args }: ToolCall): Sought {
  return { tool, key: argumentKey(args ?? {}) }
}
