import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitWords } from '../../src/findings/words.js'

const stems = (text: string) => splitWords(text).map(({ stem }) => stem)

it.each([
  ['The retries are retried by a retry', ['retry', 'retri', 'retry']],
  ['validation validates', ['validat', 'validat']],
  [
    'getUserById user_id HTTPServer',
    ['getuserbyid', 'get', 'user', 'id', 'user_id', 'user', 'id', 'httpserver', 'http', 'serv'],
  ],
  ['setting set sets', ['set', 'set', 'set']],
  ['ＦＵＬＬ ﬁle', ['ful', 'fil']],
  ['空值检查', ['空', '值', '检查']],
  ['повний аудит', ['повний', 'аудит']],
  ['!? — 🔴', []],
])('splits %j', (text, words) => {
  expect(stems(text)).toEqual(words)
})

it('keeps what the text says beside what is compared', () => {
  expect(splitWords('Missing Validation')).toEqual([
    { stem: 'mis', text: 'missing' },
    { stem: 'validat', text: 'validation' },
  ])
})

it('finds the same words in a text that is longer than one piece', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      (count) => stems('zebra crossing '.repeat(count)).length === 2 * count,
    ),
    { numRuns: 20 },
  )
})
