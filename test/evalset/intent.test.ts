import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { readIntent } from '../../src/evalset/intent.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import type { EvalCase } from '../../src/types.js'
import { cpuTime } from '../support/cpu.js'

const read = (name: string) => readFileSync(new URL(`../fixtures/intents/${name}`, import.meta.url), 'utf8')
const casesOf = (text: string, file = 'a.md') => (readIntent(text, file).set as { cases: readonly EvalCase[] }).cases
const step = 'Given a user\nWhen they ask\nThen they are told\n'
const errorOf = (text: string, file = 'a.md') => {
  try {
    readIntent(text, file)
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as Error).message
  }
}

it('reads bare scenarios among prose: tags, decorated steps and what the constraints forbid', () => {
  const { feature, blanks, cases } = readIntent(read('payout.md'), 'payout.md')
  expect({ feature, blanks, cases }).toEqual({ feature: 'payout-hold', blanks: [], cases: 2 })
  const must_not = ['pay out while a hold is open', "show the account's IBAN", 'double payout']
  expect(casesOf(read('payout.md'))).toEqual([
    {
      id: 'a-new-account-waits',
      input: 'Given an account that is 2 days old\nAnd a balance of 30.00 EUR\nWhen a payout is requested',
      expected: 'the payout is held for 5 days\nthe owner is told why',
      labels: ['hold', 'new-account'],
      must_not,
    },
    {
      id: 'an-old-account-is-paid',
      input: 'Given an account that is 90 days old\nWhen a payout is requested',
      expected: 'it is paid within the hour\nno mail is sent',
      must_not,
    },
  ])
})

it('reads fenced scenarios: one case a row, backgrounds, rules, doc strings', () => {
  const rooms = 'Given a calendar with these rooms\n| room | seats |\n| Oslo | 4 |\n'
  expect(readIntent(read('booking.md'), 'booking.md').feature).toBe('room-booking')
  expect(casesOf(read('booking.md'))).toEqual([
    {
      id: 'a-group-of-3',
      input: `${rooms}When a group of 3 asks for a room`,
      expected: 're:\\bOslo\\b',
      labels: ['capacity', 'fits'],
    },
    {
      id: 'a-group-of-5',
      input: `${rooms}When a group of 5 asks for a room`,
      expected: 're:\\bnone\\b',
      labels: ['capacity', 'too-large'],
    },
    {
      id: 'a-group-of-60',
      input: `${rooms}When a group of 60 asks for a room`,
      expected: 're:\\bnone\\b',
      labels: ['capacity', 'too-large'],
    },
    {
      id: 'by-mail',
      input: 'Given a booked room\nWhen this mail comes in\nNote: we will not come.\nScenario: none either',
      expected: 'the room is free again',
    },
    {
      id: 'by-a-stranger',
      input: 'Given a booked room\n* a stranger is logged in\nWhen they cancel\nWhen they ask again',
      expected: 'they are refused\na colleague is told',
    },
  ])
})

it.each(['payout.md', 'booking.md'])('the set of %s is a draft that reads as an eval set', (name) => {
  const { set } = readIntent(read(name), name)
  expect(parseEvalSet(JSON.stringify(set), 'x.evalset.json').set).toMatchObject({ draft: true, version: 1 })
})

