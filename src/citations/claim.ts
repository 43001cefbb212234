/**
 * What a citation claims: at this place stands this quote.
 *
 * @module
 */

/** Lines of a file, counted from 1, both included. Not a number where what was given names no line. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** Lines that are given and cannot be read. */
export const NO_LINE: LineRange = { first: Number.NaN, last: Number.NaN }

/** One citation, as the answer gives it. */
export interface Claim {
  /** Name in reports: `claim-1`, or the id that a JSON claim has. */
  readonly id: string
  readonly path: string
  /** Null: the whole file. */
  readonly lines: LineRange | null
  /** Empty where the answer gives none. */
  readonly quote: string
}

/** A claim before it is numbered among the others of its answer. */
export type LooseClaim = Omit<Claim, 'id'> & { readonly id?: string }

/** Names the claims that have no id of their own. */
export function numberClaims(claims: readonly LooseClaim[], name = 'claim'): Claim[] {
  return claims.map((claim, index) => ({ ...claim, id: claim.id ?? `${name}-${index + 1}` }))
}
