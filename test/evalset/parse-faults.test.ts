import { expect, test } from 'vitest'
import { CASE, messageOf } from './faults.js'

/** The message of the fault in a set that is sound but for `change`. */
function faultIn(change: object): string {
  return messageOf(JSON.stringify({ version: 1, feature: 'refunds', cases: [CASE], ...change }, null, 2))
}

function showFaults(faults: (() => string)[]): string {
  return faults.map((fault) => fault()).join('\n')
}

function rubric(...dimensions: object[]): object {
  return { rubric: { dimensions } }
}

const TEXT_FAULTS = [
  () => messageOf('{"version": 1,\n "feature" "f"}'),
  () => messageOf('{"version": 1,\n "cases": [{"id": "c1"'),
  () => messageOf('{"version": 1, "version": 1}'),
  () => messageOf('version: 1\ncases:\n  - id: c1\n - id: c2', 'e.yml'),
  () => messageOf('a: *b', 'e.yaml'),
  () => messageOf('{"id":"c1","input":1}\n{"id":"c2",\n', 'e.jsonl'),
]

test('faults of the text name file, place, field, what was expected and what came', () => {
  expect(showFaults(TEXT_FAULTS)).toMatchInlineSnapshot(`
    "evals/evalset.json:2:12: expected the text to be JSON, but received "\\"f\\"}". No JSON goes on like this.
    evals/evalset.json:2:23: expected the text to be JSON, but received "the end of the text". No JSON goes on like this.
    evals/evalset.json:1:16: expected the text to be JSON, but received "\\"version\\": 1}". Map keys must be unique.
    e.yml:4:1: expected the text to be YAML, but received " - id: c2". A block sequence may not be used as an implicit map key.
    e.yaml:1:1: expected the text to be YAML, but received "a: *b". Unresolved alias (the anchor must be set before the alias): b.
    e.jsonl:2:12: expected the text to be JSON, but received "the end of the text". No JSON goes on like this after a comma; is there one too many."
  `)
})

const SET_FAULTS = [
  () => messageOf(''),
  () => messageOf('[1]'),
  () => messageOf('"text"'),
  () => faultIn({ version: 2 }),
  () => faultIn({ version: undefined }),
  () => faultIn({ feature: ' ' }),
  () => faultIn({ feature: 'a\n::error::b' }),
  () => faultIn({ feature: 'a\u001b[31m' }),
  () => faultIn({ draft: 'yes' }),
  () => faultIn({ casse: [] }),
  () => faultIn({ cases: [] }),
  () => faultIn({ cases: {} }),
]

test('faults of the set name file, place, field, what was expected and what came', () => {
  expect(showFaults(SET_FAULTS)).toMatchInlineSnapshot(`
    "evals/evalset.json:1:1: expected the text to be JSON, but received "the end of the text". The file is empty.
    evals/evalset.json:1:1: expected it to be an object with version, feature, draft, rubric, cases, $schema, but received [1].
    evals/evalset.json:1:1: expected it to be an object with version, feature, draft, rubric, cases, $schema, but received "text".
    evals/evalset.json:2:3: expected \`version\` to be 1, but received 2.
    evals/evalset.json:1:1: expected \`version\` to be 1, but received undefined.
    evals/evalset.json:3:3: expected \`feature\` to be at most 200 characters without control characters, and not empty, but received " ".
    evals/evalset.json:3:3: expected \`feature\` to be at most 200 characters without control characters, and not empty, but received "a\\n::error::b".
    evals/evalset.json:3:3: expected \`feature\` to be at most 200 characters without control characters, and not empty, but received "a\\u001b[31m".
    evals/evalset.json:10:3: expected \`draft\` to be true or false, but received "yes".
    evals/evalset.json:10:3: expected every field of it to be one of version, feature, draft, rubric, cases, $schema, but received "casse". Did you mean \`cases\`?
    evals/evalset.json:4:3: expected \`cases\` to be a list of at least one case, but received [].
    evals/evalset.json:4:3: expected \`cases\` to be a list of at least one case, but received {}."
  `)
})