it('line ends, a byte order mark and a .feature file make no difference', () => {
  const text = `Feature: One\n\n  Scenario: a\n    ${step.replaceAll('\n', '\n    ')}`
  const expected = casesOf(text)
  expect(expected).toHaveLength(1)
  expect(casesOf(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(expected)
  expect(casesOf(text, 'one.feature')).toEqual(expected)
})

it('reads another language where it is named', () => {
  const text =
    '```gherkin\n# language: fr\nFonctionnalité: x\n  Scénario: a\n    Étant donné un\n    Quand deux\n    Alors trois\n```'
  expect(casesOf(text)).toEqual([{ id: 'a', input: 'Étant donné un\nQuand deux', expected: 'trois' }])
})

it.each([
  ['a fence in a list', `- first\n  \`\`\`gherkin\n  Scenario: a\n  ${step.replaceAll('\n', '\n  ')}\`\`\`\n- second`],
  ['a rule right under it', `Scenario: a\n${step}---\n\nMore.`],
  ['a heading right under it', `Scenario: a\n${step}## Given that\nWhen prose goes on\nThen it is none`],
  ['a fence of its own language after it', `Scenario: a\n${step}\n\`\`\`js\nWhen()\n\`\`\``],
  ['an indented block', `Text.\n\n    Scenario: a\n    ${step.replaceAll('\n', '\n    ')}`],
  ['prose after it', `Scenario: a\n${step}\nAll that said, we go on.\nGiven that, it is none.`],
])('finds the end of a scenario: %s', (_what, text) => {
  const [first, ...others] = casesOf(text)
  expect(others).toEqual([])
  expect(first).toEqual({ id: 'a', input: 'Given a user\nWhen they ask', expected: 'they are told' })
})

it('a fence right under a step is its doc string', () => {
  const text = 'Scenario: a\n  Given this\n  ```json\n  {"a": 1}\n  ```\n  When b\n  Then c\n'
  expect(casesOf(text)).toEqual([{ id: 'a', input: 'Given this\n{"a": 1}\nWhen b', expected: 'c' }])
})

describe('names', () => {
  it.each([
    ['# Intent: Password Reset\n### Feature: Other', 'a.md', 'password-reset'],
    ['### Feature: Größe & Maß', 'a.md', 'größe-maß'],
    ['Prose.', 'docs/My intent.v2.md', 'my-intent-v2'],
    ['# Intent: ???', 'a.md', 'intent'],
  ])('%j in %s is the feature %s', (head, file, feature) => {
    expect(readIntent(`${head}\n\nScenario: a\n${step}`, file).feature).toBe(feature)
  })

  it('ids are unique also where names differ in signs only', () => {
    const names = ['Reset it', 'Reset it!', 'reset it 2', '???', '予約']
    const text = names.map((name) => `Scenario: ${name}\n${step}`).join('\n')
    expect(casesOf(text).map(({ id }) => id)).toEqual(['reset-it', 'reset-it-2', 'reset-it-2-2', 'case', '予約'])
  })

  it('rows of an outline that share a name are counted', () => {
    const text = `Scenario Outline: Same\n${step.replace('a user', '<who>')}Examples:\n| who |\n| Ann |\n| Bob |`
    expect(casesOf(text).map(({ id, input }) => [id, String(input).split('\n')[0]])).toEqual([
      ['same', 'Given Ann'],
      ['same-2', 'Given Bob'],
    ])
  })
})

it('placeholders are named with the lines of their scenarios, JSON and paths are none', () => {
  const scenario = 'Scenario: {name}\nGiven {who}\nWhen GET /users/{id} with {"a": 1}\nThen ok\n'
  expect(readIntent(`# Intent: {Feature}\n\n${scenario}\n${scenario}`, 'a.md').blanks).toEqual([
    { text: '{Feature}', lines: [] },
    { text: '{name}', lines: [3, 8] },
    { text: '{who}', lines: [3, 8] },
  ])
})

it.each([
  [
    '',
    'a.md: expected it to hold at least one scenario, but there is none. A scenario begins with a line "Scenario: NAME" and has Given, When and Then.',
  ],
  [
    `\nScenario: a\n${step}\nScenario: a\n${step}`,
    'a.md:7: expected the name of the scenario to be unlike that of the scenario at line 2, but received "a".',
  ],
  [
    'Text.\n\nScenario: a\nGiven b\nWhen c\n',
    'a.md:3: expected the scenario to be one with a Then step, but received "a". It says what the case expects.',
  ],
  [
    '```gherkin\nScenario: a\nThen b\n```',
    'a.md:2: expected the scenario to be one with a Given or When step, but received "a". They become the input of the case.',
  ],
  [`Scenario:\n${step}`, 'a.md:1: expected the scenario to be named, but received "Scenario:".'],
  [
    'Scenario: a\n\nText.',
    'a.md:1: expected the scenario to be one with a Given or When step, but received "a". They become the input of the case.',
  ],
  [
    `Scenario Outline: a\n${step}`,
    'a.md:1: expected the scenario to be followed by Examples with at least one row, but received "a".',
  ],
  [
    `Scenario Outline: a\n${step}Examples:\n| a |\n`,
    'a.md:1: expected the scenario to be followed by Examples with at least one row, but received "a".',
  ],
  [
    `Scenario Outline: a\n${step}Examples:\n| a |\n| b | c |\n`,
    'a.md:7:1: expected the line to be Gherkin, but received "| b | c |". Gherkin says: inconsistent cell count within the table.',
  ],
  [
    `Scenario: a\n${step}and so on`,
    'a.md:5:1: expected the line to be Gherkin, but received "and so on". Each step stands on one line and begins with Given, When, Then, And or But; prose after steps needs an empty line before it.',
  ],
  [
    `Scenario: a\nGiven b\n"""\nopen`,
    'a.md:5:1: expected the line to be Gherkin, but received "the end of the text". Each step stands on one line and begins with Given, When, Then, And or But; prose after steps needs an empty line before it.',
  ],
  [
    'Scenario: a\nWhen b\nThen re:(\n',
    'a.md:1: expected the Then step to be a regular expression after `re:`, but received "re:(". Invalid regular expression: /(/m: Unterminated group.',
  ],
])('%j is refused: %s', (text, message) => {
  expect(errorOf(text)).toBe(message)
})

it('any text gives a set that can be read, or an error that names the file', () => {
  const pieces = [
    'Scenario: a',
    'Scenario Outline: b',
    'Given x',
    'When y',
    'Then z',
    'And <a>',
    'Examples:',
    '| a |',
    '| 1 |',
    '@t',
  ]
  const others = [
    '```gherkin',
    '```',
    '# Constraints',
    '- never x',
    'Background:',
    'Feature: f',
    '"""',
    'Note: n',
    'prose',
    '',
    '> q',
    '<!--',
    '-->',
    '* x',
    'Rule: r',
  ]
  const line = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...others), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      try {
        const { set } = readIntent(lines.join('\n'), 'a.md')
        expect(parseEvalSet(JSON.stringify(set), 'x.evalset.json').set.draft).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(InputError)
        expect((error as Error).message).toMatch(/^a\.md[:]/)
      }
    }),
    { numRuns: 500 },
  )
})

it('reads a long file in time linear in it', () => {
  const text = Array.from({ length: 5000 }, (_, index) => `Feature: f\n\nScenario: s${index}\n${step}`).join('\n')
  expect(cpuTime(() => expect(casesOf(text)).toHaveLength(5000))).toBeLessThan(10_000)
})
