/**
 * The nouns of vitest-judge. Everything that is stored is plain JSON with `snake_case` names, so that result files stay
 * comparable; options in code are `camelCase`.
 *
 * @module
 */
export type {
  AgentUsage,
  CaseRun,
  EvalCase,
  EvalSet,
  GateSettings,
  InvertMode,
  PassGate,
  Produced,
  SetDimension,
  ToolCall,
} from './types/evalset.js'
export type { BaselineIssue, Finding, Location, Severity } from './types/issue.js'
export type {
  Bounds,
  Evidence,
  JudgedWith,
  JudgementBase,
  JudgementFailure,
  PanelAlpha,
  PanelJudge,
  Provenance,
  SampledQuestion,
  SampleValue,
  SampleVotes,
  Sampling,
  UnjudgedPart,
  UnjudgedReason,
  Usage,
  Verdict,
} from './types/judgement.js'
export type { JudgeProgress } from './types/progress.js'
export type { CaseRecord, CheckRecord, DimensionRecord, DimensionState, JudgedMaterial } from './types/record.js'
export type { Anchor, Category, Dimension, Rubric } from './types/rubric.js'
