/**
 * What a test file of an eval set tells the reporter about the set, beside the records of its cases.
 *
 * @module
 */
import type { EvalMode } from '../evalset/defaults.js'
import type { EvalSet, GateSettings } from '../types.js'

/** Plain JSON. */
export interface SetDescriptor {
  /** The set without its cases; they are in the records. */
  readonly set: EvalSet
  readonly file: string
  readonly gate: GateSettings
  /** As configured; null: by what the subject gave. */
  readonly mode: EvalMode | null
  /** Recordings only; nothing was asked. */
  readonly replay: boolean
  /** How many trials of cases the set has. */
  readonly planned: number
  /** How often each case is run; not there where it is once. */
  readonly trials?: number
  /** Name of the model under test, where the user gave it. */
  readonly agentModel?: string
}
