/**
 * Money: what a run has spent, what its calls under way may still cost, and whether the next one fits the budget.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { JudgeReply, JudgeRequest } from '../models/model.js'
import { showCount } from '../text.js'
import type { Usage } from '../types.js'
import { addUsage, estimateInput, NO_USAGE, sumCosts } from '../usage.js'

/** The most that a run may spend on judging. */
export interface Budget {
  /** USD, above 0. */
  readonly usd?: number
  /** Input and output tokens together, above 0. */
  readonly tokens?: number
}

/** What a run spent, or would spend. */
export interface Spent {
  readonly requests: number
  readonly usage: Usage
  /** Null where the price of the model is not known. */
  readonly usd: number | null
}

/** What a run would ask. The answers' length is a guess, the prompts are the very ones. */
export interface Planned {
  readonly requests: number
  /** Estimated input tokens. */
  readonly input: number
  /** Estimated output tokens. */
  readonly output: number
  /** Null where a price is not known. */
  readonly usd: number | null
}

/** One of them. */
type PlannedCall = Omit<Planned, 'requests'>

/** Price of one request, or null where the model's price is not known. */
export type PriceOf = (usage: Usage) => number | null

/** Share of the price that is paid in a batch. */
export const BATCH_SHARE = 0.5

/** What a reply cost in USD. */
export function costOf(reply: JudgeReply, priceOf: PriceOf): number | null {
  const { usage, batched = false } = reply
  const price = priceOf(usage)
  return price !== null && batched ? price * BATCH_SHARE : price
}

/** Tokens that an answer is taken to have before the first one is known. */
const FIRST_ANSWER = 400

/** Keeps the books of a run. */
export class Ledger {
  readonly #budget: Budget
  #spent: Spent = { requests: 0, usage: NO_USAGE, usd: 0 }
  /** The part of the costs that is known, also where another part is not. */
  #knownUsd = 0
  #reserved = { tokens: 0, usd: 0 }
  #exceeded: string | null = null
  readonly #planned = new Map<string, PlannedCall>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** So far, calls under way apart. */
  get spent(): Spent {
    return this.#spent
  }

  /** All that was planned. */
  get planned(): Planned {
    const calls = [...this.#planned.values()]
    const sum = (key: 'input' | 'output') => calls.reduce((total, call) => total + call[key], 0)
    const usd = sumCosts(calls.map((call) => call.usd))
    return { requests: calls.length, input: sum('input'), output: sum('output'), usd }
  }

  /** Notes a request that would be asked. Equal ones are asked once, so they count once. */
  plan(key: string, request: JudgeRequest, priceOf: PriceOf): PlannedCall {
    const usage = this.estimate(request)
    const call = { input: usage.input, output: usage.output, usd: priceOf(usage) }
    this.#planned.set(key, call)
    return call
  }

  /** Tokens of a request before it is asked; the answer is taken to be as long as the mean of those before it. */
  estimate(request: JudgeRequest): Usage {
    const input = estimateInput(request)
    const { requests, usage } = this.#spent
    return { ...NO_USAGE, input, output: requests === 0 ? FIRST_ANSWER : Math.ceil(usage.output / requests) }
  }

  /** Books tokens that were paid for, and their price. */
  book(usage: Usage, price: number | null): void {
    const { requests, usage: before, usd } = this.#spent
    this.#knownUsd += price ?? 0
    this.#spent = {
      requests: requests + 1,
      usage: addUsage(before, usage),
      usd: usd === null || price === null ? null : usd + price,
    }
  }

  /**
   * Runs a call if it fits the budget together with all calls under way. Once one does not fit, none after it is made.
   *
   * @throws {@link CallError} `budget` otherwise.
   */
  async within<T>(request: JudgeRequest, priceOf: PriceOf, call: () => Promise<T>): Promise<T> {
    const usage = this.estimate(request)
    const expected = { tokens: usage.input + usage.output, usd: priceOf(usage) ?? 0 }
    this.#exceeded ??= this.#check(expected)
    if (this.#exceeded !== null) throw new CallError('budget', this.#exceeded)
    this.#reserve(expected, 1)
    try {
      return await call()
    } finally {
      this.#reserve(expected, -1)
    }
  }

  #reserve({ tokens, usd }: { tokens: number; usd: number }, sign: 1 | -1): void {
    this.#reserved = { tokens: this.#reserved.tokens + sign * tokens, usd: this.#reserved.usd + sign * usd }
  }

  #check(next: { tokens: number; usd: number }): string | null {
    const { usage } = this.#spent
    const spent = { tokens: usage.input + usage.output, usd: this.#knownUsd }
    for (const unit of ['tokens', 'usd'] as const) {
      const most = this.#budget[unit]
      if (most === undefined || spent[unit] + this.#reserved[unit] + next[unit] <= most) continue
      const show = (amount: number) => (unit === 'usd' ? `${amount.toFixed(4)} USD` : `${showCount(amount)} tokens`)
      return `The budget of ${show(most)} does not hold another call: ${show(spent[unit])} are spent and ${show(this.#reserved[unit])} expected of calls under way, and it may need ${show(next[unit])}. What is left is not judged; raise \`budget\` to judge it.`
    }
    return null
  }
}
