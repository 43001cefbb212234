/**
 * Records of judged cases: the fields that follow from their dimensions, and which attempt counts.
 *
 * @module
 */
import type { CaseRecord, DimensionRecord, EvalSet } from '../types.js'
import { NO_EXPECTED, NOT_WORD_FOR_WORD, readCode } from './reasons.js'

/** The fields of a case's record that follow from its dimensions. */
export type CaseSummary = Pick<CaseRecord, 'scores' | 'categories' | 'justification' | 'unscored' | 'dimensions'>

/**
 * Fills in what follows from the dimensions of a case, in the order of the rubric.
 *
 * @param dimensions - One record for each dimension of the rubric; a dimension without one is left out.
 */
export function summarizeCase(set: EvalSet, dimensions: Readonly<Record<string, DimensionRecord>>): CaseSummary {
  const known = set.rubric.dimensions.flatMap(({ name, category }) => {
    // A dimension may be called as a member that every object has.
    const record = Object.hasOwn(dimensions, name) ? dimensions[name] : undefined
    return record === undefined ? [] : [{ name, category, record }]
  })
  return {
    scores: Object.fromEntries(
      known.flatMap(({ name, record }) => (record.score === null ? [] : [[name, record.score]])),
    ),
    categories: Object.fromEntries(known.map(({ name, category }) => [name, category])),
    justification: known
      .filter(({ record }) => record.justification !== '')
      .map(({ name, record }) => `${name}: ${record.justification}`)
      .join('\n'),
    unscored: known.filter(({ record }) => record.score === null).map(({ name }) => name),
    dimensions: Object.fromEntries(known.map(({ name, record }) => [name, record])),
  }
}

/**
 * The records of the last attempt of each key, in the order in which the keys first came: of several repeats the last,
 * and of its retries the last.
 */
export function keepLastAttempts<T extends { readonly repeat: number; readonly retry: number }>(
  records: readonly T[],
  keyOf: (record: T) => string,
): readonly T[] {
  const last = new Map<string, T[]>()
  for (const record of records) {
    const key = keyOf(record)
    const kept = last.get(key)
    const order = kept?.[0] === undefined ? 1 : record.repeat - kept[0].repeat || record.retry - kept[0].retry
    if (order > 0) last.set(key, [record])
    if (order === 0) kept?.push(record)
  }
  return [...last.values()].flat()
}

/**
 * The cases of a set as they count: the last attempt of each trial, and what is `weak` left unjudged where a model scored
 * anything in the set, since only then is a judge's silence the exception.
 */
export function settleCases(set: EvalSet, records: readonly CaseRecord[]): readonly CaseRecord[] {
  const keyOf = ({ id, trial = 1 }: CaseRecord) => `${trial} ${id}`
  const byTrial = new Map(keepLastAttempts(records, keyOf).map((record) => [keyOf(record), record]))
  const cases = [...byTrial.values()]
  return cases.some(isJudged) ? cases.map((record) => dropWeak(set, record)) : cases
}

/** A case as it counts by itself. */
export function settleCase(set: EvalSet, record: CaseRecord): CaseRecord {
  return isJudged(record) ? dropWeak(set, record) : record
}

function isJudged({ dimensions }: CaseRecord): boolean {
  return Object.values(dimensions).some(({ state }) => state === 'scored')
}

function dropWeak(set: EvalSet, record: CaseRecord): CaseRecord {
  if (!Object.values(record.dimensions).some(({ weak }) => weak)) return record
  const dimensions = Object.entries(record.dimensions).map(([name, { weak, ...rest }]): [string, DimensionRecord] => [
    name,
    weak
      ? {
          ...rest,
          state: 'unjudged',
          score: null,
          reason:
            rest.score === null
              ? `no_judge: ${NO_EXPECTED}, so that only a judge can weigh it`
              : `${readCode(rest)}: ${NOT_WORD_FOR_WORD}, which only a judge can weigh`,
        }
      : rest,
  ])
  return { ...record, ...summarizeCase(set, Object.fromEntries(dimensions)) }
}
