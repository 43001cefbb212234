import { expect, test } from 'vitest'
import { findText, listSearchable } from '../../src/evalset/match.js'
import type { Produced } from '../../src/types.js'

const DIFF = `diff --git a/src/refund.ts b/src/refund.ts
index 1111111..2222222 100644
--- a/src/refund.ts
+++ b/src/refund.ts
@@ -1,4 +1,4 @@ class Refund
 context line
-removed line
--- removed comment
+added one
+++ added counter
 more context
@@ -20 +20,2 @@
+added two
\\ No newline at end of file
`

function textsIn(produced: Produced): string[] {
  return listSearchable(produced).parts.map(({ text }) => text)
}

test('of a diff only the added lines are searched, each hunk on its own', () => {
  expect(textsIn({ output: '', diff: DIFF })).toEqual(['', 'added one\n++ added counter', 'added two'])
})

test('an output that is a diff is searched like one', () => {
  expect(textsIn({ output: DIFF })).toEqual(['', 'added one\n++ added counter', 'added two'])
})

test('prose round a diff is searched too', () => {
  const output = `I changed it:\n\`\`\`diff\n${DIFF}\`\`\`\nDone.`
  expect(textsIn({ output })[0]).toBe('I changed it:\n```diff\n```\nDone.')
})

test('a second file in the same diff is searched, its header is not', () => {
  const second = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-old\n+new\n'
  expect(textsIn({ output: '', diff: DIFF + second })).toEqual(['', 'added one\n++ added counter', 'added two', 'new'])
})

test.each([
  ['a list behind a hunk', 'yes\n\n@@ -1 +1 @@\n-a\n+b\n\n- I have refunded it'],
  ['prose behind the header of a file', 'yes\n\ndiff --git a/x b/x\nI have refunded it'],
  ['a diff that is none', undefined, 'I have refunded it'],
  ['a combined diff', undefined, 'diff --cc x\n@@@ -1 -1 +1 @@@\n++I have refunded it'],
])('what must not be is looked for in %s, where nobody can tell whether it is new', (_what, output = '', diff = '') => {
  const { parts, loose } = listSearchable({ output, diff })
  expect(findText('I have refunded', [...parts, ...loose])).toBe(true)
})

test('removed and context lines are not searched, also where the counts of the hunk are wrong', () => {
  const diff =
    '--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n old\n-I have refunded it\n old\n+new\n\\ No newline at end of file\n'
  const { parts, loose } = listSearchable({ output: '', diff })
  expect(findText('I have refunded', [...parts, ...loose])).toBe(false)
})

test('a diff without hunks adds nothing, an output without hunks is prose', () => {
  const text = '+ looks added\n- looks removed'
  expect(textsIn({ output: text, diff: text })).toEqual([text])
})

test.each([
  ['added   one', 'an\n  added\t\none here', true],
  ['Added one', 'added one', false],
  ['zero\u200Bwidth', 'zerowidth', true],
  ['\u200B', 'anything', false],
  ['re:added\\s+one', 'added\n one', true],
  ['re:ADDED', 'added', false],
])('%j in %j: %s', (text, part, found) => {
  expect(
    findText(
      text,
      ['other', part].flatMap((output) => listSearchable({ output }).parts),
    ),
  ).toBe(found)
})

test('a text that goes over two parts is not found', () => {
  expect(
    findText(
      'a b',
      ['a', 'b'].flatMap((output) => listSearchable({ output }).parts),
    ),
  ).toBe(false)
})
