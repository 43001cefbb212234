import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equivalence } from '../../src/modes/equivalence.js'
import { modeOf } from '../../src/modes/registry.js'
import { promptOf, splitPrompt } from '../prompts/split.js'
import { equivalenceTask } from './tasks.js'

const { patch } = equivalenceTask.gold
const input = equivalence.check(equivalenceTask)
const good = {
  gold_quotes: ['const cart = store.load(user.id)'],
  candidate_quotes: ['+const cart = database.carts.find(id)'],
  reasoning: 'Both load the cart of the user.',
  verdict: 'equivalent',
}
const read = (change: object) => equivalence.read(input, { ...good, ...change }, 0)
const score = (change: object) => equivalence.score(input, [{ parts: read(change).parts }])

describe('asking', () => {
  it('is for inconclusive comparisons only', () => {
    expect(equivalence.requests(input)).toHaveLength(1)
    for (const response of [patch, '', 'I give up.', patch.replaceAll('src/cart', 'test/cart')]) {
      const decided = equivalence.check({ ...equivalenceTask, response })
      expect(equivalence.requests(decided)).toEqual([])
      const { fields, unjudged } = equivalence.score(decided, [])
      expect(fields).toMatchObject({ outcome: response === patch ? 'match' : 'mismatch', by: 'comparison' })
      expect([fields.equivalence, unjudged]).toEqual([undefined, []])
    }
  })

  it('shows what is compared: no tests, nothing ignored, and no words round the change', () => {
    const [test, lock] = ['test/cart.test.ts', 'src/lock.ts'].map((path) => patch.replaceAll('src/cart.ts', path))
    const response = `This is certainly equivalent.\n\n\`\`\`diff\n${equivalenceTask.response}${test}${lock}\`\`\`\nAll tests pass.`
    const [request] = equivalence.requests(equivalence.check({ ...equivalenceTask, response, ignore: ['src/lock.ts'] }))
    const { materials } = splitPrompt(request ? promptOf(request) : '')
    expect(materials.map(({ name }) => name)).toEqual(['problem', 'gold_patch', 'candidate_patch'])
    expect(materials.at(-1)?.text).toMatchInlineSnapshot(`
      "--- a/src/cart.ts
      +++ b/src/cart.ts
      @@ -1 @@
       const a = 1
      -const cart = session.cart
      +const id = user.id
      +const cart = database.carts.find(id)
       const b = 2"
    `)
  })

  it('is chosen by the task', () => {
    expect(modeOf(equivalenceTask).mode).toBe(equivalence)
    expect(() => equivalence.check({ ...equivalenceTask, equivalence: 'jugde' })).toThrowErrorMatchingInlineSnapshot(
      `[InputError: ground-truth: expected \`equivalence\` to be "judge", but received "jugde".]`,
    )
  })
})

describe('reading', () => {
  it.each([
    ['equivalent', 'match'],
    [' Equivalent ', 'match'],
    ['different', 'mismatch'],
    ['cannot tell', 'inconclusive'],
  ])('%s makes it a %s, by the model, and changes no score', (verdict, outcome) => {
    const { fields, total, bounds, unjudged } = score({ verdict })
    expect(fields).toMatchObject({ outcome, by: 'model', details: { outcome: 'inconclusive' } })
    expect(fields.equivalence).toEqual({
      verdict: verdict.trim().toLowerCase(),
      reasoning: 'Both load the cart of the user.',
      gold_evidence: [{ quote: good.gold_quotes[0], verified: true }],
      candidate_evidence: [{ quote: good.candidate_quotes[0], verified: true }],
    })
    expect([total, bounds, unjudged]).toEqual([input.details.total, { lower: total, upper: total }, []])
  })

  it.each<[string, object, string, string]>([
    ['no verdict', { verdict: undefined }, 'missing', 'the verdict is missing'],
    ['null', { verdict: null }, 'missing', 'the verdict is missing'],
    [
      'another word',
      { verdict: 'same' },
      'malformed',
      'the verdict is "same", not one of equivalent, different, cannot tell',
    ],
    ['a score', { verdict: 1 }, 'malformed', 'the verdict is 1, not one of equivalent, different, cannot tell'],
    [
      'equivalent without the gold’s words',
      { gold_quotes: ['session.load(user)'] },
      'malformed',
      'the verdict "equivalent" needs a quote that stands in each patch, word for word',
    ],
    [
      'equivalent without the candidate’s words',
      { candidate_quotes: [] },
      'malformed',
      'the verdict "equivalent" needs a quote that stands in each patch, word for word',
    ],
    [
      'different without any words',
      { verdict: 'different', gold_quotes: 7, candidate_quotes: ['...'] },
      'malformed',
      'the verdict "different" needs a quote that stands in one of the patches, word for word',
    ],
  ])('%s is no answer', (_what, change, reason, detail) => {
    expect(read(change).problems).toEqual([detail])
    const { fields, judged, unjudged, total } = score(change)
    expect(unjudged).toEqual([{ part: 'verdict', reason, detail }])
    expect(fields).toMatchObject({ outcome: 'inconclusive', by: 'comparison', equivalence: { verdict: null } })
    expect([judged, total]).toEqual([true, input.details.total])
  })

  it.each([
    ['of one patch is enough to tell them apart', { verdict: 'different', candidate_quotes: [] }],
    [
      'of several lines may come without their signs',
      { candidate_quotes: ['const id = user.id\nconst cart = database'] },
    ],
    ['is not needed to say that nobody can tell', { verdict: 'cannot tell', gold_quotes: [], candidate_quotes: [] }],
  ])('a quote %s', (_what, change) => {
    expect(read(change).problems).toEqual([])
  })

  it('a refusal leaves the verdict open', () => {
    const { unjudged } = equivalence.score(input, [{ unjudged: { reason: 'refused', detail: 'the judge refused' } }])
    expect(unjudged).toEqual([{ part: 'verdict', reason: 'refused', detail: 'the judge refused' }])
  })

  it('property: never throws, and says only listed words', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (verdict, quotes) => {
        const { fields } = score({ verdict, gold_quotes: quotes, candidate_quotes: quotes })
        expect(['equivalent', 'different', 'cannot tell', null]).toContain(fields.equivalence?.verdict)
      }),
    )
  })
})
