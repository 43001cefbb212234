/**
 * What a comparison of calls comes to when a part of the log was not understood: any number of calls may be among it.
 *
 * @module
 */
import type { Verdict } from '../types.js'
import type { CallComparison, CalledToolsOptions } from './compare.js'

/**
 * The verdict that stands whatever the entries are that were not understood.
 *
 * - `superset` passes when it holds; what is missing may be among them, so else it is unjudged
 * - the other orders fail by a call that was not expected, which no further call takes away; else they are unjudged
 *
 * With `ignoreFailed` a call without its result may be one that failed, so while there is one nothing stands.
 *
 * @param unread - Entries that were not understood and may be calls.
 */
export function decideCalls(
  { holds, precision, calls }: CallComparison,
  { order = 'strict', ignoreFailed = false }: CalledToolsOptions,
  unread: number,
): Verdict {
  const decided = holds ? 'pass' : 'fail'
  if (unread === 0) return decided
  const isOpen = calls.some(
    ({ received: call }) => call && call.result_summary === undefined && call.error === undefined,
  )
  if (ignoreFailed && isOpen) return 'unjudged'
  return (order === 'superset' ? holds : precision < 1) ? decided : 'unjudged'
}
