/**
 * Total of the issue checklist from its parts, as bounds over what is unjudged (spec/judging.md, "Issue checklist").
 *
 * @module
 */
import type { Bounds, Severity } from '../types.js'
import { type Detection, scoreDetection } from './detection.js'

/** What was judged; null is unjudged. Values are 1-10. */
export interface ChecklistParts {
  readonly issues: readonly { readonly severity: Severity; readonly found: boolean | null }[]
  readonly falsePositives: number | null
  readonly novelValid: number | null
  readonly clearExplanations: number | null
  readonly actionableFixes: number | null
  /** Null as a whole when there is no character to judge. */
  readonly persona: { readonly inCharacter: number | null; readonly professionalTone: number | null } | null
}

/** The scores of a checklist. Parts are null where something in them is unjudged. */
export interface ChecklistScore {
  /** Detection with every unjudged issue counted as not found. */
  readonly detection: Detection
  /** 0-25 */
  readonly quality: number | null
  /** 0-25 */
  readonly persona: number | null
  /** 0-100 */
  readonly total: number | null
  readonly bounds: Bounds
  /** 0-1, weighted by severity. */
  readonly recall: Bounds
  /** 0-1 */
  readonly precision: Bounds
}

/** Bottom and top of the values 1-10 that a judge gives beside a checklist. */
export const SCALE: Readonly<Record<keyof Bounds, number>> = { lower: 1, upper: 10 }
/** Enough valid novel findings to reach the cap of the bonus. */
const FULL_BONUS = 4

/**
 * `total = detection (50) + quality (25) + persona (25)`; without a character the first two are re-weighted to 100. The
 * bounds count unjudged parts as not found or 1, and as found or 10.
 */
export function scoreChecklist(parts: ChecklistParts): ChecklistScore {
  const at = (end: 'lower' | 'upper') => totalAt(parts, end)
  const lower = at('lower')
  const upper = at('upper')
  const detection = lower.detection
  const quality = half([parts.clearExplanations, parts.actionableFixes])
  const persona = parts.persona && half([parts.persona.inCharacter, parts.persona.professionalTone])
  const known =
    parts.issues.every((issue) => issue.found !== null) && parts.falsePositives !== null && parts.novelValid !== null
  const complete = known && quality !== null && (parts.persona === null || persona !== null)
  return {
    detection,
    quality,
    persona,
    total: complete ? lower.total : null,
    bounds: { lower: lower.total, upper: upper.total },
    recall: { lower: detection.metrics.recall, upper: upper.detection.metrics.recall },
    precision: { lower: detection.metrics.precision, upper: upper.detection.metrics.precision },
  }
}

function totalAt(parts: ChecklistParts, end: 'lower' | 'upper'): { detection: Detection; total: number } {
  const best = end === 'upper'
  const detection = scoreDetection({
    issues: parts.issues.map((issue) => ({ severity: issue.severity, found: issue.found ?? best })),
    falsePositives: parts.falsePositives ?? (best ? 0 : null),
    novelValid: parts.novelValid ?? (best ? FULL_BONUS : 0),
  })
  const filled = (value: number | null) => value ?? SCALE[end]
  const quality = half([filled(parts.clearExplanations), filled(parts.actionableFixes)]) ?? 0
  const { persona } = parts
  if (persona === null) return { detection, total: ((detection.subtotal + quality) / 75) * 100 }
  const voice = half([filled(persona.inCharacter), filled(persona.professionalTone)]) ?? 0
  return { detection, total: detection.subtotal + quality + voice }
}

/** Two values of 1-10 at 12.5 points each; null where one is unjudged. */
export function half(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += (value / 10) * 12.5
  }
  return sum
}
