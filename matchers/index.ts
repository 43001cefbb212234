/**
 * The matchers, without side effect: `expect.extend(matchers)`. Each loads its engine on its first call, so that test files
 * which judge nothing pay nothing.
 *
 * @module
 */

import type { Rubric } from '../src/types.js'
import { defineMatcher, type Matcher } from './matcher.js'
import type { BaselineOptions, PatchOptions, RubricOptions } from './types.js'

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

export type { Matcher } from './matcher.js'
export type { BaselineOptions, JudgeMatchers, PatchOptions, RubricOptions } from './types.js'
