import { describe, expect, it } from 'vitest'
import { matchFindings } from '../../src/findings/match.js'
import { scorePairs } from '../../src/findings/similarity.js'
import type { Finding } from '../../src/types.js'

const SQL = 'SQL injection: the user name goes unescaped into the login query'
const low = (id: string, description: string) => ({ id, severity: 'low' as const, description })

describe('known issues', () => {
  it('may be comments of people, in the shape of findings, and then are medium', () => {
    const known = [
      { text: SQL, file: 'src/login.ts', line: 10, lineEnd: 12, severity: 'low' },
      { id: 'c2', text: 'The lock is never released', file: 'src/lock.ts', line: 3 },
      { text: 'Rename the total' },
      { text: 'The cache is unbounded', file: 'src/cache.ts' },
    ]
    const review: Finding[] = [
      { text: SQL, file: 'src/login.ts', line: 12 },
      { text: 'The lock is never released', file: 'src/lock.ts', line: 4 },
      { text: 'Rename the total', file: 'src/total.ts' },
      { text: 'The cache is unbounded', file: 'src/cache.ts' },
    ]
    const { issues } = matchFindings(review, known)
    expect(issues.map(({ id, severity, finding, why }) => [id, severity, finding, why.split(', ').at(-1)])).toEqual([
      ['0', 'medium', 0, 'on the same lines'],
      ['c2', 'medium', 1, 'in the same file'],
      ['2', 'medium', 2, 'total'],
      ['3', 'medium', 3, 'in the same file'],
    ])
  })

  it('are read as a baseline unless all of them are one already', () => {
    const severities = (...known: object[]) => matchFindings([], known).issues.map(({ severity }) => severity)
    expect(severities(low('A', 'x'), { id: 'B', severity: 'HIGH', description: 'y' })).toEqual(['low', 'high'])
    expect(severities({ id: 'B', severity: 'Validation', description: 'y' })).toEqual(['medium'])
    expect(() => matchFindings([], [null])).toThrow('issues[0]')
    expect(() => matchFindings([], [{ id: 'A', severity: 'low', text: 7 }])).toThrow('issues[0].description')
  })
})

describe('a review', () => {
  it('is read as JSON unless all of it is findings already', () => {
    const comment = { path: 'src/login.ts', line: 12, body: SQL }
    expect(matchFindings([{ text: 'Rename x', file: 'a.ts' }, comment], [low('A', SQL)]).issues[0]?.finding).toBe(1)
    expect(matchFindings([null], [low('A', SQL)]).issues[0]?.finding).toBeNull()
  })

  it('has bounds of precision that know whether anything was found', () => {
    const upper = (review: Finding[]) => matchFindings(review, [low('A', SQL)]).metrics.precision_bounds.upper
    expect([upper([]), upper([{ text: SQL }]), upper([{ text: 'Rename x' }])]).toEqual([0, 1, 1])
  })
})

describe('a match', () => {
  it('that is clear is not given up for two that hardly are one', () => {
    const issues = [low('A', 'cache token stock cache'), low('B', 'cache stock')]
    const matched = matchFindings([{ text: 'token token' }, { text: 'cache token token cache' }], issues).issues
    expect(matched.map(({ finding }) => finding)).toEqual([1, null])
  })

  it('that could have been names the best finding, of two alike the first', () => {
    const nearest = (...texts: string[]) =>
      matchFindings(
        texts.map((text) => ({ text })),
        [low('A', SQL)],
      ).issues[0]?.nearest
    const weak = 'A name would help in each of these places, and so would a longer comment'
    expect(nearest('Other things', weak, weak)).toBe(1)
    expect(nearest(SQL, weak)).toBe(0)
  })

  it('loses a fifth of what its finding has with its best other issue', () => {
    const issues = [{ ...low('A', SQL), location: 'src/login.ts:12' }, low('B', SQL)]
    const { scores } = scorePairs([{ text: SQL, file: 'src/login.ts', line: 12 }], issues)
    // Alike texts have 1, the same lines 0.15 more: 1.15 - 0.2 * 1, and 1 - 0.2 * 1.15.
    expect(scores.map(([score = 0]) => Number(score.toFixed(9)))).toEqual([0.95, 0.77])
  })
})

describe('what is said of an issue', () => {
  const issue = { ...low('A', 'Retries retry the request'), location: 'src/a.ts:12' }
  it.each([
    [{ text: 'Requests retry', file: 'src/a.ts', line: 20 }, 'shares retries, request, in the same file'],
    [{ text: 'Requests retry', file: 'src/b.ts' }, 'shares retries, request, though elsewhere'],
    [{ text: 'Requests retry' }, 'shares retries, request'],
    [
      { text: 'Something else', file: 'src/a.ts', line: 12 },
      'the nearest finding shares no word, on the same lines; score 0.150, below 0.21',
    ],
  ])('of the finding %j', (finding, why) => {
    expect(matchFindings([finding], [issue]).issues[0]?.why).toBe(why)
  })
})
