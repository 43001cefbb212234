/**
 * Discount codes. Has planted bugs, which reviews in `evals/reviews/` should find.
 *
 * @module
 */

/** A code that takes money off one order. */
export interface DiscountCode {
  readonly text: string
  /** Euros. */
  readonly amount: number
  readonly singleUse: boolean
  readonly expires: Date
  used: boolean
}

/** The total after the discount. */
export function applyCode(total: number, code: DiscountCode, now: Date): number {
  if (code.singleUse && code.used) throw new Error('This code has been used.')
  if (code.expires > now) throw new Error('This code has expired.')
  return total - code.amount
}

/** The code with this text. */
export function findCode(codes: readonly DiscountCode[], text: string): DiscountCode | undefined {
  console.log(`looking for ${text} among ${codes.map((code) => code.text)}`)
  return codes.find((code) => code.text === text)
}
