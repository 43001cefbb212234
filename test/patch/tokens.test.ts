import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNet, netChange, readNamesIn, readTokens } from '../../src/patch/tokens.js'

describe('readTokens', () => {
  it.each([
    ["f( 'a b' ,1.5 )", ['f', '(', '"', 'a', 'b', '"', ',', '1.5', ')']],
    ['f("a b", 1.5);', ['f', '(', '"', 'a', 'b', '"', ',', '1.5', ')']],
    ['[1, 2,]', ['[', '1', ',', '2', ']']],
    ['{1,}', ['{', '1', '}']],
    ['größe += $x', ['größe', '+', '=', '$x']],
    ['', []],
  ])('splits %s', (line, tokens) => {
    expect(readTokens([line])).toEqual(tokens)
  })

  it('sees no difference between one long line and several short ones', () => {
    expect(readTokens(['f(', '  a,', '  b,', ')'])).toEqual(readTokens(['f(a, b)']))
  })
})

describe('readNamesIn', () => {
  it('keeps names and words in strings, each once', () => {
    expect([...readNamesIn(['max_length = f("is too long", x, 0x1f)', 'max_length'])]).toEqual([
      'max_length',
      'is',
      'too',
      'long',
    ])
  })
})

describe('compareNet', () => {
  it.each([
    ['equal changes', 'a b', 'c', 'a b', 'c', 1],
    ['moved code against nothing', 'a', 'a', '', '', 1],
    ['half of it', 'a b', '', 'a', '', 2 / 3],
    ['the opposite', 'a', '', '', 'a', 0],
    ['nothing in common', 'a', '', 'b', '', 0],
    ['too much', 'a', '', 'a a a', '', 0.5],
  ])('scores %s', (_, goldAdded, goldRemoved, added, removed, f1) => {
    const net = (plus: string, minus: string) => netChange(readTokens([plus]), readTokens([minus]))
    expect(compareNet(net(goldAdded, goldRemoved), net(added, removed)).f1).toBeCloseTo(f1)
  })

  it('names what is shared and what is missing, most frequent first', () => {
    const gold = netChange(['d', 'a', 'b', 'b', 'b', 'b'], ['c', 'a', 'a', 'a', 'a'])
    expect(compareNet(gold, netChange(['d', 'b', 'b'], ['c']))).toMatchObject({
      shared: ['+b', '+d', '-c'],
      missing: ['-a', '+b'],
    })
  })

  it('is symmetric and lies between 0 and 1', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (a, b, c, d) => {
        const [left, right] = [netChange(a, b), netChange(c, d)]
        const { f1 } = compareNet(left, right)
        expect(f1).toBe(compareNet(right, left).f1)
        expect(f1 >= 0 && f1 <= 1).toBe(true)
      }),
    )
  })
})
