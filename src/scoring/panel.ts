/**
 * How far the judges of a panel agree.
 *
 * @module
 */
import type { PanelAlpha, SampledQuestion, SampleValue } from '../types.js'
import { alpha } from './alpha.js'
import type { Rating } from './kappa.js'
import { settleVotes } from './samples.js'

/** The votes of all questions, place by place. How many entries a list has is no judgement. */
export function listVotes(questions: readonly SampledQuestion[]): readonly (readonly SampleValue[])[] {
  return questions.flatMap(({ votes }) =>
    Object.entries(votes).flatMap(([place, values]) => (/(?:^|\.)length$/.test(place) ? [] : [values])),
  )
}

/**
 * Krippendorff's alpha over places as units, numbers and words apart.
 *
 * @param votes - All samples of one judge together, as many of each.
 * @param judges - How many there are.
 */
export function panelAlpha(votes: readonly (readonly SampleValue[])[], judges: number): PanelAlpha {
  const units = votes.map((values) => settleEach(values, judges))
  const ofNumbers = units.filter((values) => values.every((value) => typeof value === 'number'))
  const ofWords = units.filter((values) => !values.some((value) => typeof value === 'number'))
  return { values: alpha(ofNumbers, 'interval'), words: alpha(ofWords, 'nominal') }
}

/** What each judge says, by its own samples; nothing where these tie. */
function settleEach(values: readonly SampleValue[], judges: number): Rating[] {
  const samples = values.length / judges
  return Array.from({ length: judges }, (_, judge) => {
    const { value } = settleVotes(values.slice(judge * samples, (judge + 1) * samples))
    return value
  }).filter((value) => value !== null)
}
