/**
 * Dimensions asked about in one request, or each in a request of its own.
 *
 * @module
 */

import { z } from 'zod'

/**
 * `together`: one request for all dimensions, cheaper. `apart`: one each, so that no dimension colours another. The record is
 * the same.
 */
export type Judging = 'together' | 'apart'

/** {@link Judging} as a zod schema. */
export const judgingField: z.ZodType<Judging> = z.enum(['together', 'apart'])

/** The dimensions of each request. */
export function splitDimensions<D>(dimensions: readonly D[], judging: Judging): readonly (readonly D[])[] {
  return judging === 'together' ? [dimensions] : dimensions.map((dimension) => [dimension])
}
