import { describe, expect, it } from 'vitest'
import { matchHunks } from '../../src/patch/places.js'
import type { FilePatch } from '../../src/patch/read.js'

function file(...hunks: [number | null, ...string[]][]): FilePatch {
  return { path: 'a.py', kind: 'changed', hunks: hunks.map(([oldStart, ...lines]) => ({ oldStart, lines })) }
}

describe('matchHunks', () => {
  it.each([
    ['the same line', 100, 1],
    ['20 lines below', 120, 1],
    ['20 lines above', 80, 1],
    ['21 lines below', 121, 0],
    ['21 lines above', 79, 0],
  ])('looks for a change at %s', (_, line, matched) => {
    expect(matchHunks(file([100, '-old']), file([line, '-other']))[0]?.matched).toBe(matched)
  })

  it('looks for a change in hunks in any order', () => {
    expect(matchHunks(file([12, '-old']), file([500, '-one'], [10, '-two']))[0]?.matched).toBe(1)
  })

  it('finds a removed line by its text, however far away', () => {
    expect(matchHunks(file([10, '-return value']), file([500, '-    return value']))[0]?.matched).toBe(1)
  })

  it('does not take lines that stand everywhere for the same place', () => {
    expect(matchHunks(file([10, '-else:']), file([500, '-else:']))[0]?.matched).toBe(0)
  })

  it('finds hunks without line numbers by the lines around them', () => {
    const gold = file([10, ' def area(self):', '+    check(self)', '     return self.x'])
    const loose = file([null, ' def area(self):', '+    verify()'])
    expect(matchHunks(gold, loose)[0]?.matched).toBe(1)
    expect(matchHunks(loose, gold)[0]?.matched).toBe(1)
  })

  it('finds what is added above a line by that line, past other added and removed ones', () => {
    const loose = file([null, '+    verify()', '     return self.x'])
    expect(matchHunks(file([10, '+    check(self)', '+    more(self)', '     return self.x']), loose)[0]?.matched).toBe(
      2,
    )
    expect(matchHunks(file([10, '+    check(self)', '-    return self.x']), loose)[0]?.matched).toBe(2)
  })

  it('finds no place by its line where one of the hunks has none', () => {
    const loose = file([null, ' some context', '-first thing', '+second thing'])
    const known = file([1, '-another line', '+yet another'])
    expect(matchHunks(loose, known)[0]).toMatchObject({ line: null, matched: 0 })
    expect(matchHunks(known, loose)[0]).toMatchObject({ line: 1, matched: 0 })
  })

  it.each([
    ['-eight ch', 1],
    ['-seven c', 0],
  ])('takes %j for a line that tells a place: %i', (line, matched) => {
    expect(matchHunks(file([10, line]), file([500, line]))[0]?.matched).toBe(matched)
  })

  it('names a hunk that changes nothing by its first line, and long lines by their start', () => {
    expect(matchHunks(file([10, ' context'], [20, `+${'x'.repeat(100)}`]), null)).toEqual([
      { line: 10, text: ' context', changed: 0, matched: 0 },
      { line: 20, text: `+${'x'.repeat(79)}`, changed: 1, matched: 0 },
    ])
  })

  it('counts changed lines and names each hunk by its first one', () => {
    const gold = file([10, ' context', '-old', '+new', '+newer'], [90, '+last'])
    expect(matchHunks(gold, file([12, '-x']))).toEqual([
      { line: 11, text: '-old', changed: 3, matched: 3 },
      { line: 90, text: '+last', changed: 1, matched: 0 },
    ])
  })

  it('finds nothing in a file that the other patch leaves alone', () => {
    expect(matchHunks(file([null, '+new']), null)).toEqual([{ line: null, text: '+new', changed: 1, matched: 0 }])
  })
})
