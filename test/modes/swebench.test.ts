import { expect, it } from 'vitest'
import { groundTruth } from '../../src/modes/ground-truth.js'
import { swebench } from '../../src/modes/swebench.js'
import { patch, instance as row } from '../support/instance.js'

const response = 'In src/a.py, area adds because of a slip:\n```python\nreturn w * h\n```\n'
const judge = (task: object) => swebench.score(swebench.check({ mode: 'swebench', response, ...task }), [])

it('gives every output field', () => {
  const { fields, total, bounds, ...rest } = judge({ instance: row })
  expect(fields).toMatchInlineSnapshot(`
    {
      "details": {
        "completeness": [
          "words about edge cases: 0",
          "no test function",
          "no assertion",
        ],
        "fix_quality": [
          "added lines: 1 of 1",
          "has fenced block",
          "code lines: 1, changed lines of the gold patch: 2",
          "Python blocks that parse: 1 of 1",
        ],
        "persona": [
          "professional phrases: 0",
        ],
        "root_cause": [
          "files: 1 of 1",
          "functions and classes: 1 of 1",
          "has words of explanation",
          "key terms: 1 of 1",
        ],
      },
      "ground_truth_files": [
        "src/a.py",
      ],
      "instance_id": "shapes__shapes-7",
      "scores": {
        "completeness": {
          "EDGE_CASES": 0,
          "TEST_COVERAGE": 0,
          "subtotal": 0,
        },
        "fix_quality": {
          "FIX_ADDRESSES_ISSUE": 20,
          "FIX_IS_MINIMAL": 10,
          "FIX_SYNTAX_CORRECT": 10,
          "subtotal": 40,
        },
        "persona": {
          "IN_CHARACTER": 0,
          "subtotal": 0,
        },
        "root_cause": {
          "EXPLAINS_WHY_BROKEN": 15,
          "IDENTIFIES_BUG_LOCATION": 15,
          "subtotal": 30,
        },
      },
    }
  `)
  expect([total, bounds]).toEqual([fields.scores.root_cause.subtotal + 40, { lower: total, upper: total }])
  expect(rest).toEqual({ judged: true, unjudged: [], warnings: [] })
})

it.each([
  ['the row itself', { instance: row }],
  ['a row with `gold_patch`', { instance: { ...row, patch: undefined, gold_patch: patch } }],
  ['its name', { scenario: 'shapes__shapes-7', instances: [{ ...row, instance_id: 'a__b-1' }, row] }],
  ['its short name', { scenario: 'shapes-7', instances: [row] }],
])('the instance may be %s', (_what, task) => {
  expect(judge(task).total).toBe(judge({ instance: row }).total)
})

it.each([
  ['text', response],
  ['an object with `result`', { result: response }],
  ['an object with `response_text`', { response_text: response, token_usage: {} }],
])('the response may be %s', (_what, given) => {
  expect(judge({ instance: row, response: given }).total).toBe(judge({ instance: row }).total)
})

it('says what is wrong with the input', () => {
  const message = (task: object) => {
    try {
      return judge(task).total
    } catch (error) {
      return String(error)
    }
  }
  expect([
    message({}),
    message({ instance: row, scenario: 'x' }),
    message({ scenario: 'shapes-7' }),
    message({ scenario: 'shapes-8', instances: [row] }),
    message({ scenario: 'shapes-7', instances: [row, { ...row, instance_id: 'other__shapes-7' }] }),
    message({ scenario: 'shapes-7', instances: row }),
    message({ instance: { instance_id: 'x' } }),
    message({ instance: row, response: ' ' }),
    message({ instance: row, response: {} }),
    message({ instance: row, response_file: 'x' }),
  ]).toMatchInlineSnapshot(`
    [
      "InputError: swebench: expected \`instance\` or \`scenario\` to be given, and only one of them, but received [].",
      "InputError: swebench: expected \`instance\` or \`scenario\` to be given, and only one of them, but received ["instance","scenario"].",
      "InputError: swebench: expected \`instances\` to be a list of SWE-bench rows, because \`scenario\` is a name in it, but received undefined.",
      "InputError: instance: expected its name to be the \`instance_id\` of a row, but received "shapes-8". Rows: shapes__shapes-7.",
      "InputError: instance: expected its name to be the name of one row; it stands for 2, but received "shapes-7". Rows: shapes__shapes-7, other__shapes-7.",
      "InputError: swebench: expected \`instances\` to be an array, but received {"instance_id":"shapes__shapes-7","patch":"diff --git a/src/a.py b/src/a.py\\n---… (+155 characters).",
      "InputError: gold patch: expected \`patch\` or \`gold_patch\` to be a unified diff, but received undefined.",
      "InputError: swebench: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received " ".",
      "InputError: swebench: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received {}.",
      "InputError: swebench: there is no \`response_file\`. Known are \`mode\`, \`instance\`, \`scenario\`, \`instances\`, \`response\`.",
    ]
  `)
})

it('ground-truth takes an instance by the same names', () => {
  const total = (task: object) =>
    groundTruth.score(groundTruth.check({ mode: 'ground-truth', response: patch, ...task }), []).total
  expect(total({ gold: patch })).toBe(100)
  expect(total({ instance: row })).toBe(100)
  expect(total({ scenario: 'shapes-7', instances: [row] })).toBe(100)
  expect(() => total({ gold: patch, instance: row })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: ground-truth: expected \`gold\`, \`instance\` or \`scenario\` to be given, and only one of them, but received ["gold","instance"].]`,
  )
})

it('asks nobody', () => {
  expect(swebench.requests(swebench.check({ mode: 'swebench', instance: row, response }))).toEqual([])
  expect(() => swebench.read(swebench.check({ mode: 'swebench', instance: row, response }), {}, 0)).toThrow(TypeError)
})

it('counts only what the agent says in a list of messages', () => {
  const answered = [
    { role: 'user', content: response },
    { role: 'assistant', content: 'No idea.' },
  ]
  expect(judge({ instance: row, response: answered }).total).toBe(judge({ instance: row, response: 'No idea.' }).total)
})
