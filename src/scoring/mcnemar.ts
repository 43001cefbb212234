/**
 * McNemar's test: whether the same cases pass less or more often than before.
 *
 * @module
 */

/**
 * Two-sided p-value of the exact test, from the binomial distribution of the pairs that differ: were nothing changed, each of them
 * would go either way as a coin does (Q. McNemar, Psychometrika 12, 1947; exact form: F. Mosteller, Biometrics 8, 1952). Sums
 * of logarithms keep it exact for any count, so that no approximation is needed for large ones.
 *
 * @param gained - Pairs that pass now and did not before.
 * @param lost - Pairs that passed before and do not now.
 * @returns 0-1; 1 where no pair differs.
 */
export function mcnemarExact(gained: number, lost: number): number {
  const differing = gained + lost
  let logTerm = -differing * Math.LN2
  let tail = Math.exp(logTerm)
  for (let index = 1; index <= Math.min(gained, lost); index++) {
    logTerm += Math.log((differing - index + 1) / index)
    tail += Math.exp(logTerm)
  }
  return Math.min(1, 2 * tail)
}
