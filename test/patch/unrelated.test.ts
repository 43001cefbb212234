import { expect, it } from 'vitest'
import { comparePatch } from '../../src/patch/compare.js'

const gold = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,5 +1,7 @@
 def f(x):
-    return x + 1
+    if x is None:
+        return 0
+    return x + 1
 
 def g(y):
     return y
`
const other = (lines: readonly string[]) => {
  const added = lines.filter((line) => line.startsWith('+')).length
  return `${gold}diff --git a/src/b.py b/src/b.py
--- a/src/b.py
+++ b/src/b.py
@@ -10,${lines.length - added} +10,${added} @@
${lines.join('\n')}
`
}

it('a candidate that deletes code in a file that the gold leaves alone is no match', () => {
  const whole = comparePatch(gold, gold)
  const deletes = comparePatch(other(['-import os', '-def main():', '-    run_everything()']), gold)
  expect([whole.outcome, whole.parts.completeness]).toEqual(['match', 20])
  expect(deletes.outcome).toBe('inconclusive')
  // 34 runs are added, all of them the gold's, and 41 are lost: 20 * (1 + 34 / 75) / 2
  expect(deletes.parts.completeness).toBe(14.53)
})

it('what another file loses and gains alike is not counted as lost', () => {
  const moved = comparePatch(other(['-import os', '+import io']), gold)
  expect(moved.evidence.precision).toBeGreaterThan(0.8)
})
