import { describe, expect, it } from 'vitest'
import { lexBlocks } from '../../src/findings/lex.js'

const rawOf = (markdown: string) =>
  lexBlocks(markdown)
    .map(({ raw }) => raw)
    .join('')

describe('marks of quotes and lists on one line', () => {
  it.each(['> ', '- ', '+ ', '* ', '1. ', '123456789) ', '>', '-\t', '>  \t'])(
    'are left out behind the eighth: %j',
    (mark) => {
      expect(rawOf(`${mark.repeat(20)}a\n${mark.repeat(9)}b`).split('\n')).toEqual([
        `${mark.repeat(8)}a`,
        `${mark.repeat(8)}b`,
      ])
    },
  )

  it.each(['-', '-1 ', '1.2 ', '1234567890. ', '1: ', '= '])('that are none stay: %j', (text) => {
    expect(rawOf(text.repeat(20))).toBe(text.repeat(20))
  })

  it('count whatever they are', () => {
    expect(rawOf(' > - > 1. * > + 2) - > 3. a > b')).toBe(' > - > 1. * > + 2) a > b')
  })
})

describe('a text of more than a megabyte is cut', () => {
  /** An open fence, which no end of a block interrupts, of 1.3 MB with these parts at these places. */
  function cutOf(...parts: (readonly [at: number, part: string])[]): number | undefined {
    let text = '```'
    for (const [at, part] of parts) text = text.padEnd(at, 'x') + part
    return lexBlocks(text.padEnd(1_300_000, 'x'))[0]?.raw.length
  }

  it.each<[string, [number, string][], number]>([
    [
      'before its last heading',
      [
        [600_000, '\n# a'],
        [700_000, '\n###### a'],
        [800_000, '\n\na\nb c'],
      ],
      700_001,
    ],
    [
      'else behind an empty line',
      [
        [600_000, '\n \t\na'],
        [700_000, '\n####### b #c\n#d e'],
      ],
      600_004,
    ],
    [
      'else behind a line',
      [
        [600_000, '\n'],
        [700_000, ' '],
      ],
      600_001,
    ],
    [
      'else behind a word',
      [
        [600_000, ' '],
        [700_000, '\t'],
      ],
      700_001,
    ],
    ['else after a million characters', [[400_000, '\n# a\n\nb c']], 1_000_000],
    [
      'not behind a million characters',
      [
        [600_000, '\n'],
        [1_000_001, '\n# a'],
      ],
      600_001,
    ],
  ])('%s', (_, parts, cut) => {
    expect(cutOf([10, '\n'], ...parts)).toBe(cut)
  })

  it('as often as it has to be, and not where it is no longer', () => {
    const text = `\`\`\`\n${'x'.repeat(999_996)}`
    expect(lexBlocks(`${text.slice(0, -2)} x`)).toHaveLength(1)
    expect(lexBlocks(`${text}y`).map(({ raw }) => raw.length)).toEqual([1_000_000, 1])
    expect(lexBlocks(text.repeat(2).slice(0, -1)).map(({ raw }) => raw.length)).toEqual([1_000_000, 999_999])
  })
})
