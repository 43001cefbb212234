/**
 * Types of the matchers, as users see them on hover.
 *
 * @module
 */
import type { JudgeModel } from '../src/models/model.js'
import type { Judging } from '../src/modes/judging.js'
import type { GoldStandard } from '../src/modes/solo-input.js'
import type { Escalation } from '../src/sampling.js'
import type { CompareCallsOptions, ExpectedCall } from '../src/trajectory/compare.js'
import type { TrajectoryLimits } from '../src/trajectory/limits.js'
import type { Rubric } from '../src/types.js'

/** Options of `toPassRubric`. */
export interface RubricOptions {
  /** Fraction 0-1 that the score must reach. Default: the rubric's `passThreshold`, else 0.75. */
  threshold?: number
  /** What the agent was asked to do. */
  challenge?: string
  /** Name of the agent under test; kept in the record, never shown to the judge. */
  spec?: string
  /** Who the agent was asked to be. Without it persona dimensions are left out and the rest re-weighted. */
  character?: string
  /** Code that the challenge is about. */
  code?: string
  /** An expert's answer with its score of 0-100, as a fixed point of the scale. */
  goldStandard?: GoldStandard
  /** A judge of this test's own. It is called in the test's process, under the run's limit. Default: the run's judge. */
  judge?: JudgeModel
  /** `together`: one request for all dimensions. `apart`: one each, in isolation. Default: the plugin's, else `together`. */
  judging?: Judging
  /** How often each question is asked; the median of the values counts. From 1. Default: the plugin's, else 1. */
  samples?: number
  /** Ask a stronger judge where samples are far apart or unjudged parts leave the verdict open. Default: the plugin's. */
  escalate?: Escalation
}

/** Options of `toMatchGroundTruthPatch`. */
export interface PatchOptions {
  /** Fraction 0-1 that the score must reach. Without it the outcome decides, and an inconclusive one is unjudged. */
  threshold?: number
  /** Globs of files that do not count on either side, as picomatch reads them. */
  ignore?: string[]
  /**
   * `judge`: ask a model whether both patches do the same, where the outcome is inconclusive (and with `threshold` the score
   * below it). Equivalent passes, different fails, and an answer that is none is unjudged. A match, a mismatch and a score that
   * reaches the threshold stand without a question. Default: nobody is asked.
   */
  equivalence?: 'judge'
  /** A judge of this test's own, for `equivalence`. Default: the run's judge. */
  judge?: JudgeModel
}

/** Options of `toFindBaselineIssues`. */
export interface BaselineOptions {
  /** Share of the issues that must be found, weighted by severity (critical 15, high 10, medium 5, low 2). Default 0.75. */
  minRecall?: number
  /** Share of the findings that must match an issue; findings that match none count as wrong. Default: not looked at. */
  minPrecision?: number
  /** Ids of issues that must be found whatever the recall. */
  mustFind?: string[]
  /**
   * Ask the run's judge, or one of this test's own, about what the offline matcher leaves uncertain, and for quality and
   * persona. Nobody is asked where nothing is uncertain and neither `minScore` nor `minPrecision` is given. Default false.
   */
  judge?: boolean | JudgeModel
  /** Fraction 0-1 that the whole score must reach; only with `judge: true`. */
  minScore?: number
  /** What the reviewer was asked to do; shown to the judge. */
  challenge?: string
  /** Code under review; shown to the judge. */
  code?: string
  /** Who the reviewer was asked to be; without it no persona is judged. */
  character?: string
  /** Issues beyond the baseline; a hit counts as a valid novel finding. Shown to the judge. */
  bonusIssues?: unknown
}

/** Options of `toMeetBehaviors`. */
export interface BehaviorOptions {
  /** Share of the criteria that must be demonstrated, fraction 0-1. Default 0.75. */
  minMet?: number
  /** Ids of criteria that must be demonstrated whatever the share. */
  mustMeet?: string[]
  /** Fraction 0-1 that the whole score must reach: execution 50, quality 25, persona 25. Default: not looked at. */
  minScore?: number
  /** Criteria beyond the baseline, in the same shape; they count in the score. */
  bonusCriteria?: object
  /** What the agent was asked to do. */
  challenge?: string
  /** Code that the challenge is about. */
  code?: string
  /** Who the agent was asked to be; without it no persona is judged. */
  character?: string
  /** An expert's answer with its score of 0-100, as a fixed point of the scale. */
  goldStandard?: GoldStandard
  /** A judge of this test's own. Default: the run's judge. */
  judge?: JudgeModel
}

/** Options of `toWinAgainst`. */
export interface WinOptions {
  /** What both were asked to do. */
  challenge: string
  /** Who the agent was asked to be. Persona is judged only where both have a character. */
  character?: string
  /** Who the other was asked to be. */
  otherCharacter?: string
  /** Known issues, shown to the judge for reference. */
  baselineIssues?: object
  /** Criteria, shown to the judge for reference. */
  baselineCriteria?: object
  /** Judge in both orders; a winner must win in both. Default true. */
  swap?: boolean
  /** A judge of this test's own. Default: the run's judge. */
  judge?: JudgeModel
}

