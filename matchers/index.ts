/**
 * The matchers, without side effect: `expect.extend(matchers)`. Each loads its engine on its first call, so that test files
 * which judge nothing pay nothing.
 *
 * @module
 */

import type { Rubric } from '../src/types.js'
import { defineMatcher, type Matcher } from './matcher.js'
import type { HumanReviewOptions, VerifiedCitationsOptions } from './review-types.js'
import type {
  BaselineOptions,
  BehaviorOptions,
  CoherenceOptions,
  InstanceOptions,
  PatchOptions,
  RubricOptions,
  WinOptions,
} from './types.js'

/** See {@link JudgeMatchers.toPassRubric}. */
export const toPassRubric: Matcher<[rubric: Rubric | string, options?: RubricOptions]> = defineMatcher(
  'toPassRubric',
  async (received, args, context) => (await import('./to-pass-rubric.js')).passRubric(received, args, context),
)

/** See {@link JudgeMatchers.toMatchGroundTruthPatch}. */
export const toMatchGroundTruthPatch: Matcher<[gold: string | object, options?: PatchOptions]> = defineMatcher(
  'toMatchGroundTruthPatch',
  async (received, args) => (await import('./to-match-ground-truth-patch.js')).matchGroundTruthPatch(received, args),
)

/** See {@link JudgeMatchers.toFindBaselineIssues}. */
export const toFindBaselineIssues: Matcher<[issues: object, options?: BaselineOptions]> = defineMatcher(
  'toFindBaselineIssues',
  async (received, args, context) =>
    (await import('./to-find-baseline-issues.js')).findBaselineIssues(received, args, context),
)

/** See {@link JudgeMatchers.toMeetBehaviors}. */
export const toMeetBehaviors: Matcher<[criteria: object, options?: BehaviorOptions]> = defineMatcher(
  'toMeetBehaviors',
  async (received, args, context) => (await import('./to-meet-behaviors.js')).meetBehaviors(received, args, context),
)

/** See {@link JudgeMatchers.toWinAgainst}. */
export const toWinAgainst: Matcher<[other: unknown, options: WinOptions]> = defineMatcher(
  'toWinAgainst',
  async (received, args, context) => (await import('./to-win-against.js')).winAgainst(received, args, context),
)

/** See {@link JudgeMatchers.toBeCoherentChain}. */
export const toBeCoherentChain: Matcher<[options: CoherenceOptions]> = defineMatcher(
  'toBeCoherentChain',
  async (received, args, context) =>
    (await import('./to-be-coherent-chain.js')).beCoherentChain(received, args, context),
)

/** See {@link JudgeMatchers.toResolveInstance}. */
export const toResolveInstance: Matcher<[instance: object, options?: InstanceOptions]> = defineMatcher(
  'toResolveInstance',
  async (received, args) => (await import('./to-resolve-instance.js')).resolveInstance(received, args),
)

/** See {@link JudgeMatchers.toMatchHumanReview}. */
export const toMatchHumanReview: Matcher<[comments: string | readonly object[], options?: HumanReviewOptions]> =
  defineMatcher('toMatchHumanReview', async (received, args, context) =>
    (await import('./to-match-human-review.js')).matchHumanReview(received, args, context),
  )

/** See {@link JudgeMatchers.toHaveVerifiedCitations}. */
export const toHaveVerifiedCitations: Matcher<[options: VerifiedCitationsOptions]> = defineMatcher(
  'toHaveVerifiedCitations',
  async (received, args) => (await import('./to-have-verified-citations.js')).haveVerifiedCitations(received, args),
)

export type { Matcher } from './matcher.js'
export type { HumanReviewOptions, VerifiedCitationsOptions } from './review-types.js'
export type {
  BaselineOptions,
  BehaviorOptions,
  CoherenceOptions,
  InstanceOptions,
  JudgeMatchers,
  PatchOptions,
  RubricOptions,
  WinOptions,
} from './types.js'
