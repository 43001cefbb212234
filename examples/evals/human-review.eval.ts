/**
 * Reviews of an agent against what people said about the same pull requests. With the diff a judge decides, and each of its
 * statements has a quote that is verified; the folder `pull-requests/` can also be judged as a batch, see the README.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const pullRequest = (pr: number) => ({
  context: read(`pull-requests/context/pr-${pr}.md`),
  review: read(`pull-requests/predictions/pr-${pr}.md`),
  comments: read(`pull-requests/reviews/pr-${pr}.md`),
})

test('the review of the discount codes says what people said, and one thing more', async () => {
  const { context, review, comments } = pullRequest(1)
  await expect(review).toMatchHumanReview(comments, { context, minRecall: 1, minValueRate: 0.9 })
})

test('the review of the pages is wrong about one thing and misses another', async () => {
  const { context, review, comments } = pullRequest(2)
  await expect(review).not.toMatchHumanReview(comments, { context, minPrecision: 0.75 })
})

test('the review of the refunds finds what is still to be done', async () => {
  const { context, review, comments } = pullRequest(3)
  await expect(review).toMatchHumanReview(comments, { context, minRecall: 1 })
})

test('without a diff words alone decide, and nobody is asked', async () => {
  const { review, comments } = pullRequest(2)
  await expect(review).not.toMatchHumanReview(comments)
})

test('an answer cites the code that it is about', async () => {
  await expect(read('answers/cited.md')).toHaveVerifiedCitations({
    sourceRoot: new URL('..', import.meta.url),
    allow: ['src'],
  })
})
