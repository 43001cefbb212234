import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitComments } from '../../src/findings/comments.js'
import { readOutline } from '../../src/findings/outline.js'

/** Blocks apart by blank lines; each comment's, those without a text by their kind. */
function split(...blocks: readonly string[]): string[][] {
  const comments = splitComments(readOutline(blocks.join('\n\n')).blocks)
  return comments.map((comment) => comment.map((block) => ('text' in block ? block.text : block.kind)))
}

describe('comments one after the other', () => {
  it.each<[string, string[], string[][]]>([
    [
      'under their places',
      ['`src/a.ts:3`', 'It leaks.', 'Always.', 'src/b.ts, line 4', 'It is wrong.'],
      [
        ['`src/a.ts:3`', 'It leaks.', 'Always.'],
        ['src/b.ts, line 4', 'It is wrong.'],
      ],
    ],
    [
      'begun by their places',
      ['src/a.ts:3 leaks.', 'src/b.ts:4 is wrong.\nsrc/c.ts, too.'],
      [['src/a.ts:3 leaks.'], ['src/b.ts:4 is wrong.\nsrc/c.ts, too.']],
    ],
    ['begun by lines of a known file', ['`12-15`: x', 'L3: y'], [['`12-15`: x'], ['L3: y']]],
    [
      'without what stands before the first, and after a rule that none follows',
      ['Hello.', 'src/a.ts:3 leaks.', '---', 'Some prose.', 'src/b.ts:4 is wrong.', '---', 'Bye.'],
      [['src/a.ts:3 leaks.'], ['src/b.ts:4 is wrong.']],
    ],
    [
      'with lists, tables and code',
      ['src/a.ts:3', '- leaks', '```\ncode\n```', 'src/b.ts:4', '|a|b|\n|-|-|\n|c|d|'],
      [
        ['src/a.ts:3', 'list', 'code'],
        ['src/b.ts:4', 'table'],
      ],
    ],
    [
      'of which one says where in two blocks',
      ['src/a.ts:3', 'File: src/a.ts', 'It leaks.', 'src/b.ts:4', 'It is wrong.'],
      [
        ['src/a.ts:3', 'File: src/a.ts', 'It leaks.'],
        ['src/b.ts:4', 'It is wrong.'],
      ],
    ],
    [
      'of which one that a rule cut off says only where',
      ['src/a.ts:3', '---', 'src/b.ts:4', 'It is wrong.'],
      [['src/a.ts:3'], ['src/b.ts:4', 'It is wrong.']],
    ],
    ['in words', ['First, x.', 'and y.', 'Second, z.'], [['First, x.', 'and y.'], ['Second, z.']]],
    [
      'of which another begins the second',
      ['The key is wrong.', 'It has no salt.', 'Another is the lock.', 'Finally, the name.'],
      [['The key is wrong.', 'It has no salt.'], ['Another is the lock.'], ['Finally, the name.']],
    ],
    ['not of which another begins the only one', ['The key is wrong.', 'Also, its salt.'], []],
    ['not where one names its place alone', ['src/a.ts:3 leaks.', 'It is `x` there.'], []],
    ['not where prose names places in passing', ['See src/a.ts:3.', 'See src/b.ts:4.'], []],
    ['not of links', ['[The docs](https://host/a)', '[The code](https://host/b)'], []],
    ['not of lists', ['- src/a.ts:3 leaks', '1. src/b.ts:4 is wrong'], []],
    ['none', [], []],
  ])('%s', (_, blocks, comments) => {
    expect(split(...blocks)).toEqual(comments)
  })

  it.each(
    'First,|The first is|Firstly|One issue:|one problem is|**One concern**|Second,|the second|Secondly|Third|Thirdly,|The fourth|Fifth|The other|Another|Also|Additionally|Furthermore|Moreover|In addition|Besides|Finally|**Also**|Lastly|![high](https://host/x.svg)|[P1]|[High risk]|**[P1]**|issue:|suggestion (style):|**nitpick:**|nit:|todo:|question(bug_risk):|bug:|Bug (x):'.split(
      '|',
    ),
  )('one begins by %j', (words) => {
    const [first, second] = ['src/a.ts:3 leaks.', `${words} x`]
    expect(split(first, second)).toEqual([[first], [second]])
  })

  it.each([
    'Firsthand',
    'One thing',
    'Seconds',
    'Others',
    '[link](https://host)',
    '[a]',
    `[${'a'.repeat(21)}]`,
    'issue',
    'issue (x) y:',
    'nits:',
    'x nit:',
    'It is first',
    'Yet another',
    'See ![high](https://host/x.svg)',
    '12: x',
    'Here:',
  ])('none begins by %j', (words) => {
    expect(split('src/a.ts:3 leaks.', `${words} x`)).toEqual([])
  })
})

describe('a comment under quoted code', () => {
  it.each<[string, string[], string[][]]>([
    ['is one by itself', ['> +a', 'It leaks.'], [['+a', 'It leaks.']]],
    ['has nothing of what stands before', ['Hello.', '> +a', 'It leaks.'], [['+a', 'It leaks.']]],
    [
      'may say where it belongs',
      ['> +a', 'src/a.ts:3', 'It leaks.', '> @@ -1 +1 @@', 'It is wrong.'],
      [
        ['+a', 'src/a.ts:3', 'It leaks.'],
        ['@@ -1 +1 @@', 'It is wrong.'],
      ],
    ],
    ['may quote what begins like another', ['Hello.', '> +another', 'It leaks.'], [['+another', 'It leaks.']]],
    ['may quote two pieces', ['> +a', 'src/a.ts', '> +b', 'It leaks.'], [['+a', 'src/a.ts', '+b', 'It leaks.']]],
    [
      'ends where the next place begins',
      ['> +a', 'It leaks.', 'src/b.ts:4 is wrong.'],
      [['+a', 'It leaks.'], ['src/b.ts:4 is wrong.']],
    ],
  ])('%s', (_, blocks, comments) => {
    expect(split(...blocks)).toEqual(comments)
  })
})

it('no block is in two comments, and none moves', () => {
  const block = fc.constantFrom(
    'src/a.ts:3',
    'src/b.ts:4 leaks.',
    'It leaks.',
    'First, x.',
    'Also y.',
    '> +a',
    '---',
    '- z',
  )
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (parts) => {
      const { blocks } = readOutline(parts.join('\n\n'))
      const places = splitComments(blocks).flatMap((comment) => comment.map((one) => blocks.indexOf(one)))
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    }),
  )
})
