/**
 * How the figures of a set are shown, with how far they can be trusted.
 *
 * @module
 */
import { type PassFigure, readPassGate, type SetTrials } from '../evalset/pass.js'
import { showRate } from '../score-text.js'
import type { Interval } from '../scoring/interval.js'
import type { SetResult } from './results.js'

/** `0.61-0.83`, or nothing. */
export function showRange(interval: Interval | null | undefined): string {
  return interval ? `${interval.lower.toFixed(2)}-${interval.upper.toFixed(2)}` : ''
}

/** `0.75 (0.61-0.83)`; without an interval the figure alone. */
export function withRange(figure: string, interval: Interval | null | undefined): string {
  return interval ? `${figure} (${showRange(interval)})` : figure
}

/** `0.75 (0.61-0.83)`: how often cases pass; null where nothing tells it. */
export function describeRate({ statistics }: SetResult): string | null {
  const rate = statistics?.pass_rate ?? null
  return rate === null ? null : withRange(showRate(rate), statistics?.intervals?.pass_rate)
}

/** `pass@1 0.75 (0.61-0.83), pass@3 0.90, pass^3 0.50`: the ends of both curves, and what the gate asks for. */
export function describeTrials(trials: SetTrials, statistics: SetResult['statistics']): string {
  const texts = listFigures(trials).map(({ name, kind, k }) => {
    const value = trials[kind][k - 1] ?? null
    const range = name === 'pass@1' ? statistics?.intervals?.pass_rate : null
    return `${name} ${withRange(value === null ? 'not known' : showRate(value), range)}`
  })
  return texts.join(', ')
}

function listFigures({ trials, gate }: SetTrials): readonly PassFigure[] {
  const asked = gate === undefined ? null : readPassGate(gate)
  const at = (k: number) => readPassGate({ at: k, min: 0 })
  const all = (k: number) => readPassGate({ all: k, min: 0 })
  const shown = (kind: PassFigure['kind'], ...ks: readonly number[]) => [
    ...new Set([...ks, ...(asked?.kind === kind ? [asked.k] : [])].toSorted((a, b) => a - b)),
  ]
  return [...shown('pass_at', 1, trials).map(at), ...shown('pass_all', trials).map(all)]
}
