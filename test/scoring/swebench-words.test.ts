import { expect, it } from 'vitest'
import { scoreSwebench } from '../../src/scoring/swebench.js'
import { readGoldFacts } from '../../src/scoring/swebench-gold.js'

const nothing = { files: [], contexts: [], additions: [], deletions: [], terms: [] }
const gold = {
  files: ['src/shop/cart.py', 'setup.cfg'],
  contexts: ['class Cart:', 'def checkout(cart):', '[metadata]'],
  additions: ['total = round(sum(prices), 2)', 'd = 4'],
  deletions: ['total = sum(prices)'],
  terms: ['negative total', 'carterror'],
}
const fenced = (code: string, info = 'python') => `\`\`\`${info}\n${code}\n\`\`\`\n`

function points(response: string, name: string, facts: Parameters<typeof scoreSwebench>[1]): number | undefined {
  const { scores } = scoreSwebench(response, facts)
  return Object.assign({}, ...Object.values(scores))[name]
}

it.each([
  [
    'nothing',
    'So.',
    {
      root_cause: ['files: 0 of 2', 'functions and classes: 0 of 3', 'no words of explanation', 'key terms: 0 of 2'],
      fix_quality: [
        'added lines: 0 of 2',
        'no fenced block',
        'code lines: 0, changed lines of the gold patch: 3',
        'no Python block',
      ],
      completeness: ['words about edge cases: 0', 'no test function', 'no assertion'],
      persona: ['professional phrases: 0'],
    },
  ],
  [
    'something of each kind',
    `The fix in cart.py of Cart and checkout: it fails when none is given. Assert it in test_cart for negative total.\n${fenced('total = round(sum(prices), 2)\nx = 1')}${fenced('d = = 4')}${fenced('', 'text')}`,
    {
      root_cause: ['files: 1 of 2', 'functions and classes: 2 of 3', 'has words of explanation', 'key terms: 1 of 2'],
      fix_quality: [
        'added lines: 1 of 2',
        'has fenced block',
        'code lines: 3, changed lines of the gold patch: 3',
        'Python blocks that parse: 1 of 2',
      ],
      completeness: ['words about edge cases: 2', 'has test function', 'has assertion'],
      persona: ['professional phrases: 1'],
    },
  ],
])('of a response that has %s it is said what was counted', (_, response, details) => {
  expect(scoreSwebench(response, gold).details).toEqual(details)
})

it.each([
  ['half where it lacks a blank', 'returnx', 7.5],
  ['all where its blanks are other ones', 'and return\n\n  x', 15],
])('a line counts %s', (_, response, wanted) => {
  expect(points(response, 'FIX_ADDRESSES_ISSUE', { ...nothing, additions: ['return x'] })).toBe(wanted)
})

it('seven of ten characters are not similar yet', () => {
  const facts = { ...nothing, additions: ['abcdefghij'] }
  expect(['abcdefgxyz', 'abcdefghyz'].map((text) => points(text, 'FIX_ADDRESSES_ISSUE', facts))).toEqual([0, 7.5])
})

it('subtotals are the sums of their criteria', () => {
  const { scores } = scoreSwebench('What if it is none? Then test_none of pytest fails.', gold)
  expect(scores.completeness).toEqual({ EDGE_CASES: 4, TEST_COVERAGE: 10, subtotal: 14 })
})

it('a total of three quarters is rounded up', () => {
  expect(scoreSwebench('So.', { ...nothing, files: ['a.py'], terms: ['x'] }).total).toBe(13.8)
})

it('Python is what is tagged so, whatever ends its lines', () => {
  expect(points(fenced('x = 1', 'ipython'), 'FIX_SYNTAX_CORRECT', gold)).toBe(5)
  expect(points(fenced('x = 1\ny = 2').replaceAll('\n', '\r'), 'FIX_SYNTAX_CORRECT', gold)).toBe(10)
})

it('contexts stand in headers only, and names behind any blanks', () => {
  const patch = '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@ \t def  f():\n-x\n+@@ -1 +1 @@ def g():\n'
  const facts = readGoldFacts(patch, '')
  expect(facts.contexts).toEqual(['def  f():'])
  expect(points('Call f.', 'IDENTIFIES_BUG_LOCATION', { ...facts, files: [] })).toBe(7.5)
})
