/**
 * The schema of the results file, to read and to check it with.
 *
 * @module
 */
import { z } from 'zod'
import type { CaseRecord, JudgedMaterial, Usage } from '../types.js'
import type { AgentSpending } from './agent-spending.js'
import { type CheckResult, RESULTS_VERSION, type RunResults, type SetResult } from './results.js'
import { comparison, fraction, git, statistics, trials } from './statistics-schema.js'

const category = z.enum(['artifact', 'process'])

const usage: z.ZodType<Usage> = z.object({
  input: z.number(),
  output: z.number(),
  cache_read: z.number(),
  cache_write: z.number(),
  cache_write_1h: z.number(),
})

const spending = {
  requests: z.number(),
  failed_requests: z.exactOptional(z.number()),
  token_usage: usage,
  recorded_usage: usage,
  cost_usd: z.number().nullable(),
  recorded_cost_usd: z.number().nullable(),
}

const line = { line: z.exactOptional(z.number()) }

const trial = { trial: z.exactOptional(z.number()) }

const attempt = { retry: z.number(), repeat: z.number() }

const dimensionRecord = z.object({
  state: z.enum(['scored', 'fallback', 'not_applicable', 'unjudged']),
  score: fraction.nullable(),
  justification: z.string(),
  reason: z.exactOptional(z.string()),
  weak: z.exactOptional(z.boolean()),
  evidence: z.exactOptional(z.array(z.object({ quote: z.string(), verified: z.boolean() }))),
})

const votes = z.record(z.string(), z.array(z.union([z.number(), z.boolean(), z.string(), z.null()])))

const escalated = z.object({
  to: z.string(),
  because: z.enum(['spread', 'bounds']),
  answered: z.boolean(),
  votes,
})

const sampling = z.object({
  samples: z.number(),
  spread: fraction,
  questions: z.array(
    z.object({ question: z.string(), votes, spread: fraction, escalated: z.exactOptional(escalated) }),
  ),
  panel: z.exactOptional(
    z.object({
      judges: z.array(
        z.object({
          model: z.string(),
          model_alias: z.exactOptional(z.string()),
          settings: z.record(z.string(), z.unknown()),
          ...spending,
        }),
      ),
      alpha: z.object({ values: z.number().nullable(), words: z.number().nullable() }),
    }),
  ),
})

const text = z.exactOptional(z.string())

const material: z.ZodType<JudgedMaterial> = z.object({
  input: text,
  expected: text,
  must_not: text,
  output: text,
  diff: text,
  tool_calls: text,
  other: text,
})

const caseRecord: z.ZodType<CaseRecord> = z.object({
  id: z.string(),
  ...line,
  labels: z.array(z.string()),
  scores: z.record(z.string(), fraction),
  categories: z.record(z.string(), category),
  justification: z.string(),
  unscored: z.array(z.string()),
  dimensions: z.record(z.string(), dimensionRecord),
  model: z.string().nullable(),
  served_by: z.string().nullable(),
  prompt_version: z.string().nullable(),
  recorded: z.boolean(),
  sample: z.boolean(),
  ...spending,
  recordings: z.array(z.string()),
  settings: z.exactOptional(z.record(z.string(), z.unknown())),
  model_alias: z.exactOptional(z.string()),
  rubric_key: z.exactOptional(z.string()),
  sampling: z.exactOptional(sampling),
  error: z.exactOptional(z.string()),
  output_from: z.exactOptional(z.literal('batch')),
  output_kept_at: z.exactOptional(z.string()),
  agent_ms: z.exactOptional(z.number()),
  agent_usage: z.exactOptional(z.unknown()),
  material: z.exactOptional(material),
  ...trial,
  ...attempt,
})

const reason = z.object({
  kind: z.enum(['agent', 'judge unavailable', 'not judged', 'budget', 'config']),
  text: z.string(),
})

const setGate = z.object({
  passed: z.boolean(),
  blocked_by: z.array(z.string()),
  reasons: z.array(reason),
  partial: z.object({ n: z.number(), m: z.number() }).nullable(),
  notices: z.array(z.string()),
  line: z.string(),
})

