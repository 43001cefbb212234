import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reviewMatch } from '../../src/modes/review-match.js'
import { promptOf, splitPrompt } from '../prompts/split.js'
import { reviewAnswer, reviewRequests, reviewTask } from './tasks.js'

const input = reviewMatch.check(reviewTask)

function score(value: unknown, task: object = {}) {
  const given = reviewMatch.check({ ...reviewTask, ...task })
  const { parts } = reviewMatch.read(given, value, 0)
  return reviewMatch.score(given, [{ parts }])
}

it('scores an answer whose citations hold', () => {
  expect(reviewMatch.read(input, reviewAnswer, 0).problems).toEqual([])
  const { fields, total, bounds, judged, unjudged } = score(reviewAnswer)
  expect({ total, bounds, judged, unjudged }).toEqual({
    total: 50,
    bounds: { lower: 50, upper: 50 },
    judged: true,
    unjudged: [],
  })
  expect(fields).toMatchObject({
    pr: 7,
    status: 'scored',
    scorable: true,
    scores: { precision: 0.5, recall: 0.5, f1: 0.5, value_rate: 2 / 3 },
    precision_defined: true,
    counts: { addressable: 2, resolved: 0, contextual: 1, matched: 1, missed: 1, justified: 1, plausible: 0, wrong: 1 },
    verified_citations: 8,
  })
})

it('keeps the evidence under the paths of its files, without the numbers that the judge was shown', () => {
  expect(score(reviewAnswer).fields.matches).toEqual([
    {
      agent_finding: 1,
      human_comment: 1,
      category: 'correctness',
      evidence: [
        { path: 'predictions/pr-7.md', line: 7, line_end: 7, quote: 'dropped before the row' },
        { path: 'context/pr-7.md', line: 4, line_end: 4, quote: '+    lock.release()' },
      ],
    },
  ])
  expect(score(reviewAnswer, { pr: undefined }).fields.matches[0]?.evidence[0]?.path).toBe('predictions')
})

it('shows the judge the three inputs with numbered lines, and nothing about how the findings were made', () => {
  const [request] = reviewRequests()
  const { materials, outside } = splitPrompt(request === undefined ? '' : promptOf(request))
  expect(materials.map(({ name }) => name)).toEqual(['context', 'reviews', 'predictions'])
  expect(materials[2]?.text.split('\n').slice(0, 4)).toEqual([
    '1| ',
    '2| ',
    '3| ### Finding 1',
    '4| - **File**: pkg/store.py:40-44',
  ])
  expect(`${outside}${materials.map(({ text }) => text).join()}`).not.toMatch(/agent-1|prompt 12|pr-7/)
})

const [justified, wrong] = reviewAnswer.unmatched_agent

it('a pull request without an addressable comment has no F1, and that is no 0', () => {
  const human_comments = reviewAnswer.human_comments.map((comment) => ({ ...comment, class: 'resolved' }))
  const unmatched_agent = [justified, wrong, { ...wrong, finding: 1 }]
  const { fields, total, judged } = score({ human_comments, matches: [], unmatched_agent, unmatched_human: [] })
  expect({ total, judged }).toEqual({ total: null, judged: true })
  expect(fields).toMatchObject({ status: 'unscorable', scorable: false, scores: { f1: null } })
})

it('a pull request without human comments asks nobody', () => {
  const task = { ...reviewTask, reviews: '' }
  expect(reviewRequests(task)).toEqual([])
  expect(reviewMatch.score(reviewMatch.check(task), [])).toMatchObject({
    judged: true,
    fields: { status: 'missing_reviews', scorable: false },
  })
})

it('property: whatever the judge answers, nothing throws, and a score is only given to a whole partition', () => {
  const id = fc.integer({ min: 0, max: 4 })
  const evidence = fc.constant([{ path: 'context', line: 4, line_end: 4, quote: 'lock' }])
  const answers = fc.record({
    human_comments: fc.array(
      fc.record({ comment: id, class: fc.constantFrom('addressable', 'resolved', 'x'), evidence }),
      { maxLength: 4 },
    ),
    matches: fc.array(fc.record({ agent_finding: id, human_comment: id, evidence }), { maxLength: 3 }),
    unmatched_agent: fc.array(fc.record({ finding: id, rating: fc.constantFrom('justified', 'wrong'), evidence }), {
      maxLength: 4,
    }),
    unmatched_human: fc.array(fc.record({ comment: id, evidence }), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.oneof(answers, fc.jsonValue()), (value) => {
      const { judged, fields } = score(value)
      if (!judged) return
      const { counts, matches, unmatched_agent } = fields
      const found = [...matches.map((pair) => pair.agent_finding), ...unmatched_agent.map(({ finding }) => finding)]
      expect(found.sort()).toEqual([1, 2, 3])
      expect(counts.addressable).toBe(counts.matched + counts.missed)
      expect(counts.addressable + counts.resolved + counts.contextual).toBe(3)
    }),
  )
})
