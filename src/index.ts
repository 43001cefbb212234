/**
 * The engine of vitest-judge; runs without Vitest.
 *
 * @module
 */
export type { JudgeOptions } from './config.js'
export { createJudge, type Judge, judge } from './engine.js'
export { CallError, InputError, JudgeError, UnjudgedError } from './errors.js'
export { extractFindings } from './findings/extract.js'
export { type MatchedIssue, type MatchOptions, type MatchResult, matchFindings } from './findings/match.js'
export type { Judged } from './judge.js'
export { type ClaudeOptions, claudeModel } from './models/anthropic.js'
export type { JsonSchema, JudgeModel, JudgeReply, JudgeRequest, PromptPart, StopKind } from './models/model.js'
export { type ScriptedOptions, scriptedModel } from './models/scripted.js'
export type { GroundTruthFields } from './modes/ground-truth.js'
export type { SoloIssuesFields } from './modes/solo-issues.js'
export type { SoloRubricFields } from './modes/solo-rubric.js'
export { type ComparePatchOptions, comparePatch, type PatchComparison, type PatchOutcome } from './patch/compare.js'
export type { RunResults, SetResult } from './report/results.js'
export { resultsSchema } from './report/results-schema.js'
export { unified } from './rubrics/unified.js'
export type {
  Anchor,
  BaselineIssue,
  Bounds,
  CaseRecord,
  Category,
  CheckRecord,
  Dimension,
  DimensionRecord,
  Evidence,
  Finding,
  JudgementBase,
  JudgementFailure,
  Location,
  Provenance,
  Rubric,
  Severity,
  UnjudgedPart,
  UnjudgedReason,
  Usage,
  Verdict,
} from './types.js'
