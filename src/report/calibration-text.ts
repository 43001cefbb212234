/**
 * A calibration for people to read.
 *
 * @module
 */

import { showFraction } from '../score-text.js'
import type { Confusion, Figure, Share } from '../scoring/figures.js'
import { oneLine } from '../text.js'
import { type CalibratedMeasure, type Calibration, nameMeasure, showFigure } from './calibration.js'

/** Fewer labels than this leave intervals too wide to decide anything by. */
const FEW = 30

/** All measures, each with its figures and its table. */
export function renderCalibration({ labels, measures }: Calibration): string {
  const [first] = measures
  const by = first === undefined ? '' : `, judged by ${oneLine(first.judged_by.model ?? 'fixed rules', 80)}`
  const head = `Calibration  ${oneLine(labels, 200)}${by}. Intervals are of 95 %.`
  return [head, ...measures.map(renderMeasure)].join('\n\n')
}

function renderMeasure(measure: CalibratedMeasure): string {
  const { judged_by, length, ceiling } = measure
  const of = judged_by.prompt_version === null ? judged_by.mode : `prompt ${judged_by.prompt_version}`
  const rows: [string, string | null][] = [
    ['agreement', shareText(measure.agreement)],
    [`kappa${measure.level === 'nominal' ? '' : ', quadratic'}`, showFigure(measure.kappa)],
    [`alpha, ${measure.level}`, showFigure(measure.alpha)],
    ['passes what people pass', shareText(measure.true_positive_rate)],
    ['fails what people fail', shareText(measure.true_negative_rate)],
    ['always the commonest label', shareText(measure.majority_baseline)],
    ['same winner in both orders', shareText(measure.order_consistency)],
    [
      'people among themselves',
      ceiling &&
        `agreement ${showFigure(ceiling.agreement)}, kappa ${showFigure(ceiling.kappa)}, alpha ${showFigure(ceiling.alpha)}`,
    ],
    ['with length, the judge', orNull(length.judge)],
    ['with length, people', orNull(length.people)],
  ]
  return [
    `${nameMeasure(measure.measure)}  (${of}${passText(measure)})  ${countText(measure)}`,
    ...rows.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(28)}${value}`])),
    ...renderConfusion(measure.confusion),
    ...notesOn(measure),
  ].join('\n')
}

function passText({ form, threshold }: CalibratedMeasure): string {
  return form === 'string' ? '' : `, passes from ${showFraction(threshold)}`
}

function countText({ items, tied, unjudged, ceiling }: CalibratedMeasure): string {
  const raters = ceiling === null ? '' : ` of ${ceiling.raters} raters`
  const left = [tied === 0 ? '' : `, ${tied} tied`, unjudged === 0 ? '' : `, ${unjudged} unjudged`].join('')
  return `${items} ${items === 1 ? 'label' : 'labels'}${raters}${left}`
}

function shareText(share: Share | null): string | null {
  return share === null ? null : `${showFigure(share).padEnd(20)}  ${share.count} of ${share.of}`
}

function orNull(figure: Figure | null): string | null {
  return figure === null ? null : showFigure(figure)
}

function renderConfusion(confusion: Confusion | null): string[] {
  if (confusion === null) return []
  const names = confusion.values.map((value) => oneLine(String(value), 16))
  const width = Math.max(6, ...names.map(({ length }) => length)) + 2
  const first = Math.max(16, width)
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(first)}${cells.map((cell) => cell.padStart(width)).join('')}`
  return [
    line('people \\ judge', names),
    ...confusion.counts.map((row, index) =>
      line(
        names[index] ?? '',
        row.map((count) => String(count)),
      ),
    ),
  ]
}

/** What a reader should not take from the figures. */
function notesOn({ items, kappa, agreement, majority_baseline: baseline, ceiling }: CalibratedMeasure): string[] {
  const notes: string[] = []
  if (items < FEW) notes.push(`${items} labels are few: with ${FEW} to 50 the intervals begin to say something.`)
  if (kappa === null) notes.push('kappa has no value or no interval: label more cases, and of both kinds.')
  else if (kappa.lower <= 0) notes.push('the judge may be no better than chance.')
  if (agreement !== null && baseline !== null && agreement.value <= baseline.value) {
    notes.push('a judge that always gives the commonest label would agree as often.')
  }
  if (kappa !== null && ceiling?.kappa && kappa.value > ceiling.kappa.upper) {
    notes.push(
      'the judge agrees better than people do among themselves, so sharpen the instructions for labelling first.',
    )
  }
  return notes.map((note) => `  note: ${note}`)
}
