import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findInstance, goldOf } from '../../src/patch/input.js'
import { scoreSwebench } from '../../src/scoring/swebench.js'
import { readGoldFacts } from '../../src/scoring/swebench-gold.js'

const gold = readGoldFacts(
  `diff --git a/src/shop/cart.py b/src/shop/cart.py
--- a/src/shop/cart.py
+++ b/src/shop/cart.py
@@ -10,4 +10,7 @@ class Cart:
 a = 1
-total = sum(prices)
+# rounded at the end
+
+total = round(sum(prices), 2)
+if total < 0:
+    raise CartError('negative total')
 b = 2
@@ -90,1 +92,2 @@
 c = 3
+d = 4
@@ -120,1 +123,2 @@ def checkout(cart):
 e = 5
+f = 6
diff --git a/setup.cfg b/setup.cfg
--- a/setup.cfg
+++ b/setup.cfg
@@ -1 +1 @@ [metadata]
-version = 1
+version = 2
`,
  'A "negative total" is shown, then `CartError` and ValueError; again \'negative total\'.',
)

it('the facts of a gold patch and its problem', () => {
  expect(gold).toEqual({
    files: ['src/shop/cart.py', 'setup.cfg'],
    contexts: ['class Cart:', 'def checkout(cart):', '[metadata]'],
    additions: [
      'total = round(sum(prices), 2)',
      'if total < 0:',
      "raise CartError('negative total')",
      'd = 4',
      'f = 6',
      'version = 2',
    ],
    deletions: ['total = sum(prices)', 'version = 1'],
    terms: ['negative total', 'carterror', 'valueerror'],
  })
})

it('key terms are at most ten, quoted strings before names of errors, each once', () => {
  const quoted = 'abcdefghijkl'.split('').map((letter) => `"${letter}"`)
  expect(readGoldFacts('', `KeyError ${quoted.join(' ')}`).terms).toEqual('abcdefghij'.split(''))
  expect(readGoldFacts('', `KeyError, MyException, keyerror, an error, Errors, "x"`).terms).toEqual([
    'x',
    'keyerror',
    'myexception',
  ])
})

const fenced = (code: string, info = 'python') => `\`\`\`${info}\n${code}\n\`\`\`\n`
const nothing = { files: [], contexts: [], additions: [], deletions: [], terms: [] }

/** One criterion of a response. */
function points(response: string, name: string, facts: typeof nothing | typeof gold = gold): number {
  const { scores } = scoreSwebench(response, facts)
  const all = Object.assign({}, ...Object.values(scores)) as Record<string, number>
  return all[name] ?? Number.NaN
}

