import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCandidate } from '../../src/patch/candidate.js'
import { readPatch } from '../../src/patch/read.js'

const DIFF = '--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-old\n+new\n'

const README = '--- a/README.md\n+++ b/README.md\n@@ -1,4 +1,4 @@\n `src/z.py`\n ```diff\n-x\n+y\n ```\n'

/** The changed lines that the reader finds in a candidate, by file. */
function changes(text: string): Record<string, readonly string[]> {
  const { files } = readPatch(readCandidate(text).patch)
  return Object.fromEntries(files.map(({ path, hunks }) => [path, hunks.flatMap(({ lines }) => lines)]))
}

describe('readCandidate on diffs', () => {
  it.each([
    ['a diff', DIFF],
    ['a diff behind blank lines', `\n\n${DIFF}`],
    ['a diff behind prose', `Here it is:\n\n${DIFF}`],
    ['a diff that starts with what looks like a response', README],
    ['such a diff behind blank lines', `\n\n${README}`],
    ['a diff that changes a fence', DIFF.replace('-old', '-```diff').replace('+new', '+```')],
  ])('takes %s as it is', (_, text) => {
    expect(readCandidate(text)).toEqual({ patch: text, kind: 'patch', repairs: [] })
  })

  it('takes all fenced diffs out of a response', () => {
    const text = `First:\n\`\`\`diff\n${DIFF}\`\`\`\nThen:\n~~~\n${DIFF.replaceAll('a.py', 'b.py')}~~~\nDone.`
    expect(readCandidate(text)).toMatchObject({
      kind: 'fenced-diff',
      repairs: ['2 fenced diffs taken out of a response'],
    })
    expect(changes(text)).toEqual({ 'src/a.py': ['-old', '+new'], 'src/b.py': ['-old', '+new'] })
  })

  it('takes the file of a fenced diff without header from the line above', () => {
    expect(changes('In `src/a.py`:\n  \n``` diff\n-old\n+new\n```')).toEqual({ 'src/a.py': ['-old', '+new'] })
  })

  it('keeps the numbers of a fenced diff without header', () => {
    const { patch } = readCandidate('In `src/a.py`:\n```diff\n@@ -7 +7 @@\n-old\n+new\n```')
    expect(readPatch(patch).files[0]?.hunks).toEqual([{ oldStart: 7, lines: ['-old', '+new'] }])
  })

  it('leaves out a fenced diff that belongs to no file', () => {
    const text = `\`\`\`diff\n-a\n+b\n\`\`\`\n\n\`\`\`diff\r\n${DIFF}\`\`\``
    expect(readCandidate(text)).toEqual({
      patch: DIFF,
      kind: 'fenced-diff',
      repairs: ['1 fenced diff taken out of a response'],
    })
  })

  it('reads a fence that is never closed to the end', () => {
    expect(changes(`So:\n\`\`\`diff\n${DIFF}`)).toEqual({ 'src/a.py': ['-old', '+new'] })
  })

  it.each([
    '',
    'I could not find the bug.',
    '```py\nx = 1\n```',
    '```diff\n-a\n+b\n```',
    'I ran `diff --git a/x b/x` and saw nothing.',
    'See ```src/a.py\nx = 1',
    '~ src/a.py\nx = 1',
    '```src/a.py```\nx = 1',
    'Change in src/a.py\n```\nx = 1\n```',
    'src/a.py is it\n```\nx = 1\n```',
    '```python\nx = 1  # src/a.py\n```',
    '```python\n# src/a.py is wrong\n```',
    `\`\`\`python\n# ${'a/'.repeat(200)}a.py\n\`\`\``,
    `\`\`\`python:${'a/'.repeat(200)}a.py\nx = 1\n\`\`\``,
    `${'a/'.repeat(200)}a.py\n\`\`\`\nx = 1\n\`\`\``,
  ])('finds no change in %j', (text) => {
    expect(readCandidate(text)).toEqual({ patch: '', kind: 'none', repairs: [] })
  })
})

const BLOCK = '<<<<<<< SEARCH\ndef f():\n    return 1\n=======\ndef f():\n    return 2\n>>>>>>> REPLACE'

