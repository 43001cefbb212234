/**
 * The orders of a small shop.
 *
 * @module
 */

/** One order. */
export interface Order {
  readonly id: string
  /** Euros. */
  readonly total: number
  readonly deliveredDaysAgo: number
  readonly refunded: boolean
}

/** All orders, oldest first. */
export const orders: readonly Order[] = [
  { id: 'A-1001', total: 24, deliveredDaysAgo: 3, refunded: false },
  { id: 'A-1002', total: 60, deliveredDaysAgo: 45, refunded: false },
  { id: 'A-1003', total: 35, deliveredDaysAgo: 12, refunded: true },
  { id: 'A-1004', total: 480, deliveredDaysAgo: 6, refunded: false },
]
