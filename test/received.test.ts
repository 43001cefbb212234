import { expect, it, test } from 'vitest'
import { InputError } from '../src/errors.js'
import { answerText, receivedText, responseText } from '../src/received.js'

test.each([
  ['a string', 'Hello.', 'Hello.'],
  ['`result`', { result: 'Hello.' }, 'Hello.'],
  ['`response_text`', { response_text: 'Hello.' }, 'Hello.'],
  ['`text`', { text: 'Hello.' }, 'Hello.'],
  ['`output`', { output: 'Hello.' }, 'Hello.'],
  ['`content`', { content: 'Hello.' }, 'Hello.'],
  ['the first of several fields', { text: 'second', result: 'first' }, 'first'],
  ['the first field that is a text', { result: 7, output: 'Hello.' }, 'Hello.'],
  [
    'blocks of content',
    {
      content: [
        { type: 'text', text: 'Hello.' },
        { type: 'tool_use', name: 'lookup' },
      ],
    },
    'Hello.\n{"type":"tool_use","name":"lookup"}',
  ],
  [
    'messages',
    [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
    ],
    'user: Hi.\n\nassistant: Hello.',
  ],
])('the text is read from %s', (_what, received, text) => {
  expect(responseText('toPassRubric', received)).toBe(text)
})

function message(received: unknown): string {
  try {
    return responseText('toPassRubric', received)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.message
  }
}

it('anything without a text is bad input', () => {
  expect([undefined, null, 7, {}, [], { answer: 'x' }, { result: 7 }].map(message)).toMatchInlineSnapshot(`
    [
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received undefined.",
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received null.",
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received 7.",
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received {}.",
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received [].",
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received {"answer":"x"}.",
      "toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received {"result":7}.",
    ]
  `)
})

it('a text that nobody can see is bad input', () => {
  const refused = /^toPassRubric: expected the output to be a text that is not empty/
  for (const text of ['', ' \n\t', '\u200b\u2060', '\u0000']) {
    expect(message(text)).toMatch(refused)
    expect(message({ result: text })).toMatch(refused)
  }
})

it('a message without role or content is named by its place', () => {
  expect(message([{ role: 'user', content: 'Hi.' }, { content: 'Hello.' }])).toMatchInlineSnapshot(
    `"toPassRubric: expected message [1] of the output to be an object with \`role\` and \`content\`, but received {"content":"Hello."}."`,
  )
  expect(message([{ role: 'assistant', content: null }])).toMatchInlineSnapshot(
    `"toPassRubric: expected the output to be a text that is not empty, an object with it in \`result\`, \`response_text\`, \`text\`, \`output\`, \`content\`, or a list of messages, but received [{"role":"assistant","content":null}]."`,
  )
})

test.each([
  ['an empty text', ''],
  ['a text that nobody can see', ' \u200b'],
  ['an object with one', { result: '' }],
  ['an agent that gave up', { output: null }],
  ['no messages', []],
  ['no blocks of content', { content: [] }],
  [
    'messages in which only the user speaks',
    [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: null },
    ],
  ],
])('%s is an answer of nothing', (_what, received) => {
  expect(receivedText('toPassRubric', received).trim()).toMatch(/^\u200b?$/)
})

test('a conversation that only the user has is one to judge', () => {
  expect(receivedText('toPassRubric', [{ role: 'user', content: 'Hi.' }])).toBe('user: Hi.')
})

const messages = [
  { role: 'system', content: 'Find the injection.' },
  { role: 'user', content: 'Is there an injection?' },
  { role: 'assistant', content: 'Let me look.' },
  { role: 'tool', content: 'injection' },
  { role: 'assistant', content: [{ type: 'text', text: 'Looks good.' }] },
]

test.each<[string, unknown, string]>([
  ['messages, without the words of anybody else', messages, 'Let me look.\n\nLooks good.'],
  ['messages in which only the user speaks', messages.slice(0, 2), ''],
  ['an object', { result: 'Hello.' }, 'Hello.'],
  ['a text', 'user: Hi.', 'user: Hi.'],
])('what the agent says is read from %s', (_what, received, text) => {
  expect(answerText('toResolveInstance', received)).toBe(text)
})
