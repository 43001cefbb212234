/**
 * The matchers as types, as users see them on hover.
 *
 * @module
 */
import type { VerifyCitationsOptions } from '../src/citations/files.js'
import type { CalledToolsOptions, ExpectedCall } from '../src/trajectory/compare.js'
import type { TrajectoryLimits } from '../src/trajectory/limits.js'
import type { Rubric } from '../src/types.js'
import type {
  BaselineOptions,
  BehaviorOptions,
  CoherenceOptions,
  HumanReviewOptions,
  InstanceOptions,
  PatchOptions,
  RubricOptions,
  WinOptions,
} from './types.js'

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
   * Compares a review with the comments that people made on the same pull request. With `context` a judge classes the comments,
   * pairs them with findings and rates the rest, and every citation of its answer is verified; without, words alone decide.
   * Without a verdict it throws, also under `.not`, and so it does where no comment is addressable.
   *
   * @param comments - `[{ user?, file?, body }]`, Markdown with `## Comment K (by user)`, or comments as GitHub lists them.
   * @example
   * ```ts
   * await expect(review).toMatchHumanReview(comments, { context: { title, diff }, minRecall: 0.6 })
   * ```
   */
  toMatchHumanReview(comments: string | readonly object[], options?: HumanReviewOptions): Promise<void>

  /**
   * Verifies every citation of an answer: the file exists below the root, and the quote stands in the cited lines. An answer
   * without any citation does not pass. Deterministic and free.
   *
   * @example
   * ```ts
   * await expect(answer).toHaveVerifiedCitations({ sourceRoot: new URL('../docs', import.meta.url) })
   * ```
   */
  toHaveVerifiedCitations(options: VerifyCitationsOptions): Promise<void>

  /**
   * Compares the tools that an agent called with those that are expected. Deterministic and free. Takes a trajectory, a list of
   * calls, what a subject returns, or any log that `readTrajectory` reads; a run of which no calls are known is unjudged.
   *
   * Entries that were not understood may be calls. While there are such, a pass of `superset` stands, and so does a failure of the
   * other orders by a call that was not expected; everything else is unjudged, with the counts in its reason.
   *
   * Functions, asymmetric matchers and `partial` are compared one by one: in any order at most 250,000 pairs of calls of one tool, beyond
   * that the matcher throws.
   *
   * @param expected - Names of tools (any arguments will do), or calls.
   * @example
   * ```ts
   * await expect(run).toHaveCalledTools(['search', { tool: 'refund', args: { order: 7 } }], { order: 'superset', args: 'partial' })
   * ```
   */
  toHaveCalledTools(expected: readonly (string | ExpectedCall)[], options?: CalledToolsOptions): Promise<void>

  /**
   * Holds an agent's run against limits; at each limit it still passes. Deterministic and free. Takes what `toHaveCalledTools`
   * takes. A limit of which the log says nothing is unjudged, never passed; so is one that
   * is kept while entries of the log were not understood, for they may be more.
   *
   * @example
   * ```ts
   * await expect(run).toStayWithin({ steps: 10, calls: 15, seconds: 60, tokens: 50_000 })
   * ```
   */
  toStayWithin(limits: TrajectoryLimits): Promise<void>
}
