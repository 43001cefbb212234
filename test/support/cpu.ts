/**
 * Time of this process on a processor, which other work on the machine cannot lengthen.
 *
 * @module
 */

/** Milliseconds that a function takes. */
export function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
