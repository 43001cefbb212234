import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { checkRubric, judgedDimensions } from '../../src/rubrics/rubric.js'
import { unified } from '../../src/rubrics/unified.js'

function message(input: unknown): string {
  try {
    return `taken: ${JSON.stringify(checkRubric(input))}`
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.message
  }
}

const withDimension = (change: object) => message({ dimensions: [{ name: 'clarity', weight: 1, ...change }] })

describe('checkRubric', () => {
  it('gives a rubric as it is', () => {
    const rubric = {
      name: 'mine',
      passThreshold: 0,
      dimensions: [
        {
          name: 'clarity',
          weight: 0.5,
          measures: 'how clear it is',
          scale: { min: 0, max: 4 },
          anchors: [{ from: 0, to: 0, text: 'Not at all.' }],
          category: 'process',
          invert: true,
        },
      ],
    }
    expect(checkRubric(rubric)).toEqual(rubric)
  })

  it('takes a criterion in words as a rubric of one dimension', () => {
    expect(checkRubric('It names the cause.')).toEqual({
      dimensions: [{ name: 'criterion', weight: 1, measures: 'It names the cause.' }],
    })
  })

  it('refuses what is no rubric', () => {
    expect([undefined, null, 7, [], {}, '', ' \n'].map(message)).toMatchInlineSnapshot(`
      [
        "rubric: expected it to be an object, but received undefined.",
        "rubric: expected it to be an object, but received null.",
        "rubric: expected it to be an object, but received 7.",
        "rubric: expected it to be an object, but received [].",
        "rubric: expected \`dimensions\` to be an array, but received undefined.",
        "rubric: expected it to be a criterion in words or a rubric object, but received "".",
        "rubric: expected it to be a criterion in words or a rubric object, but received " \\n".",
      ]
    `)
  })

  it('refuses weights that are not finite numbers above 0', () => {
    expect([0, -1, Number.NaN, Infinity, '1', null].map((weight) => withDimension({ weight }))).toMatchInlineSnapshot(`
      [
        "rubric: expected \`dimensions[0].weight\` to be a number above 0, at most 1e9, but received 0.",
        "rubric: expected \`dimensions[0].weight\` to be a number above 0, at most 1e9, but received -1.",
        "rubric: expected \`dimensions[0].weight\` to be a finite number, but received NaN.",
        "rubric: expected \`dimensions[0].weight\` to be a finite number, but received Infinity.",
        "rubric: expected \`dimensions[0].weight\` to be a finite number, but received "1".",
        "rubric: expected \`dimensions[0].weight\` to be a finite number, but received null.",
      ]
    `)
  })

  it('refuses a list without a dimension', () => {
    expect(message({ dimensions: [] })).toMatchInlineSnapshot(
      `"rubric: expected \`dimensions\` to be a list of at least one dimension, but received []."`,
    )
  })

  it('refuses names twice, empty, too long, or in Object.prototype', () => {
    const twice = { dimensions: ['a', 'b', 'a'].map((name) => ({ name, weight: 1 })) }
    expect([
      message(twice),
      ...[' ', 'x'.repeat(301), '__proto__', 'constructor', 'toString', 7].map((name) => withDimension({ name })),
    ]).toMatchInlineSnapshot(`
      [
        "rubric: expected \`dimensions[2].name\` to be unlike that of dimensions[0], but received "a".",
        "rubric: expected \`dimensions[0].name\` to be a text that is not empty, but received " ".",
        "rubric: expected \`dimensions[0].name\` to be a name of at most 300 characters, but received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (+223 characters).",
        "rubric: expected \`dimensions[0].name\` to be a name that JavaScript objects do not have already, such as "correctness", but received "__proto__".",
        "rubric: expected \`dimensions[0].name\` to be a name that JavaScript objects do not have already, such as "correctness", but received "constructor".",
        "rubric: expected \`dimensions[0].name\` to be a name that JavaScript objects do not have already, such as "correctness", but received "toString".",
        "rubric: expected \`dimensions[0].name\` to be a string, but received 7.",
      ]
    `)
  })

  it('refuses a threshold in percent, with what to write instead', () => {
    const at = (passThreshold: unknown) => message({ ...unified, passThreshold })
    expect([at(80), at(-1), at(Number.NaN), at('0.8')]).toMatchInlineSnapshot(`
      [
        "rubric: expected \`passThreshold\` to be a fraction from 0 to 1, but received 80. For 80 % write 0.8.",
        "rubric: expected \`passThreshold\` to be a fraction from 0 to 1, but received -1.",
        "rubric: expected \`passThreshold\` to be a number, but received NaN.",
        "rubric: expected \`passThreshold\` to be a number, but received "0.8".",
      ]
    `)
  })

  it('refuses unknown fields', () => {
    const misspelt = { dimensions: [{ name: 'clarity', wieght: 1 }] }
    expect(message(misspelt)).toBe(withDimension({ wieght: 1 }))
    expect([message({ ...unified, threshold: 0.8 }), message(misspelt)]).toMatchInlineSnapshot(`
      [
        "rubric: there is no \`threshold\`. Did you mean \`passThreshold\`? Known are \`name\`, \`dimensions\`, \`passThreshold\`.",
        "rubric: there is no \`dimensions[0].wieght\`. Did you mean \`weight\`? Known are \`name\`, \`weight\`, \`measures\`, \`scale\`, \`anchors\`, \`category\`, \`invert\`.",
      ]
    `)
  })

  it('refuses scales that are none', () => {
    const scales = [{ min: 1 }, { min: 5, max: 5 }, { min: 5, max: 1 }, { min: -1, max: 1 }, { min: 0, max: Infinity }]
    expect(scales.map((scale) => withDimension({ scale }))).toMatchInlineSnapshot(`
      [
        "rubric: expected \`dimensions[0].scale.max\` to be a finite number, but received undefined.",
        "rubric: expected \`dimensions[0].scale\` to be a scale with 0 <= min < max, but received {"min":5,"max":5}.",
        "rubric: expected \`dimensions[0].scale\` to be a scale with 0 <= min < max, but received {"min":5,"max":1}.",
        "rubric: expected \`dimensions[0].scale\` to be a scale with 0 <= min < max, but received {"min":-1,"max":1}.",
        "rubric: expected \`dimensions[0].scale.max\` to be a finite number, but received Infinity.",
      ]
    `)
  })

  it('refuses anchors outside of the scale, or the wrong way round', () => {
    const anchors = (from: number, to: number) => ({
      anchors: [
        { from: 1, to: 2, text: 'x' },
        { from, to, text: 'y' },
      ],
    })
    expect([
      withDimension(anchors(0, 2)),
      withDimension(anchors(9, 11)),
      withDimension(anchors(4, 3)),
      withDimension({ scale: { min: 0, max: 1 }, ...anchors(0, 1) }),
      withDimension({ anchors: [{ from: 1, to: 2, text: '' }] }),
    ]).toMatchInlineSnapshot(`
      [
        "rubric: expected \`dimensions[0].anchors[1]\` to be a band within 1 to 10, but received {"from":0,"to":2,"text":"y"}.",
        "rubric: expected \`dimensions[0].anchors[1]\` to be a band within 1 to 10, but received {"from":9,"to":11,"text":"y"}.",
        "rubric: expected \`dimensions[0].anchors[1]\` to be a band within 1 to 10, but received {"from":4,"to":3,"text":"y"}.",
        "rubric: expected \`dimensions[0].anchors[0]\` to be a band within 0 to 1, but received {"from":1,"to":2,"text":"x"}.",
        "rubric: expected \`dimensions[0].anchors[0].text\` to be a text that is not empty, but received "".",
      ]
    `)
  })

  it('property: takes or refuses anything, but never fails otherwise', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (anything, weight) => {
        expect(typeof message(anything)).toBe('string')
        expect(typeof withDimension({ weight })).toBe('string')
      }),
    )
  })
})

describe('judgedDimensions', () => {
  const names = (hasCharacter: boolean) => judgedDimensions(unified, hasCharacter).map(({ name }) => name)

  it('leaves persona out where there is no character', () => {
    expect(names(true)).toEqual(['correctness', 'depth', 'quality', 'persona'])
    expect(names(false)).toEqual(['correctness', 'depth', 'quality'])
  })

  it('refuses a rubric of nothing but persona without a character', () => {
    const rubric = { dimensions: [{ name: 'persona', weight: 1 }] }
    expect(judgedDimensions(rubric, true)).toHaveLength(1)
    expect(() => judgedDimensions(rubric, false)).toThrowErrorMatchingInlineSnapshot(
      `[InputError: rubric: expected \`dimensions\` to be more than the persona, because no \`character\` was given, but received ["persona"].]`,
    )
  })
})
