import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutline, type Section } from '../../src/findings/outline.js'
import { type Case, flat, sketch } from './sketch.js'

describe('headings', () => {
  it.each<Case>([
    [
      'hold what is below them, lower ones inside',
      'a\n# B\nc\n## D\ne\n## F\n# G\n',
      ['text a', '1 B', '  text c', '  2 D', '    text e', '  2 F', '1 G'],
    ],
    ['may be underlined', 'A\n===\nb\n\nC\n---\nd', ['1 A', '  text b', '  2 C', '    text d']],
    ['may begin low and leave levels out', '## A\n#### B\n### C\n# D', ['2 A', '  4 B', '  3 C', '1 D']],
    ['have titles without HTML', '# <i>A</i> &amp; `<b>`', ['1 A & `<b>`']],
    ['may be HTML', '<h3>A</h3>\nb\n<h4><b>C</b></h4>d', ['3 A', '  text b', '  4 **C**', '    text d']],
    ['may be HTML without a title', '<h3></h3>\nb', ['3 ', '  text b']],
    ['in a code span are text', '`<h3>` a', ['text `<h3>` a']],
    ['have Windows line ends or those of old Macs', '# A\r\n\r\nb\r# C\r', ['1 A', '  text b', '1 C']],
  ])('%s', (_, markdown, parts) => {
    expect(sketch(markdown)).toEqual(parts)
  })
})

describe('bold lines', () => {
  it.each<[line: string, title: string]>([
    ['**A b**', 'A b'],
    ['**A b:**', 'A b:'],
    ['**A b**:', 'A b'],
    ['🔴 **A b** —', 'A b'],
    ['<b>A b</b>', 'A b'],
    [`**${'a'.repeat(241)}**`, 'a'.repeat(241)],
  ])('are headings, such as %s', (line, title) => {
    expect(sketch(`${line}\n\nc`)).toEqual([`7 ${title}`, '  text c'])
  })

  it.each([
    '**A b** c',
    'c **A b**',
    '3 **A b**',
    '**A** and **b**',
    '***A b***',
    '**A\nb**',
    '**A b**\nc',
    `**${'a'.repeat(242)}**`,
  ])('are none with more than that or less, such as %s', (line) => {
    expect(sketch(`${line}\n\nc`)).toEqual([`text ${flat(line)}`, 'text c'])
  })

  it.each<Case>([
    [
      'are below all headings and end with them',
      '# A\n\nb\n\n**C d**\n\ne\n\n**F g**\n\n# H',
      ['1 A', '  text b', '  7 C d', '    text e', '  7 F g', '1 H'],
    ],
    [
      'end with a rule, which headings do not',
      '# A\n\nb\n\n**C d**\n\ne\n\n---\n\nf',
      ['1 A', '  text b', '  rule', '  text f', '  7 C d', '    text e'],
    ],
    ['are headings where there is none above', '**High**\n\na', ['7 High', '  text a']],
    [
      'belong to the heading above where they are a severity',
      '# A\n\n🔴 **High**\n\nb',
      ['1 A', '  text 🔴 **High**', '  text b'],
    ],
    [
      'belong to it also behind a rule',
      '# A\n\n---\n\n**Low risk:**\n\nb',
      ['1 A', '  rule', '  text **Low risk:**', '  text b'],
    ],
    [
      'belong to a bold line above',
      '**A b**\n\n**Medium Priority**\n\nc',
      ['7 A b', '  text **Medium Priority**', '  text c'],
    ],
    ['are headings behind a text', '# A\n\nb\n\n**High**\n\nc', ['1 A', '  text b', '  7 High', '    text c']],
    ['belong to it also with marks', '# A\n\n**🔴 High!**\n\nb', ['1 A', '  text **🔴 High!**', '  text b']],
    ['are headings where they say more', '# A\n\n**High memory**\n\nb', ['1 A', '  7 High memory', '    text b']],
    [
      'are headings below a title that says something',
      '# The lock leaks\n\n**On every call**\n\na',
      ['1 The lock leaks', '  7 On every call', '    text a'],
    ],
    ['are no headings in a list', '- a\n\n  **B c**\n\n  d', ['list -', '  0 a', '    text **B c**', '    text d']],
  ])('%s', (_, markdown, parts) => {
    expect(sketch(markdown)).toEqual(parts)
  })
})

