/**
 * Arithmetic of the issue checklist (spec/judging.md, "Issue checklist").
 *
 * @module
 */
import type { Severity } from '../types.js'

/** Points that an issue of a severity weighs. */
export const SEVERITY_WEIGHTS: Readonly<Record<Severity, number>> = { critical: 15, high: 10, medium: 5, low: 2 }

/** Severities, gravest first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/** Counts that a checklist is scored from. */
export interface DetectionCounts {
  /** Severity of each baseline issue, and whether it was found. */
  readonly issues: readonly { readonly severity: Severity; readonly found: boolean }[]
  /** Claims that are wrong; null when nobody knows how many, which leaves precision at 0. */
  readonly falsePositives: number | null
  /** Valid findings beyond the baseline. */
  readonly novelValid: number
}

/** Scores of the detection part. */
export interface Detection {
  /** Counts by severity. */
  readonly by_severity: Readonly<Record<Severity, { readonly found: number; readonly total: number }>>
  /** Valid findings beyond the baseline. */
  readonly novel_valid: number
  /** Wrong claims; null when unjudged. */
  readonly false_positive_count: number | null
  /** What the components are made of. */
  readonly metrics: {
    readonly weighted_found: number
    readonly weighted_total: number
    /** 0-1 */
    readonly recall: number
    /** 0-1; 0 when nothing was claimed. */
    readonly precision: number
    /** 0-1; reported, not part of the total. */
    readonly f2_score: number
  }
  /** Points. */
  readonly components: {
    /** 0-30 */
    readonly recall_score: number
    /** 0-10 */
    readonly precision_score: number
    /** 0-10 */
    readonly novel_bonus: number
  }
  /** 0-50 */
  readonly subtotal: number
  /** False when nothing at all was claimed or wrong claims are unjudged: precision is 0 by rule and not by measurement. */
  readonly precision_defined: boolean
}

/** Recall (30), precision (10) and novel findings (10). Issues that are not to be counted are left out by the caller. */
export function scoreDetection(counts: DetectionCounts): Detection {
  const bySeverity = tally(counts.issues)
  const weighted = (key: 'found' | 'total') =>
    SEVERITIES.reduce((sum, severity) => sum + bySeverity[severity][key] * SEVERITY_WEIGHTS[severity], 0)
  const weightedFound = weighted('found')
  const weightedTotal = weighted('total')
  const truePositives = counts.issues.filter((issue) => issue.found).length
  const claims = counts.falsePositives === null ? 0 : truePositives + counts.falsePositives
  const recall = weightedTotal === 0 ? 0 : weightedFound / weightedTotal
  const precision = claims === 0 ? 0 : truePositives / claims
  const components = {
    recall_score: recall * 30,
    precision_score: precision * 10,
    novel_bonus: Math.min(3 * counts.novelValid, 10),
  }
  return {
    by_severity: bySeverity,
    novel_valid: counts.novelValid,
    false_positive_count: counts.falsePositives,
    metrics: {
      weighted_found: weightedFound,
      weighted_total: weightedTotal,
      recall,
      precision,
      f2_score: fBeta(precision, recall, 2),
    },
    components,
    subtotal: components.recall_score + components.precision_score + components.novel_bonus,
    precision_defined: claims > 0,
  }
}

/** `(1 + b²)pr / (b²p + r)`, 0 when that denominator is 0. */
export function fBeta(precision: number, recall: number, beta: number): number {
  const square = beta * beta
  const denominator = square * precision + recall
  return denominator === 0 ? 0 : ((1 + square) * precision * recall) / denominator
}

function tally(issues: DetectionCounts['issues']): Record<Severity, { found: number; total: number }> {
  const count = (severity: Severity) => {
    const all = issues.filter((issue) => issue.severity === severity)
    return { found: all.filter((issue) => issue.found).length, total: all.length }
  }
  return { critical: count('critical'), high: count('high'), medium: count('medium'), low: count('low') }
}