const RUBRIC_FAULTS = [
  () => faultIn({ rubric: {} }),
  () => faultIn({ rubric: { dimensions: [] } }),
  () => faultIn(rubric({ name: 'a', weight: 0 })),
  () => faultIn(rubric({ name: 'a', weight: -1 })),
  () => faultIn(rubric({ name: 'a', weight: '1' })),
  () => faultIn(rubric({ name: 'a' })),
  () =>
    messageOf('version: 1\nfeature: f\ncases: []\nrubric:\n  dimensions:\n    - name: a\n      weight: .inf', 'e.yaml'),
  () => faultIn(rubric({ name: 'a', weight: 1 }, { name: 'a', weight: 2 })),
  () => faultIn(rubric({ name: '', weight: 1 })),
  () => faultIn(rubric({ name: 'a'.repeat(65), weight: 1 })),
  () => faultIn(rubric({ name: 'a"b', weight: 1 })),
  () => faultIn(rubric({ name: 'constructor', weight: 1 })),
  () => faultIn(rubric({ name: 'a', weight: 1, invert: 1 })),
  () => faultIn(rubric({ name: 'a', weight: 1, category: 'product' })),
  () => faultIn(rubric({ name: 'a', weight: 1, measures: '' })),
  () => faultIn(rubric({ name: 'a', weight: 1, wieght: 2 })),
  () => faultIn({ rubric: { dimensions: [{ name: 'a', weight: 1 }], pass_threshold: 80 } }),
  () => faultIn({ rubric: { dimensions: [{ name: 'a', weight: 1 }], pass_threshold: -0.1 } }),
  () => faultIn({ rubric: { dimensions: [{ name: 'a', weight: 1 }], invert_mode: 'add' } }),
]

test('faults of the rubric name file, place, field, what was expected and what came', () => {
  expect(showFaults(RUBRIC_FAULTS)).toMatchInlineSnapshot(`
    "evals/evalset.json:10:3: expected \`rubric.dimensions\` to be a list of at least one dimension, but received undefined.
    evals/evalset.json:11:5: expected \`rubric.dimensions\` to be a list of at least one dimension, but received [].
    evals/evalset.json:14:9: expected \`rubric.dimensions[0].weight\` to be a number above 0, at most 1e9, but received 0.
    evals/evalset.json:14:9: expected \`rubric.dimensions[0].weight\` to be a number above 0, at most 1e9, but received -1.
    evals/evalset.json:14:9: expected \`rubric.dimensions[0].weight\` to be a number above 0, at most 1e9, but received "1".
    evals/evalset.json:12:7: expected \`rubric.dimensions[0].weight\` to be a number above 0, at most 1e9, but received undefined.
    e.yaml:7:7: expected \`rubric.dimensions[0].weight\` to be a number above 0, at most 1e9, but received Infinity.
    evals/evalset.json:17:9: expected \`rubric.dimensions[1].name\` to be unlike that of every other dimension, but received "a".
    evals/evalset.json:13:9: expected \`rubric.dimensions[0].name\` to be at most 64 letters, digits, spaces, _ - . / without space at its ends, but received "".
    evals/evalset.json:13:9: expected \`rubric.dimensions[0].name\` to be at most 64 letters, digits, spaces, _ - . / without space at its ends, but received "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".
    evals/evalset.json:13:9: expected \`rubric.dimensions[0].name\` to be at most 64 letters, digits, spaces, _ - . / without space at its ends, but received "a\\"b".
    evals/evalset.json:13:9: expected \`rubric.dimensions[0].name\` to be a name that JavaScript objects do not have already, but received "constructor".
    evals/evalset.json:15:9: expected \`rubric.dimensions[0].invert\` to be true or false, but received 1.
    evals/evalset.json:15:9: expected \`rubric.dimensions[0].category\` to be "artifact" or "process", but received "product".
    evals/evalset.json:15:9: expected \`rubric.dimensions[0].measures\` to be text that says what it measures, but received "".
    evals/evalset.json:15:9: expected every field of \`rubric.dimensions[0]\` to be one of name, weight, invert, category, measures, but received "wieght". Did you mean \`weight\`?
    evals/evalset.json:17:5: expected \`rubric.pass_threshold\` to be a fraction from 0 to 1, but received 80. For 80 % write 0.8.
    evals/evalset.json:17:5: expected \`rubric.pass_threshold\` to be a fraction from 0 to 1, but received -0.1.
    evals/evalset.json:17:5: expected \`rubric.invert_mode\` to be "subtract" or "complement", but received "add"."
  `)
})

