/**
 * Patches against the one that is known to mend `src/pages.ts`. No model is asked.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`patches/${name}`, import.meta.url), 'utf8')
const gold = read('gold.diff')

test('a response whose diff mends the cause matches', async () => {
  await expect(read('response.md')).toMatchGroundTruthPatch(gold)
})

// It has something in common with the gold patch, too much for a clear mismatch. The threshold decides.
test('a patch that only hides the symptom does not', async () => {
  await expect(read('symptom.diff')).not.toMatchGroundTruthPatch(gold, { threshold: 0.6 })
})
