/**
 * The end of a call as a promise, to race with what may never come.
 *
 * @module
 */

/** Never resolves; rejects with the signal's reason when that fires, or has fired. */
export function rejectOn(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
