/**
 * The time, also where a test has replaced it: this module is loaded by the set-up file, before any test can.
 *
 * @module
 */
const RealDate: DateConstructor = Date

/** Milliseconds on a clock that only runs forward. */
export const now: () => number = performance.now.bind(performance)

/** ISO 8601, UTC. */
export function timestamp(): string {
  return new RealDate().toISOString()
}

/** Starts to take a time; the result tells the whole milliseconds since. */
export function startWatch(): () => number {
  const started = now()
  return () => Math.round(now() - started)
}
