/**
 * Several trials of a case: which records belong together, and how they are named and counted.
 *
 * @module
 */
import { averageScores, toScores } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { CaseRecord } from '../types.js'

/** Names of the tests of one case: its id, by which filters find them all, and with more trials than one which of them it is. */
export function trialNames(id: string, trials: number): readonly string[] {
  return Array.from({ length: trials }, (_, index) => (index === 0 ? id : `${id} (trial ${index + 1} of ${trials})`))
}

/** A case in a message, with its trial where it has several. */
export function nameTrial({ id, trial }: Pick<CaseRecord, 'id' | 'trial'>): string {
  return trial === undefined ? id : `${oneLine(id, 24)} (trial ${trial})`
}

/** What a count of records is a count of. */
export function unitOf(records: readonly Pick<CaseRecord, 'trial'>[]): 'cases' | 'trials' {
  return records.some(({ trial }) => trial !== undefined) ? 'trials' : 'cases'
}

/** The records of each case, in the order in which the cases first come. */
export function groupByCase<T extends Pick<CaseRecord, 'id'>>(records: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const group = groups.get(record.id)
    if (group === undefined) groups.set(record.id, [record])
    else group.push(record)
  }
  return [...groups.values()]
}

/**
 * Scores of each case, 0-1 by dimension: the mean over those of its trials in which the dimension was scored, so that cases weigh
 * alike however many of their trials were judged.
 */
export function scoreCases(records: readonly Pick<CaseRecord, 'id' | 'scores'>[]): readonly CaseRecord['scores'][] {
  return groupByCase(records).map(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first?.scores ?? {}
    const trials = [first, ...others].map(({ scores }) => scores)
    const names = [...new Set(trials.flatMap((scores) => Object.keys(scores)))]
    return toScores(
      averageScores(
        names.map((name) => ({ name })),
        trials,
      ),
    )
  })
}
