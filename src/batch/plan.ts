/**
 * Which calls go into which batch.
 *
 * @module
 */

import type { Call } from './calls.js'

/** A call without its body, which may be large. */
export type PlannedRow = Omit<Call, 'body'> & { readonly bytes: number }

/** The service takes 100,000 rows and 256 MB; a tenth and more is left for what we do not count. */
export const BATCH_LIMITS: { readonly rows: number; readonly bytes: number } = { rows: 90_000, bytes: 200_000_000 }

/**
 * Groups in the given order, each for one address and within the limits. What is too large for any is alone, for the service to
 * refuse.
 */
export function groupRows<T extends Pick<PlannedRow, 'bytes' | 'base_url'>>(
  rows: readonly T[],
  limits: typeof BATCH_LIMITS = BATCH_LIMITS,
): T[][] {
  const addresses = new Set(rows.map(({ base_url }) => base_url))
  return [...addresses].flatMap((address) =>
    groupAlike(
      rows.filter(({ base_url }) => base_url === address),
      limits,
    ),
  )
}

function groupAlike<T extends Pick<PlannedRow, 'bytes'>>(rows: readonly T[], limits: typeof BATCH_LIMITS): T[][] {
  const groups: T[][] = []
  let bytes = 0
  for (const row of rows) {
    const group = groups.at(-1)
    bytes += row.bytes
    if (group !== undefined && group.length < limits.rows && bytes <= limits.bytes) group.push(row)
    else {
      groups.push([row])
      bytes = row.bytes
    }
  }
  return groups
}
