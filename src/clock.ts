/**
 * The time, also where a test has replaced it: the set-up file takes the clock before any test can.
 *
 * @module
 */
interface Clock {
  readonly Date: DateConstructor
  readonly now: () => number
}

let clock: Clock | undefined

/** The clock that was there when this was first called. */
export function takeClock(): Clock {
  clock ??= { Date, now: performance.now.bind(performance) }
  return clock
}

/** Milliseconds on a clock that only runs forward. */
export function now(): number {
  return takeClock().now()
}

/** ISO 8601, UTC. */
export function timestamp(): string {
  return new (takeClock().Date)().toISOString()
}

/** Starts to take a time; the result tells the whole milliseconds since. */
export function startWatch(): () => number {
  const started = now()
  return () => Math.round(now() - started)
}
