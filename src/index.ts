/**
 * The engine of vitest-judge; runs without Vitest.
 *
 * @module
 */
export { commandSubject } from './agent/command.js'
export { CommandError, type CommandFailure } from './agent/command-error.js'
export type { CommandSubjectOptions } from './agent/command-options.js'
export { type Changes, inWorkspace } from './agent/in-workspace.js'
export type { CommandProduced, CommandSubject, SubjectContext } from './agent/subject.js'
export { type Workspace, type WorkspaceOptions, workspace } from './agent/workspace.js'
export type { Budget } from './broker/ledger.js'
export type { RecordingsMode } from './broker/recordings.js'
export { type Canary, canaries } from './calibration/canaries.js'
export type { CitationFormat } from './citations/answer.js'
export type { CitationFailure, CitationReason, CitationReport } from './citations/check.js'
export { type VerifyCitationsOptions, verifyCitations } from './citations/files.js'
export { createJudge, type Judge, type JudgeCallOptions, judge } from './engine.js'
export { CallError, type CallInfo, InputError, JudgeError, UnjudgedError } from './errors.js'
export type { EvalMode } from './evalset/defaults.js'
export type { SetGate } from './evalset/gate.js'
export type { CaseTrials, PassRates, SetTrials } from './evalset/pass.js'
export type { GateReason, ReasonKind } from './evalset/reasons.js'
export { extractFindings } from './findings/extract.js'
export {
  type FindingRef,
  type MatchedIssue,
  type MatchFindingsOptions,
  type MatchMetrics,
  type MatchResult,
  matchFindings,
} from './findings/match.js'
export type { Judged } from './judge.js'
export { type AiSdkModel, aiSdkModel } from './models/ai-sdk.js'
export { type ClaudeModelOptions, claudeModel, type MessagesClient } from './models/anthropic.js'
export { type ClaudeCommandOptions, claudeCommand } from './models/claude-command.js'
export type { ModelPrice, Price } from './models/claude-models.js'
export { type FunctionModelOptions, functionModel } from './models/function.js'
export type {
  JsonSchema,
  JudgeModel,
  JudgeReply,
  JudgeRequest,
  PromptPart,
  StopKind,
} from './models/model.js'
export { type ScriptedModelOptions, scriptedModel } from './models/scripted.js'
export type { CoherenceFields } from './modes/coherence.js'
export type { ComparedOrder, CompareFields, ContestantScore } from './modes/compare-score.js'
export type { Equivalence, GroundTruthFields } from './modes/ground-truth.js'
export type { Judging } from './modes/judging.js'
export type { PhaseFields, TeamScore } from './modes/phases.js'
export type { FieldsByMode, FieldsOf } from './modes/registry.js'
export type { ArithmeticMismatch } from './modes/reply.js'
export type { ReviewMatchFields } from './modes/review-match.js'
export type { AnswerCounts } from './modes/review-match-check.js'
export type {
  CategorizedEntry,
  ClassedComment,
  CommentClass,
  FindingRating,
  ReviewAnswer,
  ReviewEntry,
  ReviewEvidence,
  ReviewMatch,
  UnmatchedComment,
  UnmatchedFinding,
} from './modes/review-match-reply.js'
export type { DimensionScore } from './modes/rubric-reply.js'
export { readScenario, type Scenario, type ScenarioTask } from './modes/scenario.js'
export type { BehaviorFinding, SoloBehaviorsFields } from './modes/solo-behaviours.js'
export type { BaselineFinding, SoloIssuesFields } from './modes/solo-issues.js'
export type { FalsePositive, NovelFinding } from './modes/solo-issues-reply.js'
export type { SoloRubricFields } from './modes/solo-rubric.js'
export type { SwebenchFields } from './modes/swebench.js'
export type { JudgeOptions } from './options.js'
export type { CandidateKind } from './patch/candidate.js'
export {
  type ComparePatchOptions,
  comparePatch,
  type FileComparison,
  type GoldHunk,
  type HunkNote,
  type PatchComparison,
  type PatchEvidence,
  type PatchOutcome,
  type PatchParts,
  type PatchPenalty,
} from './patch/compare.js'
export type { AgentSpending } from './report/agent-spending.js'
export type { Annotation } from './report/annotations.js'
export { type CheckRun, type CheckRunOptions, checkRun } from './report/check-run.js'
export {
  type CompareRunsOptions,
  compareRuns,
  type GroupComparison,
  type RunComparison,
} from './report/compare-runs.js'
export type { ChanceOfChanges, ComparisonVerdict } from './report/compare-verdict.js'
export { readResults } from './report/read-results.js'
export type {
  BlockedCase,
  CheckResult,
  FallbackEntry,
  GitState,
  RunInfo,
  RunReason,
  RunResults,
  SetResult,
} from './report/results.js'
export type { Spending } from './report/spending.js'
export type { SetIntervals, SetStatistics } from './report/statistics.js'
export { type LintAdvice, type LintRule, lintRubric } from './rubrics/lint.js'
export { rubrics } from './rubrics/phases.js'
export type { Escalation, SamplingOptions } from './sampling.js'
export type { RecommendedAction } from './scoring/actions.js'
export type { Aggregate, AggregateBasis, DimensionMean } from './scoring/aggregate.js'
export type { Execution } from './scoring/behaviours.js'
export type { Detection } from './scoring/detection.js'
export type { Interval } from './scoring/interval.js'
export { type CoherenceRating, type PhaseName, type RelayScore, scoreRelay } from './scoring/relay.js'
export {
  aggregateReviewMatches,
  type ReviewAggregate,
  type ReviewCounts,
  type ReviewOutcome,
  type ReviewScores,
} from './scoring/review-match.js'
export type { SwebenchResult, SwebenchScores } from './scoring/swebench.js'
export { readTrajectory } from './trajectory/read.js'
export type { Trajectory, TrajectoryFormat } from './trajectory/trajectory.js'
export { readAgentUsage } from './trajectory/usage.js'
export type {
  AgentUsage,
  Anchor,
  BaselineIssue,
  Bounds,
  CaseRecord,
  CaseRun,
  Category,
  CheckRecord,
  Dimension,
  DimensionRecord,
  DimensionState,
  EvalCase,
  EvalSet,
  Evidence,
  Finding,
  InvertMode,
  JudgedMaterial,
  JudgedWith,
  JudgementBase,
  JudgementFailure,
  Location,
  PanelAlpha,
  PanelJudge,
  PassGate,
  Produced,
  Provenance,
  Rubric,
  SampledQuestion,
  SampleValue,
  SampleVotes,
  Sampling,
  SetDimension,
  Severity,
  ToolCall,
  UnjudgedPart,
  UnjudgedReason,
  Usage,
  Verdict,
} from './types.js'
