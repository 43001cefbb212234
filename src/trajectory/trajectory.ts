/**
 * What is read of an agent's run, whatever wrote it down.
 *
 * @module
 */
import type { AgentUsage, ToolCall } from '../types.js'

/** Who wrote a run down. `tool-calls` is this package's own form. */
export type TrajectoryFormat =
  | 'claude-code'
  | 'anthropic'
  | 'openai'
  | 'openai-responses'
  | 'ai-sdk'
  | 'swe-agent'
  | 'tau-bench'
  | 'tool-calls'

/** An agent's run in one form. A subject may return it as it is, where the agent said something. */
export interface Trajectory {
  /** What it was read from. */
  readonly format: TrajectoryFormat
  /** Every call in order, those of subagents included. */
  readonly toolCalls: readonly ToolCall[]
  /**
   * Entries, and fields that may hold calls, that were not understood, by kind; empty when all were. All but `line of plain text` may be
   * calls, so while there are such, verdicts that they could change are unjudged.
   */
  readonly unknown: Readonly<Record<string, number>>
  /** What the agent said last; for SWE-agent what it submitted. */
  readonly output?: string
  /**
   * What the run took, as far as the log tells. Where no duration is reported, `seconds` is the time from the first to the last
   * timestamp.
   */
  readonly usage?: AgentUsage
  /** Answers of the model, those of subagents included; null where the log does not tell. */
  readonly steps: number | null
}

/** A run whose log may say nothing about calls. */
export interface Run extends Omit<Trajectory, 'toolCalls'> {
  /** Null: not known. */
  readonly toolCalls: readonly ToolCall[] | null
}
