/**
 * The calls that a run would make, collected without making them, and which answers it took.
 *
 * @module
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../errors.js'
import { namesIn, readJson, writeJson } from './json-file.js'

/** Tokens and price of calls, estimated. */
export interface Estimate {
  readonly input: number
  readonly output: number
  /** USD in a batch; null where a price is not known. */
  readonly usd: number | null
}

/** One call. */
export interface Call {
  /** Key of the recording that its answer may become. */
  readonly key: string
  /** For people: what is asked about. */
  readonly label: string
  /** A reply that did not read is asked for once more. */
  readonly again: boolean
  /** What is sent; null where the judge cannot be asked in a batch. */
  readonly body: object | null
  /** Why it cannot. */
  readonly obstacle: string | null
  /** Address of the service; null: the public one. */
  readonly base_url: string | null
  readonly estimate: Estimate
}

/** What a run may spend, as its options say. */
export interface Limits {
  readonly usd?: number
  readonly tokens?: number
}

/** The calls are collected anew each time. */
const AGAIN = 'Run the command again.'

/** The calls of one collecting run. An older run that still writes does so elsewhere. */
export class Calls {
  readonly #folder: string

  constructor(batch: string, collected: string) {
    this.#folder = join(batch, 'calls', collected)
  }

  /** The run has come to where calls are made. */
  open(budget: Limits): void {
    writeJson(join(this.#folder, 'budget.json'), budget)
  }

  /** The run's budget; null where it never came so far. */
  budget(): Limits | null {
    return readJson<Limits>(join(this.#folder, 'budget.json'), AGAIN)
  }

  /** Equal calls are one. */
  add(call: Call): void {
    writeJson(join(this.#folder, 'asked', `${call.key}.json`), call)
  }

  keys(): string[] {
    return namesIn(join(this.#folder, 'asked'), '.json')
  }

  /** One at a time, for they may be large. */
  read(key: string): Call {
    const call = readJson<Call>(join(this.#folder, 'asked', `${key}.json`), AGAIN)
    if (call === null) throw new InputError(`The call ${key} was removed from ${this.#folder} meanwhile. Submit again.`)
    return call
  }

  /** Notes that the run asked for an answer that was there. */
  took(key: string): void {
    writeJson(join(this.#folder, 'took', `${key}.json`), {})
  }

  taken(): Set<string> {
    return new Set(namesIn(join(this.#folder, 'took'), '.json'))
  }

  /** The run has come to its end; these of its tests and files failed before they asked, so that nobody knows their calls. */
  close(stopped: readonly string[]): void {
    writeJson(join(this.#folder, 'stopped.json'), stopped)
  }

  /** Names of what failed before it asked. */
  stopped(): readonly string[] {
    return readJson<string[]>(join(this.#folder, 'stopped.json'), AGAIN) ?? []
  }

  /** The calls of all runs. */
  static clear(batch: string): void {
    rmSync(join(batch, 'calls'), { recursive: true, force: true })
  }
}

/** Sum of estimates. */
export function sumEstimates(estimates: readonly Estimate[]): Estimate {
  return estimates.reduce<Estimate>(
    (sum, { input, output, usd }) => ({
      input: sum.input + input,
      output: sum.output + output,
      usd: sum.usd === null || usd === null ? null : sum.usd + usd,
    }),
    { input: 0, output: 0, usd: 0 },
  )
}
