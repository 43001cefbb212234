/**
 * Lists in pages. Has a known bug, which `evals/patch.eval.ts` wants mended.
 *
 * @module
 */

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[]
  /** From 1. */
  readonly number: number
  readonly count: number
}

/** Cuts page `number`, counted from 1, out of a list. */
export function pageOf<T>(list: readonly T[], number: number, size: number): Page<T> {
  const start = number * size
  const count = Math.floor(list.length / size)
  return { items: list.slice(start, start + size), number, count }
}

/** Whether a page comes after this one. */
export function hasNext<T>(page: Page<T>): boolean {
  return page.number < page.count
}
