/**
 * Answers in prose, judged on rubrics. In a project of your own an agent gives the answer; here it stands in a file, so
 * that the recorded replies fit it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Rubric, rubrics } from 'vitest-judge'
import { answerRefund } from '../src/refund-agent.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const question = 'Customers say that some of their orders are on no page of the order list. Why, and what is the fix?'
const answer = read('answers/pages.md')
const code = read('../src/pages.ts')

test('the answer passes the unified rubric', async () => {
  await expect(answer).toPassRubric(rubrics.unified, {
    challenge: question,
    code,
    character: 'A patient colleague who explains everything with small numbers',
  })
})

const supportReply: Rubric = {
  name: 'support reply',
  dimensions: [
    { name: 'next step', weight: 2, measures: 'whether the customer knows what happens next, and when' },
    {
      name: 'warmth',
      weight: 1,
      measures: 'whether the reply takes note of the customer and not only of the order',
      anchors: [
        { from: 1, to: 3, text: 'Cold or curt. The customer is a number.' },
        { from: 4, to: 7, text: 'Polite, but the same words would fit any customer.' },
        { from: 8, to: 10, text: 'Says something about what happened to this customer.' },
      ],
    },
    {
      name: 'overpromise',
      weight: 2,
      measures: 'promises that go beyond what was asked and what the shop can hold',
      scale: { min: 0, max: 3 },
      invert: true,
    },
  ],
  passThreshold: 0.7,
}

test('a reply of the refund agent passes a rubric of our own', async () => {
  const challenge = 'The mug of order A-1001 came in pieces. Can I have my money back?'
  const { output } = answerRefund(challenge)
  await expect(output).toPassRubric(supportReply, { challenge })
})

test('one criterion in words is a rubric too', async () => {
  await expect(answer).toPassRubric('Shows a test that fails before the fix and passes after it', {
    challenge: question,
    code,
    threshold: 0.8,
  })
})
