/**
 * Citations in JSON: objects with `path`, `line` or `lines`, and `quote`, wherever they stand.
 *
 * @module
 */
import type { LooseClaim } from './claim.js'
import { isClaim, isField, namesPlace, readLines, textField } from './fields.js'
import { isOfTool, isOthers } from './spoken.js'

type Fields = Readonly<Record<string, unknown>>

interface Part {
  readonly value: unknown
  /** It stands in a list that holds a citation, where everything is to be one. */
  readonly among: boolean
}

/**
 * Every citation, in the order of the text; also one inside another. What others than the agent said, and what it told to its
 * tools, is left out. Neither depth nor length can exhaust the call stack.
 *
 * @param readString - Finds the citations of a text in the value. Default: none.
 */
export function claimsIn(value: unknown, readString: (text: string) => LooseClaim[] = () => []): LooseClaim[] {
  const claims: LooseClaim[] = []
  const seen = new Set<unknown>()
  const pending: Part[] = [{ value, among: false }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next.value)) continue
    if (typeof next.value === 'object') seen.add(next.value)
    for (const claim of claimsHere(next, readString)) claims.push(claim)
    // What comes first is to be taken first.
    for (const inner of partsOf(next.value).reverse()) pending.push(inner)
  }
  return claims
}

/** Of the part itself, without those in it. */
function claimsHere({ value, among }: Part, readString: (text: string) => LooseClaim[]): LooseClaim[] {
  if (typeof value === 'string') {
    const found = readString(value)
    return found.length === 0 && among ? [noClaim(value)] : found
  }
  return isObject(value) && (isClaim(value) || (among && namesPlace(value))) ? [readClaim(value)] : []
}

function partsOf(part: unknown): Part[] {
  if (Array.isArray(part)) {
    const among = part.some((item) => isObject(item) && isClaim(item))
    return part.map((value: unknown) => ({ value, among }))
  }
  if (!isObject(part)) return []
  const inClaim = isClaim(part)
  return Object.entries(part).flatMap(([name, value]) =>
    isOfTool(name, part) || (inClaim && isField(name) && typeof value === 'string') ? [] : [{ value, among: false }],
  )
}

/** Of the agent. */
function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOthers(value as Fields)
}

/** What stands where a citation was expected, and is none. */
export function noClaim(quote: string): LooseClaim {
  return { path: '', lines: null, quote }
}

/** An object as a citation, whatever it holds. */
export function readClaim(fields: Fields): LooseClaim {
  const { id } = fields
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { id: String(id) }),
    path: textField(fields, 'path'),
    lines: readLines(fields),
    quote: textField(fields, 'quote'),
  }
}
