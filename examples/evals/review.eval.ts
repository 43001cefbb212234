/**
 * Reviews of `src/discount-codes.ts` against the issues that are known to be in it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const issues = [
  {
    id: 'REUSABLE',
    severity: 'critical',
    description: 'A single-use code can be used again: `used` is never set to true',
    location: 'src/discount-codes.ts:19',
  },
  {
    id: 'EXPIRY_INVERTED',
    severity: 'critical',
    description: 'The expiry is compared the wrong way round: valid codes are refused, expired ones accepted',
    location: 'src/discount-codes.ts:20',
  },
  {
    id: 'NEGATIVE_TOTAL',
    severity: 'high',
    description: 'A code that is worth more than the order makes the total negative',
    location: 'src/discount-codes.ts:21',
  },
  {
    id: 'CODES_IN_LOG',
    severity: 'medium',
    description: 'All codes are written to the log, where others can read and redeem them',
    location: 'src/discount-codes.ts:26',
  },
  {
    id: 'CASE_SENSITIVE',
    severity: 'low',
    description: 'A code typed in lower case is not found',
    location: 'src/discount-codes.ts:27',
  },
]

test('a thorough review finds what matters', async () => {
  await expect(read('reviews/thorough.md')).toFindBaselineIssues(issues, {
    minRecall: 0.9,
    minPrecision: 0.75,
    mustFind: ['REUSABLE', 'EXPIRY_INVERTED'],
  })
})

test('a hasty review does not', async () => {
  await expect(read('reviews/hasty.md')).not.toFindBaselineIssues(issues)
})

// The words are too far from those of the issues to match offline, so a judge reads the review.
test('a review in its own words finds what matters, says the judge', async () => {
  await expect(read('reviews/shopkeeper.md')).toFindBaselineIssues(issues, {
    judge: true,
    minScore: 0.75,
    challenge: 'Review this file. List what has to be fixed before it is deployed.',
    code: read('../src/discount-codes.ts'),
    character: 'A retired shopkeeper who explains code by the till',
  })
})
