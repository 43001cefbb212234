/**
 * Citations in JSON: objects with `path`, `line` or `lines`, and `quote`, wherever they stand.
 *
 * @module
 */
import type { LineRange, LooseClaim } from './claim.js'

type Fields = Readonly<Record<string, unknown>>

const RANGE = /^L?(\d+)(?:\s*-\s*L?(\d+))?$/
const NO_LINE: LineRange = { first: Number.NaN, last: Number.NaN }

/** Every object with a `path` or a `quote`, in the order of the text. Neither depth nor length can exhaust the call stack. */
export function claimsIn(value: unknown): LooseClaim[] {
  const claims: LooseClaim[] = []
  const seen = new Set<unknown>()
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    const fields = next as Fields
    if (!Array.isArray(next) && ('path' in fields || 'quote' in fields)) claims.push(readClaim(fields))
    // What comes first is to be taken first.
    else for (const part of Object.values(fields).reverse()) pending.push(part)
  }
  return claims
}

function readClaim(fields: Fields): LooseClaim {
  const { id } = fields
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    path: textOf(fields.path),
    lines: readLines(fields),
    quote: textOf(fields.quote),
  }
}

/** `line` with `line_end`, or `lines`: 12, "12-14", "L12-L14", [12, 14]. None given is the whole file. */
function readLines({ line, lines, ...fields }: Fields): LineRange | null {
  const end = fields.line_end ?? fields.lineEnd ?? null
  const start = line ?? null
  if (start !== null || end !== null) return { first: toLine(start), last: end === null ? toLine(start) : toLine(end) }
  if (lines === undefined || lines === null) return null
  if (Array.isArray(lines)) return { first: toLine(lines[0]), last: toLine(lines.at(-1)) }
  const [, first, last = first] = RANGE.exec(String(lines).trim()) ?? []
  return first === undefined ? NO_LINE : { first: Number(first), last: Number(last) }
}

function toLine(given: unknown): number {
  if (typeof given === 'number' && Number.isInteger(given)) return given
  return typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : Number.NaN
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