/** Options of `toBeCoherentChain`. */
export interface CoherenceOptions {
  /** The theme that all four characters come from. */
  theme: string
  /** The worst rating that passes. Default `good`. */
  min?: 'good' | 'excellent'
  /** A judge of this test's own. Default: the run's judge. */
  judge?: JudgeModel
}

/** Options of `toResolveInstance`. */
export interface InstanceOptions {
  /** Fraction 0-1 that the score must reach. Default 0.75. */
  minScore?: number
}

/**
 * Matchers that judge what an AI agent produced. All are asynchronous: write `await expect(...)`. An output with nothing to see
 * in it fails, and nobody is asked about it.
 */
export interface JudgeMatchers {
  /**
   * Judges a response on a rubric: `sum(value / max * weight)`, weights summing to 1, must reach the threshold. Needs a model
   * or a recording; without a verdict it throws, also under `.not`.
   *
   * @param rubric - Weighted dimensions, or one criterion in words.
   * @example
   * ```ts
   * await expect(answer).toPassRubric('Names the root cause and a fix that can be pasted in', { challenge: question })
   * ```
   */
  toPassRubric(rubric: Rubric | string, options?: RubricOptions): Promise<void>

  /**
   * Compares a patch with the one that is known to resolve the issue: files 20, locations 20, fix logic 40, completeness 20.
   * Deterministic and free. Without `threshold` a match passes, a mismatch fails, and anything between is unjudged, or with
   * `equivalence: 'judge'` asked of a model.
   *
   * @param gold - Unified diff, or a SWE-bench row with `patch`.
   * @example
   * ```ts
   * await expect(agentDiff).toMatchGroundTruthPatch(goldDiff, { threshold: 0.6 })
   * ```
   */
  toMatchGroundTruthPatch(gold: string | object, options?: PatchOptions): Promise<void>

  /**
   * Looks for known issues in a review. Offline and free by default; with `judge: true` a model decides what is uncertain.
   *
   * @param issues - `{ critical: [{ id, description, location? }], ... }`, or a flat list with `severity`.
   * @example
   * ```ts
   * await expect(review).toFindBaselineIssues(issues, { minRecall: 0.8, mustFind: ['SQL_INJECTION'] })
   * ```
   */
  toFindBaselineIssues(issues: object, options?: BaselineOptions): Promise<void>

  /**
   * Looks for behaviours in a response. Needs a model or a recording; without a verdict it throws, also under `.not`.
   *
   * @param criteria - `{ facilitation: [{ id, description }], ... }`.
   * @example
   * ```ts
   * await expect(plan).toMeetBehaviors(criteria, { minMet: 0.8, mustMeet: ['VIABLE_PLAN'] })
   * ```
   */
  toMeetBehaviors(criteria: object, options?: BehaviorOptions): Promise<void>

  /**
   * Compares a response with another one to the same challenge, unnamed and in both orders, on the unified rubric. It wins when
   * its total is higher in both; a tie is no win. Needs a model or a recording; without a verdict it throws, also under `.not`.
   *
   * @param other - Text, object with text, or list of messages, as what is received.
   * @example
   * ```ts
   * await expect(newAnswer).toWinAgainst(oldAnswer, { challenge: question })
   * ```
   */
  toWinAgainst(other: unknown, options: WinOptions): Promise<void>

  /**
   * Rates whether the four phases of a relay, `{ sm, tea, dev, reviewer }`, form one piece of work: excellent, good or poor.
   * Needs a model or a recording; without a verdict it throws, also under `.not`.
   *
   * @example
   * ```ts
   * await expect({ sm: plan, tea: tests, dev: code, reviewer: review }).toBeCoherentChain({ theme: 'sailors' })
   * ```
   */
  toBeCoherentChain(options: CoherenceOptions): Promise<void>

  /**
   * Scores a free-text response against a SWE-bench instance by fixed rules: root cause 30, fix quality 40, completeness 20,
   * persona 10. Deterministic and free.
   *
   * @param instance - Row with `patch` or `gold_patch`, and `problem_statement`.
   * @example
   * ```ts
   * await expect(answer).toResolveInstance(instance, { minScore: 0.6 })
   * ```
   */
  toResolveInstance(instance: object, options?: InstanceOptions): Promise<void>

  /**
   * Compares the tools that an agent called with those that are expected. Deterministic and free. Takes a trajectory, a list of
   * calls, what a subject returns, or any log that `readTrajectory` reads; a run of which no calls are known is unjudged.
   *
   * @param expected - Names of tools (any arguments will do), or calls.
   * @example
   * ```ts
   * await expect(run).toHaveCalledTools(['search', { tool: 'refund', args: { order: 7 } }], { order: 'superset', args: 'partial' })
   * ```
   */
  toHaveCalledTools(expected: readonly (string | ExpectedCall)[], options?: CompareCallsOptions): Promise<void>

  /**
   * Holds an agent's run against limits; at each limit it still passes. Deterministic and free. Takes what `toHaveCalledTools`
   * takes. A limit of which the log says nothing is unjudged, never passed.
   *
   * @example
   * ```ts
   * await expect(run).toStayWithin({ steps: 10, calls: 15, seconds: 60, tokens: 50_000 })
   * ```
   */
  toStayWithin(limits: TrajectoryLimits): Promise<void>
}