const agentSpending: z.ZodType<AgentSpending> = z.object({
  runs: z.number(),
  reported: z.number(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cost_usd: z.number().nullable(),
  ms: z.number().nullable(),
  kept: z.exactOptional(z.object({ outputs: z.number(), since: z.string() })),
})

const rubric = z.object({
  dimensions: z.array(
    z.object({
      name: z.string(),
      weight: z.number(),
      invert: z.boolean(),
      category,
      measures: z.exactOptional(z.string()),
    }),
  ),
  pass_threshold: fraction,
  invert_mode: z.enum(['subtract', 'complement']),
})

const action = z.enum(['re-run (block-on failed)', 're-run (code defect)', 'accept (process noise)', 'none'])

const setResult: z.ZodType<SetResult> = z.object({
  timestamp: z.string(),
  evalset: z.string(),
  file: z.string(),
  draft: z.boolean(),
  mode: z.enum(['output', 'trajectory']),
  judge_model: z.string(),
  agent_model: z.exactOptional(z.string()),
  rubric,
  block_on: z.array(z.string()),
  cases: z.array(caseRecord),
  fallbacks: z.array(z.object({ case: z.string(), ...trial, dimension: z.string(), reason: z.string() })),
  dimensions: z.record(z.string(), z.object({ mean: fraction.nullable(), scored: z.number() })),
  statistics: z.exactOptional(statistics),
  trials: z.exactOptional(trials),
  aggregate: fraction.nullable(),
  aggregate_basis: z.enum(['full', 'scored', 'unscored']),
  aggregate_raw: z.number().nullable(),
  aggregate_max: fraction.nullable(),
  scored_weight: fraction,
  categories: z.record(z.string(), category),
  category_scores: z.object({ artifact: fraction.nullable(), process: fraction.nullable() }),
  recommended_actions: z.record(z.string(), action),
  blocked_by: z.array(z.string()),
  blocked_cases: z.array(z.object({ case: z.string(), ...trial, reasons: z.array(reason) })),
  passed: z.boolean(),
  gate: setGate,
  usage: z.object(spending),
  agent: agentSpending,
})

const checkRecord: z.ZodType<CheckResult> = z.object({
  file: z.string(),
  project: z.string(),
  test: z.string(),
  test_id: z.string(),
  matcher: z.string(),
  verdict: z.enum(['pass', 'fail', 'unjudged']),
  negated: z.boolean(),
  passed: z.boolean(),
  thresholds: z.record(z.string(), z.number()),
  at_most: z.exactOptional(z.literal(true)),
  values: z.record(z.string(), z.number().nullable()),
  bounds: z.object({ lower: z.number(), upper: z.number() }).nullable(),
  reason: z.exactOptional(z.string()),
  ...line,
  judgement: z.record(z.string(), z.unknown()),
  material: z.exactOptional(material),
  ...attempt,
})

/** Schema of a results file of the present version; {@link readResults} takes older ones too. Fields that it does not know are dropped. */
export const resultsSchema: z.ZodType<RunResults> = z.object({
  version: z.literal(RESULTS_VERSION),
  run: z.object({
    started: z.string(),
    finished: z.string(),
    duration_ms: z.number(),
    vitest: z.string(),
    node: z.string(),
    vitest_judge: z.string(),
    partial: z.boolean(),
    filters: z.array(z.string()),
    narrowed_by: z.exactOptional(z.array(z.string())),
    git: z.exactOptional(git),
  }),
  sets: z.array(setResult),
  checks: z.array(checkRecord),
  unjudged: z.object({ checks: z.number(), cases: z.number() }),
  usage: z.object(spending),
  agent: agentSpending,
  comparison: z.exactOptional(comparison),
  gate: z.object({
    passed: z.boolean(),
    reasons: z.array(reason.extend({ evalset: z.string().nullable() })),
    line: z.string(),
  }),
})
