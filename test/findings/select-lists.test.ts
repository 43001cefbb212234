import { describe, expect, it } from 'vitest'
import { at, type Part, select } from './points.js'

describe('a list', () => {
  const plain = { titled: false }
  it.each<[string, Part, number]>([
    ['names a file', { file: 'src/a.ts' }, 1],
    ['names a line', { line: 3 }, 1],
    ['rates', { severity: 'high' }, 1],
    ['does neither', {}, 2],
  ])('only repeats where another %s: of two so many stay', (_, part, count) => {
    expect(select(['The lock leaks', { ...plain, ...part }], ['Rename the order', plain])).toHaveLength(count)
  })

  it('stays with all its items where one of them names a place, or where its title says that it is of issues', () => {
    expect(
      select(['The lock leaks', { ...plain, ...at(3), group: 1 }], ['Rename the order', { ...plain, group: 1 }]),
    ).toHaveLength(2)
    expect(select(['The lock leaks', at(3)], ['Rename the order'])).toHaveLength(2)
  })

  it.each([
    'LGTM',
    '✅ Looks good to me, thanks!',
    'looks good',
    'No issues found',
    'No issue',
    'no problem were found',
    'No findings',
    'No bugs',
    'No concern here',
    'No comments.',
    'Nothing to report',
    'Approved',
    'approve',
    'Approved — nice work',
    'No finding',
    'No bug in this PR',
    'No comment from me',
    'No issues so far, thanks for the tests',
    '- No problems were detected in `src/a.ts`',
  ])('says nothing by %j', (text) => {
    expect(select([text])).toEqual([])
  })

  it.each([
    'No issues found by the linter here, because its configuration skips the whole folder',
    'Lgtm2 fails',
    'Not good: no issues',
    'Approved orders are charged twice',
    'No comments explain the retry loop',
    'No bugs are logged when the lock fails',
    'LGTM, but the lock leaks',
    'No issues found except that the lock leaks',
    'Looks good\nThe lock leaks',
  ])('says something by %j', (text) => {
    expect(select([text])).toHaveLength(1)
  })

  const talk = 'Make sure that it works. Verify the rest!\nBe sure to test the edge cases'
  it('that rates nothing loses items that are all talk', () => {
    const kept = (...parts: Parameters<typeof select>) => select(...parts).map(({ text }) => text)
    expect(kept([talk, plain], ['The loop skips one', plain])).toEqual(['The loop skips one'])
    expect(kept([talk.replace('. ', '.\n\n').replace('!\n', '\n\n'), plain], ['It skips one', plain])).toHaveLength(1)
    expect(kept([`${talk}. It fails`, plain], ['The loop skips one', plain])).toHaveLength(2)
    expect(kept(['Ensure that it works', plain], ['The loop skips one', plain])).toHaveLength(2)
    expect(kept([talk, plain])).toHaveLength(1)
    expect(kept([talk], ['The loop skips one', plain])).toHaveLength(2)
    expect(kept([talk, { severity: 'low' }], ['The loop skips one', plain])).toHaveLength(1)
  })
})
