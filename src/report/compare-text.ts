/**
 * A comparison as plain text of at most 80 columns.
 *
 * @module
 */
import { listNames } from '../evalset/reasons.js'
import { MIN_CASES } from '../scoring/interval.js'
import { oneLine } from '../text.js'
import type { GroupComparison, RunComparison } from './compare-runs.js'
import { countChanges, describeChance, listChanges, showP, tellVerdict } from './compare-words.js'
import { describeGit } from './gate-line.js'
import { wrapText } from './wrap.js'

/** The block of a comparison: where the baseline comes from, then each set and matcher. */
export function renderComparison({ baseline, started, git, forced, groups, notes }: RunComparison): string {
  const commit = git === undefined ? '' : `, ${describeGit(git)}`
  const warning = 'WARNING: --force compares also what was judged in another way; such figures say little.'
  return [
    ...wrapText(`Baseline  ${oneLine(baseline, 200)} of ${oneLine(started, 40)}${commit}`, ''),
    ...(forced ? wrapText(warning, '  ') : []),
    ...notes.flatMap((note) => wrapText(`note: ${oneLine(note, 400)}`, '  ')),
    ...groups.flatMap((group) => renderGroup(group, forced)),
  ].join('\n')
}

function renderGroup(group: GroupComparison, forced: boolean): readonly string[] {
  const { kind, name, pairs, incomparable } = group
  const unit = kind === 'set' ? 'cases' : 'tests'
  const counted = pairs === 0 ? '' : `, ${pairs} ${pairs === 1 ? unit.slice(0, -1) : unit} compared`
  const left =
    incomparable.length === 0 ? '' : `, ${incomparable.length} ${forced ? 'of them ' : ''}judged in another way`
  return [
    ...wrapText(`${oneLine(name, 60)}: ${describeVerdict(group)}${counted}${left}`, '  '),
    ...group.notes.flatMap((note) => wrapText(`note: ${oneLine(note, 400)}`, '    ')),
    ...(pairs === 0 ? [] : renderFigures(group)),
    ...renderNames(group),
  ]
}

function describeVerdict(group: GroupComparison): string {
  const { verdict } = group
  return verdict === 'better' || verdict === 'worse' ? verdict.toUpperCase() : tellVerdict(group)
}

function renderFigures({ difference, interval, p_value, pairs, ...group }: GroupComparison): readonly string[] {
  const score = difference === null ? 'none in both' : `${showSigned(difference)} on average${describeRange(interval)}`
  const test = p_value === null ? 'not tested' : `McNemar's exact p = ${showP(p_value)}`
  const { turned_green, turned_red } = group
  const chance = describeChance(group)
  return [
    ...wrapText(`score: ${score}`, '    '),
    ...wrapText(`pass or fail: ${turned_green.length} turned green, ${turned_red.length} turned red, ${test}`, '    '),
    ...(chance === '' ? [] : wrapText(chance, '    ')),
  ]
}

function describeRange(interval: GroupComparison['interval']): string {
  if (interval === null) return `; fewer than ${MIN_CASES} pairs say little, so there is no interval`
  const { lower, upper } = interval
  return ` (95 % interval ${showSigned(lower)} to ${showSigned(upper)})`
}

function renderNames(group: GroupComparison): string[] {
  return [
    ...(group.pairs === 0 ? [] : wrapText(countChanges(group), '    ')),
    ...listChanges(group).flatMap(([what, names]) =>
      wrapText(`${what} (${names.length}): ${listNames(names)}`, '    '),
    ),
  ]
}

/** `+0.12`. */
export function showSigned(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return text === '0.00' ? text : `${value < 0 ? '-' : '+'}${text}`
}
