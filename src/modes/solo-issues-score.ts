/**
 * From what the judge of a checklist answered to scores: quotes verified, bonus hits counted once.
 *
 * @module
 */
import { hasQuote } from '../citations/quote.js'
import { shownText } from '../prompts/fence.js'
import { scoreChecklist } from '../scoring/checklist.js'
import { foldText } from '../text.js'
import type { BaselineIssue } from '../types.js'
import type { Scored } from './mode.js'
import * as reply from './reply.js'
import type { BaselineFinding, SoloIssuesFields, SoloIssuesInput } from './solo-issues.js'
import type { IssuesReading, NovelFinding } from './solo-issues-reply.js'

interface Decided {
  readonly record: BaselineFinding
  readonly unsupported: boolean
}

/** All output fields, the total and its bounds. */
export function scoreIssues(input: SoloIssuesInput, reading: IssuesReading): Scored<SoloIssuesFields> {
  const folded = foldText(shownText(input.response))
  const decided = input.baseline.map((issue) => decideIssue(issue, input, reading, folded))
  const novel = countNovel(reading.novel ?? [], input.bonus)
  const { clear_explanations, actionable_fixes, in_character, professional_tone } = reading.values
  const hasPersona = input.character !== undefined
  const scored = scoreChecklist({
    issues: decided.map(({ record }, index) => ({
      severity: input.baseline[index]?.severity ?? 'medium',
      found: record.found,
    })),
    falsePositives: countFalse(input, reading),
    novelValid: reading.novel === null ? null : novel.valid,
    clearExplanations: clear_explanations,
    actionableFixes: actionable_fixes,
    persona: hasPersona ? { inCharacter: in_character, professionalTone: professional_tone } : null,
  })
  const fields: SoloIssuesFields = {
    baseline_findings: decided.map(({ record }) => record),
    novel_findings: reading.novel ?? [],
    false_positives: reading.falsePositives ?? [],
    detection: scored.detection,
    quality: { clear_explanations, actionable_fixes, subtotal: scored.quality },
    persona: hasPersona ? { in_character, professional_tone, subtotal: scored.persona } : null,
    persona_judged: hasPersona,
    precision_defined: scored.detection.precision_defined,
    weighted_total: scored.total,
    assessment: reading.assessment,
    unsupported_found: decided.filter(({ unsupported }) => unsupported).length,
    novel_invalid: novel.invalid,
    arithmetic_mismatch: reply.mismatches([['weighted_total', reading.weightedTotal, scored.total]]),
    recall_bounds: scored.recall,
    precision_bounds: scored.precision,
    ...(input.spec === undefined ? {} : { spec: input.spec }),
  }
  const parts = [...reading.found.values(), reading.novel, reading.falsePositives, ...Object.values(reading.values)]
  return {
    fields,
    judged: parts.some((part) => part !== null),
    total: scored.total,
    bounds: scored.bounds,
    unjudged: reading.unjudged,
    warnings: reading.warnings,
  }
}

/** With `strict`, invalid novel findings are wrong claims; null where a list that counts is unjudged. */
function countFalse({ strict }: SoloIssuesInput, { falsePositives, novel }: IssuesReading): number | null {
  if (falsePositives === null || !strict) return falsePositives?.length ?? null
  return novel === null ? null : falsePositives.length + novel.filter(({ valid }) => !valid).length
}

function decideIssue(issue: BaselineIssue, input: SoloIssuesInput, reading: IssuesReading, folded: string): Decided {
  const { id, severity, category } = issue
  const base = { id, severity, ...(category === undefined ? {} : { category }) }
  const settled = input.settled[id]
  if (settled !== undefined) {
    return { record: { ...base, found: settled, evidence: null, by: 'matcher' }, unsupported: false }
  }
  const answer = reading.found.get(id) ?? null
  if (answer === null) return { record: { ...base, found: null, evidence: null, by: 'model' }, unsupported: false }
  const supported = hasQuote(folded, answer.quote)
  const unsupported = answer.found && !supported
  const found = answer.found && (supported || !input.strict)
  const evidence = answer.quote.trim() === '' ? null : answer.quote
  return { record: { ...base, found, evidence, by: 'model' }, unsupported }
}

/** A bonus issue counts once, however often it is hit. */
function countNovel(
  findings: readonly NovelFinding[],
  bonus: readonly BaselineIssue[],
): { valid: number; invalid: number } {
  const known = new Set(bonus.map(({ id }) => id.toLowerCase()))
  const hit = new Set<string>()
  let valid = 0
  for (const { bonus_id, valid: isValid } of findings) {
    if (!isValid) continue
    const id = bonus_id.toLowerCase()
    if (known.has(id) && hit.has(id)) continue
    hit.add(id)
    valid++
  }
  return { valid, invalid: findings.filter((finding) => !finding.valid).length }
}
