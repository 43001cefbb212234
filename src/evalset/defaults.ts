/**
 * What an eval set has where its file says nothing.
 *
 * @module
 */
import type { Category, SetDimension } from '../types.js'

/** Whether only what was produced is judged, or also how it came about. */
export type EvalMode = 'output' | 'trajectory'

/** Category of a dimension whose file names none: `process` for the two that look at the run, else `artifact`. */
export function defaultCategory(name: string): Category {
  return name === 'tool_use_quality' || name === 'trajectory' ? 'process' : 'artifact'
}

/** Dimensions of a set without a rubric. Weights sum to 1. */
export const DEFAULT_DIMENSIONS: readonly SetDimension[] = [
  { name: 'task_success', weight: 0.35, invert: false, category: 'artifact' },
  { name: 'tool_use_quality', weight: 0.15, invert: false, category: 'process' },
  { name: 'trajectory', weight: 0.2, invert: false, category: 'process' },
  { name: 'hallucination', weight: 0.15, invert: true, category: 'artifact' },
  { name: 'response_quality', weight: 0.15, invert: false, category: 'artifact' },
]
