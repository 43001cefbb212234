/**
 * Citations in Markdown: a bold `path#L12-L14` or `path:12-14`, and the block quote that follows it.
 *
 * @module
 */
import { stripHidden } from '../text.js'
import type { LooseClaim } from './claim.js'
import { claimsIn } from './json.js'

const BOLD = /\*\*([^*]+)\*\*/g
const PLACE = /^(.*?)(?:(#L)(\d+)(?:-L?(\d+))?|:(\d+)(?:-(\d+))?)?$/
const QUOTED = /^ {0,3}>/
/** With a name, so that versions and numbers are none. */
const EXTENSION = /\.[A-Za-z]\w*$/
const JSON_FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*json[ \t]*$/i
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Citations of a text, then those in the JSON that closes it. A line holds one at most, the first; its quote is the next block
 * quote before the next citation.
 *
 * Without a line or a quote, bold text is a citation only when it can be nothing but a path: with a folder and an extension.
 */
export function readMarkdownClaims(text: string): LooseClaim[] {
  const closing = closingJson(text)
  const lines = (closing?.before ?? stripHidden(text)).split('\n')
  const starts = lines.flatMap((line, at) => {
    const place = QUOTED.test(line) ? null : citedPlace(line, isQuotedNext(lines, at))
    return place === null ? [] : [{ ...place, at }]
  })
  const claims = starts.map(({ at, ...place }, index) => {
    const next = starts[index + 1]?.at ?? lines.length
    return { ...place, quote: firstQuote(lines.slice(at + 1, next)) }
  })
  return closing === null ? claims : [...claims, ...claimsIn(closing.value)]
}

/** The JSON in the last `json` fence of a text, when nothing comes after it; null otherwise. */
export function closingJson(text: string): { readonly before: string; readonly value: unknown } | null {
  const lines = stripHidden(text).trimEnd().split('\n')
  const at = lines.findLastIndex((line) => JSON_FENCE.test(line))
  const [, fence = ''] = JSON_FENCE.exec(lines[at] ?? '') ?? []
  const inside = lines.slice(at + 1, -1)
  const closes = lines.length - 1 > at && (lines.at(-1) ?? '').trim().startsWith(fence)
  if (at < 0 || !closes || inside.some((line) => FENCE.test(line))) return null
  try {
    return { before: lines.slice(0, at).join('\n'), value: JSON.parse(inside.join('\n')) as unknown }
  } catch {
    return null
  }
}

/** The first bold text of a line that names a place. */
function citedPlace(line: string, isQuoted: boolean): Pick<LooseClaim, 'path' | 'lines'> | null {
  for (const [, bold = ''] of line.matchAll(BOLD)) {
    const [, path = '', anchor, a, b, c, d] = PLACE.exec(bold.trim().replace(/^`(.*)`$/, '$1')) ?? []
    const first = a ?? c
    const isPath = anchor !== undefined || (!/\s/.test(path) && looksLikePath(path, first !== undefined, isQuoted))
    if (!isPath) continue
    return { path, lines: first === undefined ? null : { first: Number(first), last: Number(b ?? d ?? first) } }
  }
  return null
}

function looksLikePath(path: string, hasLine: boolean, isQuoted: boolean): boolean {
  const [hasFolder, hasExtension] = [path.includes('/'), EXTENSION.test(path)]
  if (isQuoted) return hasLine || hasFolder || hasExtension
  return hasLine ? hasFolder || hasExtension : hasFolder && hasExtension
}

/** A block quote is the very next thing. */
function isQuotedNext(lines: readonly string[], at: number): boolean {
  const next = lines[at + 1]?.trim() === '' ? lines[at + 2] : lines[at + 1]
  return QUOTED.test(next ?? '')
}

function firstQuote(lines: readonly string[]): string {
  const from = lines.findIndex((line) => QUOTED.test(line))
  if (from < 0) return ''
  const length = lines.slice(from).findIndex((line) => !QUOTED.test(line))
  const block = lines.slice(from, length < 0 ? undefined : from + length)
  return block.map((line) => line.replace(/^ {0,3}> ?/, '')).join('\n')
}
