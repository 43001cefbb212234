import { describe, expect, it } from 'vitest'
import { groundTruth } from '../../src/modes/ground-truth.js'

const gold = `--- a/src/cart.ts
+++ b/src/cart.ts
@@ -1,3 +1,3 @@
 const a = 1
-const cart = session.cart
+const cart = store.load(user.id)
 const b = 2
`

function judge(response: unknown, change: object = {}) {
  const input = groundTruth.check({ mode: 'ground-truth', gold, response, ...change })
  return groundTruth.score(input, [])
}

it('asks no model', () => {
  expect(groundTruth.requests(groundTruth.check({ mode: 'ground-truth', gold, response: gold }))).toEqual([])
  expect(groundTruth.promptVersion).toBeNull()
})

describe('scoring', () => {
  it('gives the gold patch itself all points', () => {
    const { fields, judged, total, bounds, unjudged } = judge(gold)
    expect(fields.outcome).toBe('match')
    expect(fields.scores).toEqual({
      file_identification: 20,
      location_identification: 20,
      fix_logic_match: 40,
      completeness: 20,
    })
    expect([judged, total, bounds, unjudged]).toEqual([true, 100, { lower: 100, upper: 100 }, []])
  })

  it('calls an empty candidate a mismatch', () => {
    const { fields, total } = judge('')
    expect([fields.outcome, total]).toEqual(['mismatch', 0])
  })

  it('leaves out files that are to be ignored', () => {
    const other = gold.replaceAll('src/cart.ts', 'src/extra.ts')
    const both = `${gold}${other}`
    expect(judge(both, { ignore: ['src/extra.ts'] }).total).toBe(100)
    expect(judge(both).total).toBeLessThan(100)
  })
})

it('needs a gold patch and a response', () => {
  expect(() => groundTruth.check({ mode: 'ground-truth', response: gold })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: ground-truth: expected \`gold\`, \`instance\` or \`scenario\` to be given, and only one of them, but received [].]`,
  )
  expect(() => groundTruth.check({ mode: 'ground-truth', gold })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: ground-truth: expected \`response\` to be given, but received undefined.]`,
  )
})
