/**
 * The time, also where a test has replaced it: this module is loaded by the set-up file, before any test can.
 *
 * @module
 */
const RealDate: DateConstructor = Date

/** ISO 8601, UTC. */
export function timestamp(): string {
  return new RealDate().toISOString()
}
