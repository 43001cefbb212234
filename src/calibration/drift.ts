/**
 * The same labelled tasks judged twice: what moved, and whether towards people or away from them.
 *
 * @module
 */

import { show } from '../errors.js'
import {
  type CalibratedItem,
  type CalibratedMeasure,
  type Calibration,
  judgeKey,
  nameMeasure,
  showFigure,
} from '../report/calibration.js'
import { hideCommand, oneLine } from '../text.js'

/** What became of the judge since it was calibrated. */
export interface Drift {
  /** Labels that were judged both times. */
  readonly compared: number
  /** Those that are judged otherwise now. */
  readonly moved: readonly { readonly item: CalibratedItem; readonly before: CalibratedItem['judge'] }[]
  /** Labels that only one of both has. */
  readonly unmatched: number
  /** Measures whose model, settings, prompt or rubric are no longer the same. */
  readonly changed: readonly CalibratedMeasure[]
}

/** Compares by line id and part. */
export function findDrift(before: Calibration, now: Calibration): Drift {
  const known = new Map(before.items.map((item) => [keyOf(item), item]))
  const both = now.items.flatMap((item) => {
    const earlier = known.get(keyOf(item))
    return earlier === undefined ? [] : [{ item, before: earlier.judge }]
  })
  const judges = new Set(before.measures.map(({ judged_by }) => judgeKey(judged_by)))
  return {
    compared: both.length,
    moved: both.filter(({ item, before }) => item.judge !== before),
    unmatched: now.items.length + before.items.length - 2 * both.length,
    changed: now.measures.filter(({ judged_by }) => !judges.has(judgeKey(judged_by))),
  }
}

function keyOf({ id, measure, part }: CalibratedItem): string {
  return JSON.stringify([id, measure, part])
}

/** Counts, what moved, and kappa then and now. */
export function renderDrift(before: Calibration, now: Calibration, drift: Drift): string {
  const { compared, moved, unmatched, changed } = drift
  const since = before.calibrated.slice(0, 10)
  const left = unmatched === 0 ? '' : `; ${unmatched} labels are in one of both only`
  return [
    `Drift  ${moved.length} of ${compared} labels are judged otherwise than on ${since}${left}`,
    ...changed.map(
      ({ measure }) => `  note: ${nameMeasure(measure)}: model, settings, prompt or rubric are not those of ${since}`,
    ),
    ...moved.map(({ item, before: was }) => {
      const part = item.part === null ? '' : ` > ${oneLine(item.part, 80)}`
      const people = Object.values(item.labels)
        .map((label) => show(label, 20))
        .join(', ')
      return `  ${hideCommand(oneLine(item.id, 80))}${part}: ${show(was, 20)} → ${show(item.judge, 20)}  (people: ${people})`
    }),
    ...now.measures.map((measure) => `  ${describeKappa(measure, before)}`),
  ].join('\n')
}

function describeKappa({ measure, form, kappa }: CalibratedMeasure, before: Calibration): string {
  const earlier = before.measures.find((one) => one.measure === measure && one.form === form)
  return `${nameMeasure(measure)}: kappa ${showFigure(earlier?.kappa ?? null)} → ${showFigure(kappa)}`
}
