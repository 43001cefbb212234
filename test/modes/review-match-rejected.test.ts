import { describe, expect, it } from 'vitest'
import { reviewMatch } from '../../src/modes/review-match.js'
import { reviewAnswer, reviewTask } from './tasks.js'

const input = reviewMatch.check(reviewTask)

function score(value: unknown) {
  const { parts } = reviewMatch.read(input, value, 0)
  return reviewMatch.score(input, [{ parts }])
}

const [one, two, three] = reviewAnswer.human_comments
const [match] = reviewAnswer.matches
const [justified, wrong] = reviewAnswer.unmatched_agent
const [missed] = reviewAnswer.unmatched_human
const quote = (change: object) => ({ ...one, evidence: [{ ...one?.evidence[0], ...change }] })

describe('is not scored, and says why', () => {
  it.each<[string, object, string[]]>([
    [
      'more matches than addressable comments',
      { human_comments: [{ ...one, class: 'resolved' }, { ...two, class: 'resolved' }, three], unmatched_human: [] },
      [
        'comment 1 is matched or unmatched, but its class is not addressable',
        'there are 1 matches, but 0 addressable comments',
        '0 comments are addressable, but 1 are matched and 0 unmatched',
      ],
    ],
    [
      'a finding in two matches',
      { matches: [match, { ...match, human_comment: '2' }], unmatched_human: [] },
      ['finding 1 is matched or unmatched more than once'],
    ],
    [
      'a comment in two matches',
      { matches: [match, { ...match, agent_finding: '2' }], unmatched_agent: [wrong] },
      [
        'comment 1 is matched or unmatched more than once',
        '2 comments are addressable, but 2 are matched and 1 unmatched',
      ],
    ],
    [
      'a finding matched and unmatched',
      { unmatched_agent: [justified, wrong, { ...wrong, finding: '1' }] },
      ['finding 1 is matched or unmatched more than once'],
    ],
    [
      'a comment matched and unmatched',
      { unmatched_human: [{ ...missed, comment: '1' }] },
      [
        'comment 1 is matched or unmatched more than once',
        'comment 2 is addressable, but neither matched nor unmatched',
      ],
    ],
    [
      'an unknown finding',
      { unmatched_agent: [justified, wrong, { ...wrong, finding: '9' }] },
      ['there is no finding 9'],
    ],
    [
      'an unknown comment',
      { human_comments: [one, two, three, { ...three, comment: '9' }] },
      ['there is no comment 9', '4 comments have a class, but there are 3'],
    ],
    [
      'a comment with two classes',
      { human_comments: [one, two, three, { ...three, class: 'resolved' }] },
      ['comment 3 is given a class more than once', '4 comments have a class, but there are 3'],
    ],
    [
      'a comment without a class',
      { human_comments: [one, two] },
      ['comment 3 has no class', '2 comments have a class, but there are 3'],
    ],
    [
      'a miss that is not addressable',
      { unmatched_human: [missed, { ...missed, comment: '3' }] },
      [
        'comment 3 is matched or unmatched, but its class is not addressable',
        '2 comments are addressable, but 1 are matched and 2 unmatched',
      ],
    ],
    ['a missing finding', { unmatched_agent: [wrong] }, ['finding 2 is missing from the answer']],
    [
      'an unknown rating',
      { unmatched_agent: [justified, { ...wrong, rating: 'bad' }] },
      ['expected `unmatched_agent[1].rating` to be justified, plausible, wrong, but it is "bad"'],
    ],
    [
      'an unknown class',
      { human_comments: [one, { ...two, class: 'open' }, three] },
      ['expected `human_comments[1].class` to be addressable, resolved, contextual, but it is "open"'],
    ],
    [
      'no id',
      { unmatched_human: [{ ...missed, comment: null }] },
      ['expected `unmatched_human[0].comment` to be a number, but it is null'],
    ],
    [
      'a number below 0',
      { unmatched_human: [{ ...missed, comment: '-2' }] },
      ['expected `unmatched_human[0].comment` to be a number, but it is "-2"'],
    ],
    ['a list that is none', { matches: 'none' }, ['expected `matches` to be a list, but it is "none"']],
    [
      'counts in place of classes',
      { human_comments: { addressable: 2, resolved: 0, contextual: 1 } },
      [expect.stringContaining('expected `human_comments` to be a list with a class for every comment')],
    ],
    [
      'evidence without a line',
      { human_comments: [quote({ line: undefined, line_end: undefined }), two, three] },
      ['`human_comments[0].evidence[0]` has no line'],
    ],
    [
      'evidence that is a text',
      { unmatched_human: [{ ...missed, evidence: [...(missed?.evidence ?? []), 'reviews:9 "x"'] }] },
      ['invalid_claim: expected the path of a file, but the citation names none'],
    ],
    [
      'evidence under other names',
      { unmatched_human: [{ ...missed, evidence: [{ file: 'reviews', line: 7, text: 'made up' }] }] },
      ['quote_not_found: expected "made up" in reviews, line 7, but it is not there'],
    ],
    [
      'a citation in evidence',
      { human_comments: [quote({ also: [{ path: 'context', line: 1, quote: 'made up' }] }), two, three] },
      ['quote_not_found: expected "made up" in context, line 1, but it is not there'],
    ],
    [
      'a citation beside its evidence',
      { unmatched_human: [{ ...missed, proof: { path: 'context', line: 1, quote: 'made up' } }] },
      ['quote_not_found: expected "made up" in context, line 1, but it is not there'],
    ],
    [
      'evidence of one sign',
      { human_comments: [quote({ quote: '(' }), two, three] },
      [
        'quote_not_found: expected "(" in context, line 4 to be a whole line, or to hold a word of two letters or digits',
      ],
    ],
    [
      'evidence of one letter',
      { human_comments: [quote({ quote: 'o' }), two, three] },
      [
        'quote_not_found: expected "o" in context, line 4 to be a whole line, or to hold a word of two letters or digits',
      ],
    ],
    ['no evidence', { unmatched_human: [{ ...missed, evidence: [] }] }, ['`unmatched_human[0]` has no evidence']],
    [
      'a quote that is made up',
      { human_comments: [quote({ quote: 'deadlock' }), two, three] },
      ['quote_not_found: expected "deadlock" in context, line 4, but it is not there'],
    ],
    [
      'a quote from another line',
      { human_comments: [quote({ line: 5, line_end: 5 }), two, three] },
      [
        'quote_not_found: expected "+    lock.release()" in context, line 5, but it is not there'.replace(
          '+    ',
          '+ ',
        ),
      ],
    ],
    [
      'a line beyond the end',
      { human_comments: [quote({ line: 99, line_end: 99 }), two, three] },
      ['line_unresolvable: expected line 99 to be in context, but it holds 7 lines of text'],
    ],
    [
      'a file that is none of the three',
      { human_comments: [quote({ path: 'pkg/store.py' }), two, three] },
      ['path_not_allowed: "pkg/store.py" is not among the files that may be cited'],
    ],
    [
      'the files of another pull request',
      { human_comments: [quote({ path: 'context/pr-8.md' }), two, three] },
      ['path_not_allowed: "context/pr-8.md" is not among the files that may be cited'],
    ],
    [
      'a path out of the files',
      { human_comments: [quote({ path: '../x' }), two, three] },
      ['path_outside_source_root: expected a relative path inside the source root, but received "../x"'],
    ],
    [
      'a number alone for a quote',
      { human_comments: [quote({ quote: '4| ' }), two, three] },
      ['quote_required: expected a quote with the citation of "context"'],
    ],
  ])('an answer with %s', (_title, change, details) => {
    const { judged, total, unjudged } = score({ ...reviewAnswer, ...change })
    expect({ judged, total }).toEqual({ judged: false, total: null })
    expect(unjudged.map(({ detail }) => detail)).toEqual(details)
    const { problems } = reviewMatch.read(input, { ...reviewAnswer, ...change }, 0)
    expect(problems).toHaveLength(details.length)
  })

  it.each([null, undefined, 'yes', [], {}, { human_comments: { addressable: -1 } }])('%j for an answer', (value) => {
    expect(score(value).judged).toBe(false)
  })

  it('an answer of another kind, in one part', () => {
    expect(score('I cannot help with that.').unjudged).toHaveLength(1)
  })

  it('no answer at all', () => {
    const unjudged = { reason: 'deadline', detail: 'it is late' } as const
    expect(reviewMatch.score(input, [{ unjudged }])).toMatchObject({ judged: false, unjudged: [unjudged] })
  })
})
