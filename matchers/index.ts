/**
 * The matchers, without side effect: `expect.extend(matchers)`. Each loads its engine on its first call, so that test files
 * which judge nothing pay nothing.
 *
 * @module
 */

import type { VerifyCitationsOptions } from '../src/citations/files.js'
import type { CalledToolsOptions, ExpectedCall } from '../src/trajectory/compare.js'
import type { TrajectoryLimits } from '../src/trajectory/limits.js'
import type { Rubric } from '../src/types.js'
import { defineMatcher, type Matcher } from './matcher.js'
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

/** See {@link JudgeMatchers.toPassRubric}. */
export const toPassRubric: Matcher<[rubric: Rubric | string, options?: RubricOptions]> = defineMatcher(
  'toPassRubric',
  async () => (await import('./to-pass-rubric.js')).passRubric,
)

/** See {@link JudgeMatchers.toMatchGroundTruthPatch}. */
export const toMatchGroundTruthPatch: Matcher<[gold: string | object, options?: PatchOptions]> = defineMatcher(
  'toMatchGroundTruthPatch',
  async () => (await import('./to-match-ground-truth-patch.js')).matchGroundTruthPatch,
)

/** See {@link JudgeMatchers.toFindBaselineIssues}. */
export const toFindBaselineIssues: Matcher<[issues: object, options?: BaselineOptions]> = defineMatcher(
  'toFindBaselineIssues',
  async () => (await import('./to-find-baseline-issues.js')).findBaselineIssues,
)

/** See {@link JudgeMatchers.toMeetBehaviors}. */
export const toMeetBehaviors: Matcher<[criteria: object, options?: BehaviorOptions]> = defineMatcher(
  'toMeetBehaviors',
  async () => (await import('./to-meet-behaviors.js')).meetBehaviors,
)

/** See {@link JudgeMatchers.toWinAgainst}. */
export const toWinAgainst: Matcher<[other: unknown, options: WinOptions]> = defineMatcher(
  'toWinAgainst',
  async () => (await import('./to-win-against.js')).winAgainst,
)

/** See {@link JudgeMatchers.toBeCoherentChain}. */
export const toBeCoherentChain: Matcher<[options: CoherenceOptions]> = defineMatcher(
  'toBeCoherentChain',
  async () => (await import('./to-be-coherent-chain.js')).beCoherentChain,
)

/** See {@link JudgeMatchers.toResolveInstance}. */
export const toResolveInstance: Matcher<[instance: object, options?: InstanceOptions]> = defineMatcher(
  'toResolveInstance',
  async () => (await import('./to-resolve-instance.js')).resolveInstance,
)

/** See {@link JudgeMatchers.toMatchHumanReview}. */
export const toMatchHumanReview: Matcher<[comments: string | readonly object[], options?: HumanReviewOptions]> =
  defineMatcher('toMatchHumanReview', async () => (await import('./to-match-human-review.js')).matchHumanReview)

/** See {@link JudgeMatchers.toHaveVerifiedCitations}. */
export const toHaveVerifiedCitations: Matcher<[options: VerifyCitationsOptions]> = defineMatcher(
  'toHaveVerifiedCitations',
  async () => (await import('./to-have-verified-citations.js')).haveVerifiedCitations,
)

/** See {@link JudgeMatchers.toHaveCalledTools}. */
export const toHaveCalledTools: Matcher<[expected: readonly (string | ExpectedCall)[], options?: CalledToolsOptions]> =
  defineMatcher('toHaveCalledTools', async () => (await import('./to-have-called-tools.js')).haveCalledTools)

/** See {@link JudgeMatchers.toStayWithin}. */
export const toStayWithin: Matcher<[limits: TrajectoryLimits]> = defineMatcher(
  'toStayWithin',
  async () => (await import('./to-stay-within.js')).stayWithin,
)

export type { VerifyCitationsOptions } from '../src/citations/files.js'
export type {
  ArgumentCheck,
  ArgumentRule,
  CalledToolsOptions,
  CallOrder,
  ExpectedCall,
} from '../src/trajectory/compare.js'
export type { TrajectoryLimits } from '../src/trajectory/limits.js'
export type { JudgeMatchers } from './judge-matchers.js'
export type { Matcher } from './matcher.js'
export type {
  BaselineOptions,
  BehaviorOptions,
  CoherenceOptions,
  HumanReviewOptions,
  InstanceOptions,
  OwnJudges,
  PatchOptions,
  RubricOptions,
  WinOptions,
} from './types.js'
