/**
 * Gathers what a format's reader finds.
 *
 * @module
 */
import { oneLine } from '../text.js'
import type { AgentUsage, ToolCall } from '../types.js'
import { entriesOf } from './format.js'
import { cutMiddle, MAX_FIELD } from './shorten.js'
import type { Run, TrajectoryFormat } from './trajectory.js'
import { unreadFields } from './unread.js'
import { sumUsage } from './usage.js'

type OpenCall = { -readonly [K in keyof ToolCall]: ToolCall[K] }

/** ISO 8601. Other ways to write a date are read differently from one place to another. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** Kinds of entries that are told apart. */
const MOST_KINDS = 50
/** Seconds since 1970 stay below this until the year 5138. */
const MILLISECONDS_FROM = 1e11

/** One run on its way to a {@link Run}. */
export class RunLog {
  /** What is read, for messages. */
  readonly what: string
  readonly #calls: OpenCall[] = []
  /** Calls that have no result yet, by what their result names. Ids may come again in later turns. */
  readonly #open = new Map<string, { readonly calls: OpenCall[]; next: number }>()
  readonly #unknown = new Map<string, number>()
  readonly #turns = new Map<string, AgentUsage | undefined>()
  readonly #times: number[] = []
  #knowsCalls = true
  #steps: number | null | undefined
  #output: string | undefined
  #total: AgentUsage | undefined

  constructor(what: string) {
    this.what = what
  }

  /** A call; `key` is what its result will name. */
  call(key: unknown, tool: unknown, args: unknown, time?: unknown): void {
    if (typeof tool !== 'string') {
      this.skip('call without a name')
      return
    }
    const timestamp = this.time(time)
    const call: OpenCall = { tool, args, ...(timestamp !== undefined && { timestamp }) }
    this.#calls.push(call)
    const open = this.#open.get(String(key))
    if (open === undefined) this.#open.set(String(key), { calls: [call], next: 0 })
    else open.calls.push(call)
  }

  /** What a call came to. */
  result(key: unknown, text: string, failed: boolean): void {
    const open = this.#open.get(String(key))
    const call = open?.calls[open.next]
    const shown = cutMiddle(text, MAX_FIELD)
    if (open === undefined || call === undefined) {
      this.skip('result without its call')
      return
    }
    open.next += 1
    if (failed) call.error = shown || 'it failed and said nothing'
    else call.result_summary = shown
  }

  /** Calls in this package's own form. */
  add(calls: readonly ToolCall[]): void {
    for (const call of calls) {
      this.time(call.timestamp)
      this.#calls.push(call)
    }
  }

  /** An answer of the model. One that comes in several entries has an `id`; its last token counts are the whole ones. */
  turn(id?: unknown, usage?: AgentUsage): void {
    const key = typeof id === 'string' ? `id ${id}` : String(this.#turns.size)
    this.#turns.set(key, usage ?? this.#turns.get(key))
  }

  /** Something the agent said to whoever asked; the last one counts. */
  say(text: string | undefined): void {
    if (text !== undefined) this.#output = text
  }

  /** What the whole run took; wins over the sum of the turns. */
  total(usage: AgentUsage | undefined): void {
    if (usage !== undefined) this.#total = { ...this.#total, ...usage }
  }

  /** Steps that the log itself counts, or null where it cannot tell. */
  steps(count: number | null): void {
    this.#steps = count
  }

  /** The log says nothing about calls. */
  hidesCalls(): void {
    this.#knowsCalls = false
  }

  /** When something happened, as ISO 8601. */
  time(value: unknown): string | undefined {
    const date = toDate(value)
    if (date === undefined || Number.isNaN(date.getTime())) return undefined
    this.#times.push(date.getTime())
    return typeof value === 'string' ? value : date.toISOString()
  }

  /** Counts an entry that is not understood. */
  skip(kind: string): void {
    const own = oneLine(kind, 60)
    const name = this.#unknown.has(own) || this.#unknown.size < MOST_KINDS ? own : 'others'
    this.#unknown.set(name, (this.#unknown.get(name) ?? 0) + 1)
  }

  /** Counts fields of an entry that may hold calls and are not among those that are read. */
  rest(entry: unknown, read: readonly string[]): void {
    for (const name of unreadFields(entry, read)) this.skip(`field ${name}`)
  }

  /** The items of a list, none where there is nothing. Anything else is counted. */
  list(value: unknown, name: string): readonly unknown[] {
    if (Array.isArray(value)) return value
    if (value !== undefined && value !== null && value !== '') this.skip(`${name} that is no list`)
    return []
  }

  /** The parts of a content that is more than a text. */
  parts(content: unknown): readonly unknown[] {
    return typeof content === 'string' ? [] : this.list(content, 'content')
  }

  /** The entries of a log, as {@link entriesOf}. What may hold calls beside them is counted. */
  entries(value: unknown): readonly unknown[] {
    const entries = entriesOf(value)
    if (entries !== value && entries[0] !== value) this.rest(value, ['messages'])
    return entries
  }

  /** How many calls were found. */
  get count(): number {
    return this.#calls.length
  }

  /** The run. */
  end(format: TrajectoryFormat): Run {
    const usage = this.#usage()
    return {
      format,
      toolCalls: this.#knowsCalls ? this.#calls : null,
      unknown: Object.fromEntries(this.#unknown),
      ...(this.#output !== undefined && { output: this.#output }),
      ...(usage !== undefined && { usage }),
      steps: this.#steps === undefined ? this.#turns.size : this.#steps,
    }
  }

  #usage(): AgentUsage | undefined {
    const times = this.#times
    const [first, last] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as [number, number])
    const span = times.length < 2 ? undefined : { seconds: (last - first) / 1000 }
    const usage = { ...span, ...sumUsage([...this.#turns.values()]), ...this.#total }
    return Object.keys(usage).length === 0 ? undefined : usage
  }
}

function toDate(value: unknown): Date | undefined {
  // Dates of another realm, as under vmThreads, are no instances of ours.
  if (Object.prototype.toString.call(value) === '[object Date]') return value as Date
  if (typeof value === 'string') return ISO.test(value) ? new Date(value) : undefined
  if (typeof value !== 'number') return undefined
  return new Date(value < MILLISECONDS_FROM ? value * 1000 : value)
}
