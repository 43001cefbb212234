/**
 * What several trials of a case say of k trials: `pass@k` and `pass^k`.
 *
 * @module
 */

/**
 * `pass@k`: the chance that at least one of k trials passes, `1 - C(n - c, k) / C(n, k)`, the unbiased estimator of M. Chen et
 * al., Evaluating large language models trained on code (2021, arXiv 2107.03374), as the product that overflows nowhere.
 *
 * @param trials - n, those that were judged.
 * @param passed - c of them.
 * @param k - From 1.
 * @returns 0-1; null where there are fewer than k trials.
 */
export function passAtK(trials: number, passed: number, k: number): number | null {
  const failing = passAllK(trials, trials - passed, k)
  return failing === null ? null : 1 - failing
}

/**
 * `pass^k`: the chance that all of k trials pass, `C(c, k) / C(n, k)`, the unbiased estimator of S. Yao et al., τ-bench (2024,
 * arXiv 2406.12045).
 *
 * @param trials - n, those that were judged.
 * @param passed - c of them.
 * @param k - From 1.
 * @returns 0-1; null where there are fewer than k trials.
 */
export function passAllK(trials: number, passed: number, k: number): number | null {
  if (trials < k) return null
  let chance = 1
  for (let index = 0; index < k && chance > 0; index++) chance *= Math.max(0, passed - index) / (trials - index)
  return chance
}
