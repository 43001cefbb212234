/**
 * Eval sets, and what an agent produces for their cases.
 *
 * @module
 */
import type { Category } from './rubric.js'

/**
 * What several trials of each case must come to, as the mean over the cases: at least one of `at` trials passes (`pass@k`), or all
 * of `all` trials do (`pass^k`).
 */
export type PassGate = {
  /** Fraction 0-1 that has to be reached. */
  readonly min: number
} & (
  | {
      /** k of `pass@k`: from 1 to the number of trials. */
      readonly at: number
    }
  | {
      /** k of `pass^k`: from 1 to the number of trials. */
      readonly all: number
    }
)

/** How a gate is set. */
export interface GateSettings {
  /** Dimensions that must not be below the threshold. Default `['task_success']`. */
  readonly blockOn: readonly string[]
  /** The user named `blockOn`, so that an unknown name is an error. */
  readonly blockOnIsOwn: boolean
  /** Fraction 0-1, for sets without their own. Default 0.75. */
  readonly passThreshold: number
  /** `case`: case tests turn red; `set`: they only record. Default `case`. */
  readonly on: 'case' | 'set'
  /** Names of sets or dimensions that report but never block. */
  readonly advisory: readonly string[]
  /** Decides instead of the means over the cases. */
  readonly pass?: PassGate
  /** A significant loss against the baseline blocks; with ids, also that one of these cases turned red. */
  readonly noRegression?: true | readonly string[]
}

/** A dimension of an eval set's rubric, complete. Scores are 0-1. */
export interface SetDimension {
  /** Unique within the set. */
  readonly name: string
  /** As in the file, above 0. */
  readonly weight: number
  /** Lower is better. */
  readonly invert: boolean
  /** What it looks at. */
  readonly category: Category
  /** What it measures, for the judge; needed only for dimensions of your own. */
  readonly measures?: string
}

/** How inverted dimensions enter the aggregate. */
export type InvertMode = 'subtract' | 'complement'

/** One case of an eval set. */
export interface EvalCase {
  /** Unique within the set. */
  readonly id: string
  /** What the agent is given: text or JSON. */
  readonly input: unknown
  /** What a good result says or does; empty when nothing was written. */
  readonly expected: string
  /** For filters and reports. */
  readonly labels: readonly string[]
  /** What must not happen. */
  readonly must_not: readonly string[]
  /** Whether it runs; absent: as usual. */
  readonly run?: CaseRun
}

/**
 * How a case runs: `only` leaves out all others of its set, `skip` leaves it out, `todo` says that it is still to be written.
 * Vitest refuses `only` in CI.
 */
export type CaseRun = 'only' | 'skip' | 'todo'

/** An eval set, read and checked, with all defaults filled in. */
export interface EvalSet {
  /** Of the file form. */
  readonly version: 1
  /** The set's name. */
  readonly feature: string
  /** Scored, but does not block. */
  readonly draft: boolean
  /** What cases are judged by. */
  readonly rubric: {
    readonly dimensions: readonly SetDimension[]
    /** Null where the file has none. */
    readonly pass_threshold: number | null
    readonly invert_mode: InvertMode
  }
  /** At least one. */
  readonly cases: readonly EvalCase[]
}

/** One step of an agent. */
export interface ToolCall {
  /** The tool's name. */
  readonly tool: string
  /** What it was called with. */
  readonly args: unknown
  /** What came back, in short. */
  readonly result_summary?: string
  /** When, ISO 8601. */
  readonly timestamp?: string
  /** Why it failed, where it did. */
  readonly error?: string
}

/** What an agent's run took. Fields that are not known are left out. */
export interface AgentUsage {
  /** All input tokens, those from prompt caches included. */
  readonly input_tokens?: number
  /** Output tokens, thinking included. */
  readonly output_tokens?: number
  /** What it cost, in USD. */
  readonly cost_usd?: number
  /** How long it took. */
  readonly seconds?: number
}

/** What an agent produced for a case. */
export interface Produced {
  /** What the agent answered. */
  readonly output: string
  /** Unified diff of what it changed. */
  readonly diff?: string
  /**
   * What it did, in order; needed for process dimensions. The judge sees at most 4,000 characters of each field of a call, and
   * 60,000 of all calls: the first and the last, those that failed, and others from both ends. It is told what is left out.
   */
  readonly toolCalls?: readonly ToolCall[]
  /** The agent's own tokens or cost, kept as it is; `readAgentUsage` knows the forms. */
  readonly usage?: unknown
}
