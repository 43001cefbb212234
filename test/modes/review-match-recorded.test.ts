import { describe, expect, it } from 'vitest'
import { reviewMatch } from '../../src/modes/review-match.js'
import { reviewAnswer, reviewRequests, reviewTask } from './tasks.js'

const input = reviewMatch.check(reviewTask)
/** The answer as this mode keeps it. */
const kept = reviewMatch.score(input, [{ parts: reviewMatch.read(input, reviewAnswer, 0).parts }]).fields
const prose = '# Verdict\n\nEvidence: **reviews/pr-7.md#L3**\n> Why is the lock released\n\n'
const counts = {
  human_comments: { addressable: 2, resolved: 0, contextual: 1 },
  matches: [{ agent_finding: 1, human_comment: 1, category: 'correctness' }],
  unmatched_agent: [
    { finding: 2, rating: 'justified', category: 'style' },
    { finding: 3, rating: 'wrong', category: 'security' },
  ],
  unmatched_human: [{ comment: 2, category: 'correctness' }],
}
const markdown = (value: object, text = prose) => `${text}\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`
const scoreRecorded = (answer: unknown) => reviewMatch.score(reviewMatch.check({ ...reviewTask, answer }), [])

describe('a recorded answer', () => {
  it.each<[string, unknown]>([
    ['as Markdown with counts', markdown(counts)],
    ['as Markdown with classes', markdown(kept)],
    ['with Windows line ends', markdown(counts).replaceAll('\n', '\r\n')],
    ['as JSON', reviewAnswer],
    ['as JSON in a text', JSON.stringify(reviewAnswer)],
    ['as this mode keeps it', kept],
  ])('%s is scored, and nobody is asked', (_title, answer) => {
    expect(reviewRequests({ answer })).toEqual([])
    const { fields, total, judged } = scoreRecorded(answer)
    expect({ total, judged }).toEqual({ total: 50, judged: true })
    expect(fields.counts.contextual).toBe(1)
  })

  it.each<[string, unknown, string]>([
    ['without a citation', markdown(counts, ''), 'no_falsifiable_claims'],
    ['with a citation that does not hold', markdown(counts, prose.replace('Why', 'How')), 'quote_not_found'],
    ['that cites itself', markdown(counts, '**scores/pr-7-judge.md#L1**\n> # Verdict\n'), 'path_not_allowed'],
    ['without JSON at its end', `${markdown(counts)}\nThat is all.`, 'does not close with a `json` block'],
    [
      'with too many matches',
      markdown({ ...counts, human_comments: { addressable: 0, resolved: 2, contextual: 1 } }),
      '1 matches, but 0 addressable',
    ],
    [
      'whose counts leave a comment out',
      markdown({ ...counts, human_comments: { addressable: 2, resolved: 0, contextual: 0 } }),
      '2 comments have a class, but there are 3',
    ],
    [
      'whose counts are none',
      markdown({ ...counts, human_comments: { addressable: 2, resolved: 0 } }),
      'human_comments.contextual',
    ],
    ['of another kind', 7, 'expected an object with human_comments'],
    ['as JSON with counts', { ...reviewAnswer, human_comments: counts.human_comments }, 'a class for every comment'],
  ])('%s is not', (_title, answer, why) => {
    const { judged, unjudged } = scoreRecorded(answer)
    expect(judged).toBe(false)
    expect(unjudged.map(({ detail }) => detail).join('\n')).toContain(why)
  })

  it('with scores of its own is told where they are wrong, and they are not used', () => {
    const { fields } = scoreRecorded(markdown({ ...counts, scores: { f1: 0.9, recall: 0.5 } }))
    expect(fields.arithmetic_mismatch).toEqual([{ field: 'f1', theirs: 0.9, ours: 0.5 }])
    expect(fields.scores.f1).toBe(0.5)
  })
})
