import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runningWords, splitSentences, splitWords } from '../../src/findings/words.js'

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

it.each([
  ['organization organizations organize', 'organiz organiz organiz'],
  ['validation validations', 'validat validat'],
  ['surprisingly', 'surpris'],
  ['validity validities', 'validit validit'],
  ['darkness dark', 'dark dark'],
  ['statement statements state', 'stat stat stat'],
  ['retries retry', 'retry retry'],
  ['missing', 'mis'],
  ['repeatedly', 'repeat'],
  ['reader readers read', 'read read read'],
  ['checked checks check', 'check check check'],
  ['boxes box', 'box box'],
  ['safely safe', 'saf saf'],
  ['ring used ties sly', 'ring used ties sly'],
  ['needed need feed', 'need need feed'],
  ['naïves 404s x2s', 'naïves 404s x2s'],
  ["the user's user’s token", 'user user token'],
  ['Once more after all', 'onc mor aft all'],
  ['_private __init__', 'privat init'],
  ['will with would you your', ''],
  ['a.b.c order.total', 'a.b.c b c order.total ord total'],
])('takes the endings off %j', (text, words) => {
  expect(stems(text).join(' ')).toBe(words)
})

it('finds the small words too where all are asked for', () => {
  expect(runningWords('The ＵＳＥＲ is NOT a user_id — no!')).toEqual([
    'the',
    'user',
    'is',
    'not',
    'a',
    'user_id',
    'no',
  ])
})

it.each([
  ['One. Two? Three', ['One. ', 'Two? ', 'Three']],
  ['One\nTwo\n\n--\n', ['One', 'Two']],
  ['{"body":"One","path":"a.b"}', ['body', 'One', 'path', 'a.b']],
  ['"One\\nTwo"', ['One', 'Two']],
  ['!? 12.\n', []],
])('splits %j into sentences', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
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
