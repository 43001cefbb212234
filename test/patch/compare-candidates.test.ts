import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePatch } from '../../src/patch/compare.js'
import { GOLD, LINES, SCRIPT, TEST } from './golds.js'

describe('comparePatch on code that only looks different', () => {
  it.each([
    ['comments', LINES.replace('- line.a)', '- line.a)  # never negative')],
    ['a docstring', LINES.replace('+    return', '+    """Say it."""\n+    return').replace('3,2 @@', '3,3 @@')],
    [
      'layout',
      LINES.replace('abs(line.b - line.a)', 'abs(\n+        line.b  -  line.a,\n+    )').replace('3,2 @@', '3,4 @@'),
    ],
  ])('gives all points in spite of %s', (_, candidate) => {
    expect(comparePatch(candidate, LINES).total).toBe(100)
  })

  it('hardly minds the order of imports', () => {
    const imports = '--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1,3 @@\n x\n+import json\n+from decimal import Decimal\n'
    const swapped = imports.replace(
      '+import json\n+from decimal import Decimal',
      '+from decimal import Decimal\n+import json',
    )
    expect(comparePatch(swapped, imports).total).toBeGreaterThan(90)
  })

  it('compares comments where the gold changes nothing else', () => {
    const gold = '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-# teh\n+# the\n'
    expect(comparePatch(gold, gold).total).toBe(100)
    expect(comparePatch(gold.replace('# the', '# a'), gold).total).toBeLessThan(100)
  })

  it('compares removed text where the gold adds none', () => {
    const gold = '--- a/a.py\n+++ b/a.py\n@@ -1,2 +1 @@\n-import old_name\n x\n'
    expect(comparePatch(gold, gold).total).toBe(100)
    expect(comparePatch(gold.replace('old_name', 'other'), gold).evidence.recall).toBeLessThan(1)
  })
})

describe('comparePatch on candidates that cannot match', () => {
  it.each([
    ['', 'The candidate is empty.'],
    [' \n\n', 'The candidate is empty.'],
    ['No patch was generated.', 'The candidate holds no readable change.'],
    [TEST, 'The candidate changes only tests, docs, scripts, lock files, build artifacts or ignored files.'],
    [SCRIPT, 'The candidate changes only tests, docs, scripts, lock files, build artifacts or ignored files.'],
    [
      'diff --git a/src/shapes.py b/src/shapes.py\nold mode 100644\nnew mode 100755\n',
      'The candidate changes no line of a fix file.',
    ],
  ])('says why %j is a mismatch', (candidate, reason) => {
    expect(comparePatch(candidate, GOLD)).toMatchObject({ total: 0, outcome: 'mismatch', reason })
  })

  it('calls a change elsewhere a mismatch without a reason', () => {
    const elsewhere = '--- a/src/z.py\n+++ b/src/z.py\n@@ -1 +1 @@\n-a\n+b\n'
    const { outcome, reason } = comparePatch(elsewhere, GOLD)
    expect([outcome, reason]).toEqual(['mismatch', undefined])
  })

  it('never throws on a candidate, and stays between 0 and 100', () => {
    const piece = fc.oneof(fc.constantFrom(...GOLD.split('\n'), '```diff', '```', '<<<<<<< SEARCH'), fc.string())
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { total, parts, files } = comparePatch(pieces.join('\n'), GOLD)
        expect(total >= 0 && total <= 100).toBe(true)
        expect(Object.values(parts).every((points) => points >= 0 && points <= 40)).toBe(true)
        expect(JSON.parse(JSON.stringify(files))).toEqual(files)
      }),
    )
  })
})

describe('comparePatch on responses', () => {
  it('reads a fenced diff, a search/replace block and a whole file', () => {
    const block =
      'src/lines.py\n<<<<<<< SEARCH\ndef length(line):\n    return line.a\n=======\ndef length(line):\n    return abs(line.b - line.a)\n>>>>>>> REPLACE'
    const whole = '```python\n# src/lines.py\ndef length(line):\n    return abs(line.b - line.a)\n```'
    const read = (text: string) => {
      const { kind, total, outcome } = comparePatch(text, LINES)
      return { kind, total, outcome }
    }
    expect([`Done.\n\`\`\`diff\n${LINES}\`\`\``, block, whole].map(read)).toMatchInlineSnapshot(`
      [
        {
          "kind": "fenced-diff",
          "outcome": "match",
          "total": 100,
        },
        {
          "kind": "search-replace",
          "outcome": "match",
          "total": 100,
        },
        {
          "kind": "fenced-files",
          "outcome": "inconclusive",
          "total": 77.6,
        },
      ]
    `)
  })

  it('finds the file under an absolute name', () => {
    expect(comparePatch(LINES.replaceAll(/ [ab]\/src/g, ' /testbed/src'), LINES).total).toBe(100)
  })
})