describe.each<[string, [response: string, points: number, facts?: typeof nothing | typeof gold][]]>([
  [
    'IDENTIFIES_BUG_LOCATION',
    [
      ['nothing', 0],
      ['SRC/SHOP/CART.PY', 3.75 + 2.5],
      ['it is in setup.cfg', 3.75],
      ['setup.cfg and cart.py, in checkout', 7.5 + 5],
      ['nothing', 3.75, nothing],
    ],
  ],
  [
    'EXPLAINS_WHY_BROKEN',
    [
      ['nothing', 0],
      ['Because', 7.5],
      ['this happens since it is so, because', 7.5],
      ['carterror', 2.5],
      ['The problem: a Negative Total is a CartError, no ValueError', 15],
      ['nothing', 3.75, nothing],
      ['it causes this', 11.25, nothing],
    ],
  ],
  [
    'FIX_ADDRESSES_ISSUE',
    [
      ['nothing', 0],
      ['if total < 0:', 3],
      ['IF   total\n< 0: d = 4', 6],
      // A letter is missing: similar, so half.
      ['total = round(sum(price), 2)', 1.5],
      [fenced('x', ''), 5],
      [fenced('x', 'diff'), 5, nothing],
      ['no block', 0, nothing],
      [fenced("total = round(sum(prices), 2)\nif total < 0:\n    raise CartError('negative total')\nd = 4\nf = 6"), 20],
    ],
  ],
  [
    'FIX_IS_MINIMAL',
    [
      ['no code', 10],
      [fenced(''), 10],
      [fenced('x\n'.repeat(16)), 10],
      [fenced('x\n'.repeat(17)), 5],
      [`${fenced('x\n'.repeat(16))}${fenced('x\n'.repeat(16))}`, 5],
      [fenced('x\n'.repeat(33)), 2],
      [fenced('x\n'.repeat(33)), 5, nothing],
      ['no code', 5, nothing],
    ],
  ],
  [
    'FIX_SYNTAX_CORRECT',
    [
      ['no block', 5],
      [fenced('x = 1'), 10],
      [fenced('x = 1\ny = ('), 5],
      [`${fenced('x = 1')}${fenced('x = (')}`, 5],
      [`${fenced('x = 1')}${fenced('x = (', '')}`, 10],
      [`${fenced('not python!', 'diff')}${fenced('x = 1', '')}`, 10],
      [fenced('not python!', 'diff'), 5],
      [fenced('not python!', ''), 5],
      [fenced('x = 1', 'Python title="a.py"'), 10],
      [`${fenced('x = 1', 'python:a.py')}${fenced('Traceback (most recent', 'python-traceback')}`, 10],
      // A closing fence never opens a block: the text between the two is no code.
      [`${fenced('x = 1')}this is no code\n${fenced('y = 2')}`, 10],
      [fenced('    return self.name'), 5],
      [fenced('def f(self):\n    return self.name').replaceAll('\n', '\r\n'), 10],
    ],
  ],
  [
    'EDGE_CASES',
    [
      ['nothing', 0],
      ['None of it', 2],
      ['An edge case: ALSO empty and zero', 8],
      ['edge case corner case what if consider also none empty null zero negative boundary', 10],
    ],
  ],
  [
    'TEST_COVERAGE',
    [
      ['nothing', 0],
      ['a test', 2],
      ['assert it', 3],
      ['PYTEST', 5],
      ['def test_it', 7],
      ['def test_it: assert', 10],
    ],
  ],
  [
    'IN_CHARACTER',
    [
      ['nothing', 0],
      ['The fix', 2],
      ['I recommend that we should take this approach: the fix, by analysis of the root cause', 10],
    ],
  ],
])('for %s', (name, rows) => {
  it.each(rows)('the response %j earns %d', (response, wanted, facts) => {
    expect(points(response, name, facts)).toBeCloseTo(wanted, 9)
  })
})

it('subtotals add up, and the total has one decimal', () => {
  const { scores, total, details } = scoreSwebench('cart.py, because of CartError', gold)
  // 3.75 + 2.5 and 7.5 + 2.5, 10 and 5 for no code.
  expect(scores).toMatchObject({
    root_cause: { subtotal: 16.25 },
    fix_quality: { subtotal: 15 },
    completeness: { subtotal: 0 },
    persona: { subtotal: 0 },
  })
  // 31.25 goes to the even digit.
  expect(total).toBe(31.2)
  expect(details.root_cause).toEqual([
    'files: 1 of 2',
    'functions and classes: 1 of 3',
    'has words of explanation',
    'key terms: 1 of 3',
  ])
})

const DATA = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const isThere = existsSync(DATA)
if (!isThere) console.log('test/scoring/swebench: the vectors are skipped, ../shared/data is not there')

interface Vector {
  readonly case: string
  readonly instance: string
  readonly response: { readonly text?: string; readonly file?: string; readonly field?: string }
  readonly expect: Readonly<Record<string, number>>
}

describe.skipIf(!isThere)('the vectors', () => {
  const read = (path: string) => JSON.parse(readFileSync(`${DATA}${path}`, 'utf8'))
  const vectors: Vector[] = isThere ? read('swebench-mode-vectors.json') : []

  it('are three', () => {
    expect(vectors.map((vector) => vector.case)).toEqual(['real_run', 'prose_only', 'diff_fences'])
  })

  it.each(vectors)('the vector $case has every number of ours', ({ instance, response, expect: wanted }) => {
    const { patch, problemStatement = '' } = goldOf(findInstance(read(instance), 'flask-5014'))
    const text = response.text ?? read(response.file ?? '')[response.field ?? '']
    const { scores, total } = scoreSwebench(text, readGoldFacts(patch, problemStatement))
    const { subtotal: _, ...criteria } = Object.assign({}, ...Object.values(scores))
    expect({ ...criteria, total }).toEqual(wanted)
  })
})
