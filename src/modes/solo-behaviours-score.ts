/**
 * From what the judge of behaviours answered to scores.
 *
 * @module
 */
import { hasQuote } from '../citations/quote.js'
import { shownText } from '../prompts/fence.js'
import { scoreBehaviours } from '../scoring/behaviours.js'
import { foldText } from '../text.js'
import type { Criterion } from './criteria.js'
import type { Scored } from './mode.js'
import * as reply from './reply.js'
import type { BehaviorFinding, SoloBehaviorsFields, SoloBehavioursInput } from './solo-behaviours.js'
import type { BehavioursReading } from './solo-behaviours-reply.js'

/** All output fields, the total and its bounds. */
export function scoreReading(input: SoloBehavioursInput, reading: BehavioursReading): Scored<SoloBehaviorsFields> {
  const baseline = input.baseline.map((criterion) => findingOf(criterion, reading.baseline))
  const bonus = input.bonus.map((criterion) => findingOf(criterion, reading.bonus))
  const { clear_actionable, well_structured, in_character, enhances_delivery } = reading.values
  const hasPersona = input.character !== undefined
  const scored = scoreBehaviours({
    baseline: baseline.map(({ demonstrated }) => demonstrated),
    bonus: bonus.map(({ demonstrated }) => demonstrated),
    clearActionable: clear_actionable,
    wellStructured: well_structured,
    persona: hasPersona ? { inCharacter: in_character, enhancesDelivery: enhances_delivery } : null,
  })
  const parts = [...reading.baseline.values(), ...reading.bonus.values(), ...Object.values(reading.values)]
  return {
    fields: {
      baseline_behaviors: baseline,
      bonus_behaviors: bonus,
      execution: scored.execution,
      max_attainable: scored.maxAttainable,
      quality: { clear_actionable, well_structured, subtotal: scored.quality },
      persona: hasPersona ? { in_character, enhances_delivery, subtotal: scored.persona } : null,
      persona_judged: hasPersona,
      weighted_total: scored.total,
      assessment: reading.assessment,
      unsupported_found: countUnsupported(input, [...baseline, ...bonus]),
      arithmetic_mismatch: reply.mismatches([['weighted_total', reading.weightedTotal, scored.total]]),
      met_bounds: scored.met,
      ...(input.spec === undefined ? {} : { spec: input.spec }),
    },
    judged: parts.some((part) => part !== null),
    total: scored.total,
    bounds: scored.bounds,
    unjudged: reading.unjudged,
    warnings: reading.warnings,
  }
}

function findingOf({ id, category }: Criterion, votes: BehavioursReading['baseline']): BehaviorFinding {
  const vote = votes.get(id) ?? null
  const evidence = vote === null || vote.quote.trim() === '' ? null : vote.quote
  return { id, category, demonstrated: vote?.yes ?? null, evidence }
}

function countUnsupported({ response }: SoloBehavioursInput, findings: readonly BehaviorFinding[]): number {
  const folded = foldText(shownText(response))
  return findings.filter(({ demonstrated, evidence }) => demonstrated && !hasQuote(folded, evidence ?? '')).length
}
