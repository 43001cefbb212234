/**
 * Eval sets and records of judged cases for tests.
 *
 * @module
 */
import { summarizeCase } from '../../src/evalset/case.js'
import { DEFAULT_DIMENSIONS } from '../../src/evalset/defaults.js'
import type { CaseRecord, DimensionRecord, EvalSet, GateSettings } from '../../src/types.js'

export const NO_USAGE = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }

export const GATE: GateSettings = {
  blockOn: ['task_success'],
  blockOnIsOwn: false,
  passThreshold: 0.75,
  on: 'case',
  advisory: [],
}

/** A set with the default dimensions and two cases. */
export function makeSet(
  change: Omit<Partial<EvalSet>, 'rubric'> & { rubric?: Partial<EvalSet['rubric']> } = {},
): EvalSet {
  const fixed = { expected: 'it works', labels: [], must_not: [] }
  return {
    version: 1,
    feature: 'refunds',
    draft: false,
    cases: [
      { id: 'c1', input: 'one', ...fixed },
      { id: 'c2', input: 'two', ...fixed },
    ],
    ...change,
    rubric: { dimensions: DEFAULT_DIMENSIONS, pass_threshold: null, invert_mode: 'complement', ...change.rubric },
  }
}

/** A dimension as a judge scored it. */
export function scored(score: number, justification = 'as seen'): DimensionRecord {
  return { state: 'scored', score, justification }
}

/** A dimension that could not be judged. */
export function unjudged(reason: string): DimensionRecord {
  return { state: 'unjudged', score: null, justification: '', reason }
}

/** A zero of the fallback that only says that a text does not stand there. */
export const WEAK: DimensionRecord = {
  state: 'fallback',
  score: 0,
  justification: 'The expected "it works" was not found.',
  reason: 'no_judge: no key',
  weak: true,
}

/** The record of a case. Dimensions given as a number were scored by the judge. */
export function makeCase(
  set: EvalSet,
  id: string,
  dimensions: Readonly<Record<string, DimensionRecord | number>>,
  change: Partial<CaseRecord> = {},
): CaseRecord {
  const records = Object.entries(dimensions).map(([name, value]): [string, DimensionRecord] => [
    name,
    typeof value === 'number' ? scored(value) : value,
  ])
  const states = records.map(([, { state }]) => state)
  return {
    id,
    labels: [],
    ...summarizeCase(set, Object.fromEntries(records)),
    model: states.includes('scored') ? 'judge-1' : null,
    served_by: null,
    prompt_version: null,
    recorded: false,
    sample: false,
    requests: 0,
    token_usage: NO_USAGE,
    recorded_usage: NO_USAGE,
    cost_usd: 0,
    recorded_cost_usd: 0,
    recordings: [],
    retry: 0,
    repeat: 0,
    ...change,
  }
}

/** Scores of a case for every default dimension. */
export function allScored(task = 0.9): Record<string, number> {
  return { task_success: task, tool_use_quality: 0.8, trajectory: 0.8, hallucination: 0.1, response_quality: 0.8 }
}
