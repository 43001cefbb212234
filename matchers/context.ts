/**
 * What the plugin tells every worker.
 *
 * @module
 */
import type { SubjectPlace } from '../src/agent/source.js'
import type { BrokerAddress } from '../src/broker/client.js'
import type { PlainSampling } from '../src/judge.js'
import type { NamedJudge } from '../src/models/asker.js'
import type { Judging } from '../src/modes/judging.js'
import type { GateSettings } from '../src/types.js'

/** Plain JSON: it crosses process borders. */
export interface WorkerContext {
  /** False: matchers skip their tests. */
  readonly enabled: boolean
  readonly broker: BrokerAddress
  /** Nobody is asked; tests that would ask are skipped. */
  readonly dryRun: boolean
  /** Folder of a batch: what subjects returned is taken from there, and kept there in a dry run. Null: none. */
  readonly batch: string | null
  readonly onUnjudged: 'fail' | 'skip'
  /** Milliseconds for one test of an eval file. */
  readonly timeout: number
  readonly concurrency: number
  /** Null: as each way to judge has it. */
  readonly judging: Judging | null
  readonly sampling: PlainSampling
  /** Null: not known. */
  readonly agentModel: string | null
  readonly sets: SetContext
  /** Sets with options of their own, complete, by name. */
  readonly ownSets: Readonly<Record<string, SetContext>>
}

/** How eval sets are judged and gated. */
export interface SetContext {
  /** False: tests of the set are skipped. */
  readonly enabled: boolean
  /** No model is asked. */
  readonly deterministic: boolean
  /** Null: by what the subject gives. */
  readonly mode: 'output' | 'trajectory' | null
  readonly gate: GateSettings
  /** How often each case is run, from 1. */
  readonly trials: number
  /** Asked instead of the run's judge; null: that one. */
  readonly judge: NamedJudge | null
  /** Used where the set's test file has no subject module; null: none. */
  readonly subject: SubjectPlace | null
  /** Recordings are never passed by. */
  readonly replay: boolean
}

/** How a set is judged, its own options included. */
export function settingsOf({ sets, ownSets }: WorkerContext, feature: string): SetContext {
  return Object.hasOwn(ownSets, feature) ? (ownSets[feature] ?? sets) : sets
}