describe('readCandidate on search/replace blocks', () => {
  it.each([
    ['above the fence', `src/a.py\n\`\`\`python\n${BLOCK}\n\`\`\``],
    ['inside the fence', `\`\`\`python\nsrc/a.py\n${BLOCK}\n\`\`\``],
    ['as a heading', `### \`src/a.py\`\n\n${BLOCK}`],
    ['with a label', `File: src/a.py\n${BLOCK}`],
    ['with a label and no blank', `File:src/a.py\n${BLOCK}`],
    ['three lines above', `src/a.py\n\n\`\`\`python\n${BLOCK}\n\`\`\``],
    ['of a block with shorter marks', `src/a.py\n${BLOCK.replaceAll(/[<=>]{7} ?/g, (mark) => mark.slice(0, 5))}`],
  ])('takes the file name %s', (_, text) => {
    expect(readCandidate(text)).toMatchObject({
      kind: 'search-replace',
      repairs: ['1 search/replace block read as a diff'],
    })
    expect(changes(text)).toEqual({ 'src/a.py': [' def f():', '-    return 1', '+    return 2'] })
  })

  it('lets blocks follow each other under one name', () => {
    expect(readCandidate(`src/a.py\n${BLOCK}\n${BLOCK}`).repairs).toEqual(['2 search/replace blocks read as a diff'])
    expect(changes(`src/a.py\n${BLOCK}\n${BLOCK.replaceAll('f()', 'g()')}`)['src/a.py']).toEqual([
      ' def f():',
      '-    return 1',
      '+    return 2',
      ' def g():',
      '-    return 1',
      '+    return 2',
    ])
  })

  it('takes an empty search as a new file', () => {
    const { files } = readPatch(readCandidate('a.py\n<<<<<<< SEARCH\n=======\nx = 1\n>>>>>>> REPLACE').patch)
    expect(files).toEqual([{ path: 'a.py', kind: 'added', hunks: [{ oldStart: 0, lines: ['+x = 1'] }] }])
  })

  it('takes a search for nothing but blanks as a new file, too', () => {
    expect(readCandidate('a.py\n<<<<<<< SEARCH\n  \n=======\nx = 1\n>>>>>>> REPLACE').patch).toContain('--- /dev/null')
  })

  it.each(['see =====', 'x <<<<<<< SEARCH', 'x >>>>>>> REPLACE', '===== x', '=====x'])(
    'takes %j in a block for its text',
    (line) => {
      const text = `a.py\n<<<<<<< SEARCH\n${line}\n=======\n${line}\nnew\n>>>>>>> REPLACE`
      expect(changes(text)['a.py']).toEqual([` ${line}`, '+new'])
    },
  )

  it('takes a long rewrite as one replacement', () => {
    const lines = (name: string) => Array.from({ length: 300 }, (_, at) => `${name}${at}`).join('\n')
    const text = `a.py\n<<<<<<< SEARCH\n${lines('x')}\n=======\n${lines('y')}\n>>>>>>> REPLACE`
    expect(changes(text)['a.py']?.map((line) => line.slice(0, 2))).toEqual([
      ...Array.from({ length: 300 }, () => '-x'),
      ...Array.from({ length: 300 }, () => '+y'),
    ])
  })

  it.each([
    '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
    'a.py\n<<<<<<< SEARCH\na\n=======\nb',
    'a.py\nx <<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE',
  ])('leaves out a block without file or end: %j', (text) => {
    expect(readCandidate(text).kind).toBe('none')
  })
})

describe('readCandidate on whole files', () => {
  it.each([
    ['in a comment', '```python\n# src/a.py\nx = 1\n```'],
    ['in a labelled comment', '```js\n// file: src/a.py\nx = 1\n```'],
    ['in a heading', '## src/a.py\n```\nx = 1\n```'],
    ['in bold', '**src/a.py**:\n\n```\nx = 1\n```'],
    ['behind the fence', '```python:src/a.py\nx = 1\n```'],
    ['as a title', '```python title="src/a.py"\nx = 1\n```'],
    ['behind the fence, with a dot', '```python:./src/a.py\nx = 1\n```'],
    ['from the root', '```python:/src/a.py\nx = 1\n```'],
    ['in a comment without a blank', '```python\n#src/a.py\nx = 1\n```'],
    ['in a comment that closes', '```css\n/* src/a.py */\nx = 1\n```'],
    ['in a comment of HTML', '```html\n<!-- filename : src/a.py -->\nx = 1\n```'],
    ['above an indented end', 'src/a.py\n```\nx = 1\n  ```\nDone'],
  ])('takes the file name %s', (_, text) => {
    expect(readCandidate(text)).toMatchObject({
      kind: 'fenced-files',
      repairs: ['1 fenced file compared as added lines'],
    })
    expect(changes(text)).toEqual({ 'src/a.py': ['+x = 1'] })
  })
})

describe('readCandidate on fences', () => {
  it.each([
    ['other marks', '~~~'],
    ['a fence with a language', '```js'],
    ['the name of another file, where one stands behind the fence', '# src/b.py'],
  ])('keeps what looks like %s', (_, line) => {
    expect(changes(`\`\`\`python:src/a.py\n${line}\nx = 1\n\`\`\``)).toEqual({ 'src/a.py': [`+${line}`, '+x = 1'] })
  })

  it('takes only diffs for diffs, and counts files', () => {
    const text = 'src/a.py\n```nodiff\n-old\n```\n\nsrc/Main.java\n```\nx\n```\n\nsrc/a.c\n```\ny\n```'
    expect(readCandidate(text).repairs).toEqual(['3 fenced files compared as added lines'])
    expect(changes(text)).toEqual({ 'src/a.py': ['+-old'], 'src/Main.java': ['+x'], 'src/a.c': ['+y'] })
  })
})

describe('readCandidate on any text', () => {
  it('never throws', () => {
    const part = fc.oneof(
      fc.constantFrom('```diff', '```', 'a.py', '<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { kind, patch } = readCandidate(parts.join('\n'))
        expect(kind === 'none').toBe(patch === '')
      }),
    )
  })
})
