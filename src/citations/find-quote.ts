/**
 * Where a quote stands in a text that is shown as it is.
 *
 * @module
 */
import { stripHidden } from '../text.js'
import { findPieces, foldQuoted } from './quote.js'

/** Characters from `start` to before `end`. */
export type Span = readonly [start: number, end: number]

/** A folded text, and for each of its characters where in the text it comes from. */
interface Folded {
  readonly text: string
  readonly from: readonly number[]
}

/** A sign with the marks that compose with it. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu
const PLAIN = /^[ -~]$/

/**
 * The places of the quote in the text, several where it leaves words out; found as `hasQuote` finds it, white space and
 * composition apart. Empty where it does not stand there.
 */
export function findQuote(text: string, quote: string): readonly Span[] {
  const { text: folded, from } = fold(text)
  const whole = foldQuoted(quote)
  if (whole === '') return []
  const at = folded.indexOf(whole)
  const pieces = at >= 0 ? [[at, at + whole.length] as const] : (findPieces(folded, whole) ?? [])
  return pieces.map(([start, end]) => [from[start] ?? 0, endOf(text, from[end - 1] ?? 0)])
}

/** The same as `foldText`, but for composition across more than one sign. */
function fold(text: string): Folded {
  const from: number[] = []
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const sign = PLAIN.test(cluster) ? cluster : stripHidden(cluster).normalize('NFC')
    const isSpace = /^\s+$/.test(sign)
    if (isSpace && (folded === '' || folded.endsWith(' '))) continue
    folded += isSpace ? ' ' : sign
    for (let unit = 0; unit < sign.length; unit++) from.push(index)
  }
  return { text: folded, from }
}

/** Where the cluster that begins there ends. */
function endOf(text: string, start: number): number {
  const [cluster = ''] = /\P{M}\p{M}*|\p{M}+/u.exec(text.slice(start, start + 100)) ?? []
  return start + cluster.length
}
