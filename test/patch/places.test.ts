import { describe, expect, it } from 'vitest'
import { matchHunks } from '../../src/patch/places.js'
import type { FilePatch } from '../../src/patch/read.js'

function file(...hunks: [number | null, ...string[]][]): FilePatch {
  return { path: 'a.py', kind: 'changed', hunks: hunks.map(([oldStart, ...lines]) => ({ oldStart, lines })) }
}

describe('matchHunks', () => {
  it.each([
    ['the same line', 10, 1],
    ['20 lines below', 30, 1],
    ['20 lines above', 1, 1],
    ['21 lines below', 31, 0],
  ])('looks for a change at %s', (_, line, matched) => {
    expect(matchHunks(file([10, '-old']), file([line, '-other']))[0]?.matched).toBe(matched)
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