describe('details', () => {
  it.each<Case>([
    [
      'hold what is between their tags',
      '<details>\n<summary>A</summary>\n\nb\n\n</details>\n\nc',
      ['text c', '8 A', '  text b'],
    ],
    [
      'keep headings inside',
      '# A\n<details><summary>B</summary>\n\n# C\nd\n\n</details>\ne',
      ['1 A', '  text e', '  8 B', '    1 C', '      text d'],
    ],
    [
      'stand in one another',
      '<details>a<details>b</details>c</details>d',
      ['text d', '8 ', '  text a', '  text c', '  8 ', '    text b'],
    ],
    ['go on to the end where they are never closed', '<details>\n<summary>A\n\nb', ['8 A', '  text b']],
    ['that were never opened close nothing', '# A\n</details>\nb', ['1 A', '  text b']],
    [
      'have the first line of their summary for a title',
      '<details><summary>\nA\n  b\nc\n</summary>d',
      ['8 A', '  text b⏎c', '  text d'],
    ],
    ['have no title without a summary', '<details>\n\na\n</details>', ['8 ', '  text a']],
    ['have no title where the summary is empty', '<details><summary></summary>\n\na\n\n</details>', ['8 ', '  text a']],
    [
      'that end within a summary end the title, too',
      '<details><summary></details>\n\n# \n\na',
      ['8 ', '1 ', '  text a'],
    ],
    ['are what a summary gives its title to', '<summary>a</summary>\n\n- <summary>b', ['text a', 'list -', '  0 b']],
    ['keep the title that was never closed', '<details><summary>\n\n> +a\n\nb', ['hunk +a', 'text b', '8 ']],
    [
      'keep a bold line under their title as text',
      '<details><summary>The lock leaks</summary>\n\n**On every call**\n\na\n\n**B c**\n\nd',
      ['8 The lock leaks', '  text **On every call**', '  text a', '  7 B c', '    text d'],
    ],
    [
      'have bold headings where the title says nothing',
      '<details><summary>Details</summary>\n\n**A b**\n\nc',
      ['8 Details', '  7 A b', '    text c'],
    ],
    [
      'have bold headings behind other parts',
      '<details><summary>The lock leaks</summary><details>a</details>\n\n**A b**\n\n**High**\n',
      ['8 The lock leaks', '  8 ', '    text a', '  7 A b', '    text **High**'],
    ],
  ])('%s', (_, markdown, parts) => {
    expect(sketch(markdown)).toEqual(parts)
  })

  it.each(['<details>', '<details>\n\n'])(
    'that stand in one another hundreds of times are laid side by side below the fiftieth: %j',
    (tag) => {
      const depth = ({ children }: Section): number => 1 + Math.max(0, ...children.map(depth))
      const count = ({ children }: Section): number => children.reduce((sum, child) => sum + count(child), 1)
      const outline = readOutline(tag.repeat(300))
      expect([depth(outline), count(outline)]).toEqual([51, 301])
    },
  )
})

const piece = fc.constantFrom<(word: string) => string>(
  ...[
    '# ',
    '## ',
    '- ',
    '1. ',
    '  - ',
    '> ',
    '> +',
    '',
    '    ',
    '<details><summary>',
    '<summary>',
    '</details>',
    '<h2>',
    '**',
  ].map((mark) => (word: string) => `${mark}${word}\n`),
  ...['\n', '</summary>\n', '---\n', '```\n', '</h2>', '**\n\n'].map((mark) => (word: string) => `${word}${mark}`),
  (word) => `**${word}**\n\n`,
  (word) => `| ${word} |\n|---|\n\n`,
  (word) => `<!-- ${word} -->\n`,
)

const texts = fc.array(piece, { maxLength: 30 }).map((all) => all.map((write, i) => write(`w${i}w`)).join(''))

it('property: each word of a text is in its outline once', () => {
  const wordsOf = (text: string) => (text.match(/w\d+w/g) ?? []).sort()
  fc.assert(
    fc.property(texts, (text) => {
      expect(wordsOf(sketch(text).join('\n'))).toEqual(wordsOf(text))
    }),
    { numRuns: 300 },
  )
})
