import { describe, expect, it } from 'vitest'
import { type Case, sketch } from './sketch.js'

describe('lists', () => {
  it.each<Case>([
    [
      'have items with a first paragraph and more',
      '- a\n  b\n\n  c\n- d',
      ['list -', '  0 a⏎b', '    text c', '  0 d'],
    ],
    ['have numbers', '3. a\n4. b\n', ['list 3', '  0 a', '  0 b']],
    ['stand in one another', '1) a\n   - b\n     c\n', ['list 1', '  0 a', '    list -', '      0 b⏎c']],
    ['have items that begin with no text', '- ```\n  a\n  ```\n-\n', ['list -', '  0 ', '    code a', '  0 ']],
    ['have titles without HTML', '- <b>a</b>\n', ['list -', '  0 **a**']],
    ['leave out what is done', '- [x] a\n- [X] b\n- [ ] c\n- [y] d\n', ['list -', '  0 c', '  0 [y] d']],
    [
      'are those of the section that they stand in',
      '# A\n- b\n\n# C\n* d',
      ['1 A', '  list -', '    0 b', '1 C', '  list -', '    0 d'],
    ],
  ])('%s', (_, markdown, parts) => {
    expect(sketch(markdown)).toEqual(parts)
  })
})

describe('quotes', () => {
  it.each<Case>([
    ['are read as what they hold', '> a\n>\n> - b\n\nc', ['text a', 'list -', '  0 b', 'text c']],
    ['of a diff are hunks at the root', '# A\n\n> +a\n\nb', ['hunk +a', 'text b', '1 A']],
    ['with a place of a diff are hunks', '> a\n> @@ -1 +1 @@\n', ['hunk a⏎@@ -1 +1 @@']],
    ['with a plus within a line are none', '> a +b @@\n', ['text a +b @@']],
    [
      'of mails go on where only the first line has a mark',
      '> +a\n- b\n+c\n d\n@@ e\n\n- f',
      ['hunk +a⏎- b⏎+c⏎ d⏎@@ e', 'list -', '  0 f'],
    ],
    ['of mails may have more marks', '>@@ a\n> b\n- c\n', ['hunk @@ a⏎b⏎- c']],
    ['of mails end with an empty line', '> +a\n \n- b\n', ['hunk +a', 'list -', '  0 b']],
    ['of mails end with another text', '> +a\nb\n- c\n', ['hunk +a⏎b', 'list -', '  0 c']],
    ['of something else do not go on', '> a\n- b\n', ['text a', 'list -', '  0 b']],
    ['within a line do not go on', 'a > +b\n+c\n', ['text a > +b⏎+c']],
  ])('%s', (_, markdown, parts) => {
    expect(sketch(markdown)).toEqual(parts)
  })
})

describe('other parts', () => {
  it.each<Case>([
    [
      'tables',
      '| a | <b>b</b> |\n|---|---|\n| `c` | d<br>e |\n| f |',
      ['table', '  a | **b**', '  `c` | d⏎e', '  f | '],
    ],
    ['code, fenced and indented', '```js\na\n```\n\n    b\n', ['code a', 'code b']],
    ['rules', 'a\n\n***\n\nb', ['text a', 'rule', 'text b']],
    [
      'comments, in the section that they stand in',
      '<!-- a -->\n# B\nc <!-- d\ne --> f\n<!-- g -->',
      ['hidden a', '1 B', '  hidden d⏎e ⏎ g', '  text c', '  text f'],
    ],
    ['HTML without a meaning', '<div>\n<p>a</p>\n</div>', ['text a']],
    ['the footer of a mail is left out', 'a\n\n-- \nReply to this email directly\n\nb', ['text a']],
    ['so is that of other mails', 'a\n--\nYou are receiving this because\nb', ['text a']],
    ['another signature is not', 'a\n\n-- \nB\n', ['text a', 'text -- ⏎B']],
    ['empty texts', ' \n\n', []],
  ])('%s', (_, markdown, parts) => {
    expect(sketch(markdown)).toEqual(parts)
  })
})