const CASE_FAULTS = [
  () => faultIn({ cases: [{ input: 'in' }] }),
  () => faultIn({ cases: [{ ...CASE, id: '' }] }),
  () => faultIn({ cases: [{ ...CASE, id: 'a\nb' }] }),
  () => faultIn({ cases: [{ ...CASE, id: 'a'.repeat(201) }] }),
  () => faultIn({ cases: [CASE, { ...CASE, id: 'c2' }, CASE] }),
  () => faultIn({ cases: [{ id: 'c1' }] }),
  () => faultIn({ cases: [{ ...CASE, expected: 3 }] }),
  () => faultIn({ cases: [{ ...CASE, labels: 'a' }] }),
  () => faultIn({ cases: [{ ...CASE, labels: [1] }] }),
  () => faultIn({ cases: [{ ...CASE, must_not: [''] }] }),
  () => faultIn({ cases: [{ ...CASE, must_nto: ['x'] }] }),
  () => faultIn({ cases: [CASE, 'text'] }),
  () => faultIn({ cases: [{ ...CASE, expected: 're:(' }] }),
  () => faultIn({ cases: [{ ...CASE, must_not: ['fine', 're:[\u001b'] }] }),
  () => faultIn({ cases: [{ ...CASE, must_not: ['re: '] }] }),
  () => messageOf('version: 1\nfeature: f\ncases:\n  - id: c1\n    input: &a\n      - *a', 'e.yaml'),
  () => messageOf('version: 1\nfeature: f\ncases:\n  - id: c1\n    input: [1, .nan]', 'e.yaml'),
]

test('faults of the cases name file, place, field, what was expected and what came', () => {
  expect(showFaults(CASE_FAULTS)).toMatchInlineSnapshot(`
    "evals/evalset.json:5:5: expected \`cases[0].id\` to be at most 200 characters without control characters, and not empty, but received undefined.
    evals/evalset.json:6:7: expected \`cases[0].id\` to be at most 200 characters without control characters, and not empty, but received "".
    evals/evalset.json:6:7: expected \`cases[0].id\` to be at most 200 characters without control characters, and not empty, but received "a\\nb".
    evals/evalset.json:6:7: expected \`cases[0].id\` to be at most 200 characters without control characters, and not empty, but received "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (+123 characters).
    evals/evalset.json:14:7: expected \`cases[2].id\` to be unlike that of every other case, but received "c1".
    evals/evalset.json:5:5: expected \`cases[0].input\` to be text or plain JSON, but received undefined.
    evals/evalset.json:8:7: expected \`cases[0].expected\` to be text, but received 3.
    evals/evalset.json:8:7: expected \`cases[0].labels\` to be a list of labels, but received "a".
    evals/evalset.json:9:9: expected \`cases[0].labels[0]\` to be text, not empty, but received 1.
    evals/evalset.json:9:9: expected \`cases[0].must_not[0]\` to be text, not empty, but received "".
    evals/evalset.json:8:7: expected every field of \`cases[0]\` to be one of id, input, expected, labels, must_not, only, skip, todo, but received "must_nto". Did you mean \`must_not\`?
    evals/evalset.json:9:5: expected \`cases[1]\` to be an object with id, input, expected, labels, must_not, only, skip, todo, but received "text".
    evals/evalset.json:8:7: expected \`cases[0].expected\` to be a regular expression after \`re:\`, but received "re:(". Case "c1": Invalid regular expression: /(/m: Unterminated group.
    evals/evalset.json:10:9: expected \`cases[0].must_not[1]\` to be a regular expression after \`re:\`, but received "re:[\\u001b". Case "c1": Invalid regular expression: /[/m: Unterminated character class.
    evals/evalset.json:9:9: expected \`cases[0].must_not[0]\` to be a regular expression after \`re:\`, but received "re: ". Case "c1": an empty pattern is found everywhere.
    e.yaml:6:9: expected \`cases[0].input[0]\` to be text or plain JSON, which does not hold itself, but received [object Array].
    e.yaml:5:16: expected \`cases[0].input[1]\` to be text or plain JSON, which has no NaN, but received NaN."
  `)
})

const LINES_FAULTS = [
  () => messageOf('', 'e.jsonl'),
  () => messageOf('{"version": 1, "cases": []}\n{"id":"c1","input":1}', 'e.jsonl'),
  () => messageOf('{"version": 2}\n{"id":"c1","input":1}', 'e.jsonl'),
  () => messageOf('{"id":"c1","input":1}\n{"id":"c1","input":1}', 'e.jsonl'),
  () => messageOf('{"id":"c1","input":1}\n{"version":1}', 'e.jsonl'),
]

test('faults of JSON Lines name file, place, field, what was expected and what came', () => {
  expect(showFaults(LINES_FAULTS)).toMatchInlineSnapshot(`
    "e.jsonl:1:1: expected \`cases\` to be a list of at least one case, but received [].
    e.jsonl:1:16: expected the header line to be without \`cases\`, but received {"version":1,"cases":[]}. Each following line is a case.
    e.jsonl:1:2: expected \`version\` to be 1, but received 2.
    e.jsonl:2:2: expected \`cases[1].id\` to be unlike that of every other case, but received "c1".
    e.jsonl:2:2: expected every field of \`cases[1]\` to be one of id, input, expected, labels, must_not, only, skip, todo, but received "version"."
  `)
})
