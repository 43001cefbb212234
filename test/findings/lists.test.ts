import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinLists } from '../../src/findings/lists.js'
import { readOutline, type Section } from '../../src/findings/outline.js'

/** Blocks apart by blank lines; each list's items, with what was joined to them. */
function join(...blocks: readonly string[]): string[][] {
  const show = ({ title, blocks }: Section) =>
    [title, ...blocks.map((block) => ('text' in block ? block.text : block.kind))].join(' + ')
  return joinLists(readOutline(blocks.join('\n\n')).blocks).map(({ items }) => items.map(show))
}

describe('the lists of a review', () => {
  it.each<[string, string[], string[][]]>([
    ['are those among its paragraphs', ['Hello.', '- a\n- b', 'Bye.', '+ c'], [['a', 'b'], ['c']]],
    [
      'are one where a paragraph interrupts their numbers, which belongs to its item',
      ['1. a\n2. b', 'It leaks.', '```\ncode\n```', '3. c', 'It is wrong.', '4. d', 'Bye.'],
      [['a', 'b + It leaks. + code', 'c + It is wrong.', 'd']],
    ],
    ['are two where a number is missing', ['1. a', 'It leaks.', '3. b'], [['a'], ['b']]],
    ['are two where the numbers begin again', ['1. a\n2. b', 'It leaks.', '1. c'], [['a', 'b'], ['c']]],
    ['are two where they have no numbers', ['- a', 'It leaks.', '- b'], [['a'], ['b']]],
    ['are two of which one has numbers', ['- a', 'It leaks.', '1. b'], [['a'], ['b']]],
    ['lose what stands before a rule', ['1. a', 'It leaks.', '---', '2. b', 'Bye.'], [['a', 'b']]],
    ['are three where another stands between', ['1. a', 'x', '- b', 'y', '2. c'], [['a'], ['b'], ['c']]],
    [
      'have the places and links behind them in their last item',
      ['- a\n- b', '`src/a.ts:3`', '[src/b.ts](https://host/b)', 'It leaks.', 'src/c.ts'],
      [['a', 'b + `src/a.ts:3` + [src/b.ts](https://host/b) + src/c.ts']],
    ],
    ['have no code behind them', ['- a', '```\nsrc/a.ts\n```'], [['a']]],
    ['have no paragraph before them', ['src/a.ts:3', '1. a'], [['a']]],
    ['may have no items, when all of them are ticked off', ['- [x] a', 'src/a.ts:3', '- [ ] b'], [[], ['b']]],
    ['are none without any', ['Hello.'], []],
  ])('%s', (_, blocks, lists) => {
    expect(join(...blocks)).toEqual(lists)
  })
})

it('no item is lost or moves, and the blocks stay as they were', () => {
  const block = fc.constantFrom('- a\n- b', '1. c', '2. d', '3. e', 'It leaks.', 'src/a.ts:3', '---')
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (parts) => {
      const { blocks } = readOutline(parts.join('\n\n'))
      const titles = (lists: readonly { items: readonly Section[] }[]) =>
        lists.flatMap(({ items }) => items.map(({ title }) => title))
      const before = structuredClone(blocks)
      expect(titles(joinLists(blocks))).toEqual(titles(blocks.filter((one) => one.kind === 'list')))
      expect(blocks).toEqual(before)
    }),
  )
})
