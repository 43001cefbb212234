/**
 * The checklist vectors.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { SEVERITIES } from '../../src/scoring/detection.js'
import type { Severity } from '../../src/types.js'

type Counts = Partial<Record<Severity, number>>
type Wanted = 'weighted_found' | 'weighted_total' | 'recall' | 'precision' | 'f2_score' | 'weighted_total_score'
type WantedPoints = 'recall_score' | 'precision_score' | 'novel_bonus' | 'detection' | 'quality' | 'persona'

/** One review in counts, and every number that comes of it. */
export interface ChecklistVector {
  readonly case: string
  readonly found: Counts
  readonly total: Counts
  readonly true_positives: number
  readonly false_positives: number
  readonly novel_valid: number
  readonly quality: readonly [clear: number, fixes: number]
  readonly persona: readonly [character: number, tone: number]
  readonly expect: Readonly<Record<Wanted | WantedPoints, number>>
}

const file = new URL('../fixtures/score-vectors.json', import.meta.url)

export const vectors: readonly ChecklistVector[] = JSON.parse(readFileSync(file, 'utf8')).checklist

/** The issues of a vector one by one. */
export function issuesOf({ found, total }: ChecklistVector): { severity: Severity; found: boolean }[] {
  return SEVERITIES.flatMap((severity) =>
    Array.from({ length: total[severity] ?? 0 }, (_, index) => ({ severity, found: index < (found[severity] ?? 0) })),
  )
}
