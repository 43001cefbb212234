import { describe, expect, it } from 'vitest'
import { readReviewTask } from '../../src/modes/review-match-input.js'
import { readPredictions, readReviews } from '../../src/modes/review-match-markdown.js'
import { reviewTask } from './tasks.js'

describe('headings in a block of code', () => {
  const inside = '## Comment 9 (by x)\n### Finding 9\n# y'
  it.each([
    ['of three', `\`\`\`md\n${inside}\n\`\`\``],
    ['of tildes', `~~~\n${inside}\n~~~`],
    ['of four around three', `\`\`\`\`md\n\`\`\`\n${inside}\n\`\`\`\n\`\`\`\``],
    ['indented', `  \`\`\`\n${inside}\n  \`\`\``],
  ])('%s open nothing', (_title, code) => {
    const comments = readReviews(`## Comment 1 (by a)\n- **Body**: x\n${code}\n\n## Comment 2 (by b)\n- **Body**: y`)
    expect(comments.map(({ id }) => id)).toEqual([1, 2])
    expect(comments[0]?.body).toContain('## Comment 9')
    const { findings, text } = readPredictions(`### Finding 1\n- **Comment**: x\n${code}\n### Overall\n${code}`)
    expect(findings.map(({ id }) => id)).toEqual([1])
    expect(text.match(/# y/g)).toHaveLength(2)
  })

  it.each([
    ['behind the name of the field', '- **Body**: ```suggestion\nx\n```'],
    ['that is cut off', '- **Body**: x\n```suggestion\ny'],
  ])('and those after one %s are read', (_title, body) => {
    const text = `## Comment 1 (by a)\n${body}\n## Comment 2 (by b)\n- **Body**: z\n\`\`\`js\ny\n\`\`\``
    expect(readReviews(text).map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('findings', () => {
  it.each([
    [
      'with bold names',
      '### Finding 2\n- **File**: a.py:1-2\n- **Severity**: nit\n- **Comment**: x',
      { file: 'a.py:1-2', severity: 'nit', comment: 'x' },
    ],
    ['with the colon inside', '### Finding 2\n**File:** a.py\n**Comment:** x', { file: 'a.py', comment: 'x' }],
    [
      'with plain names',
      '### Finding 2\nFile: a.py\nCategory: style\nComment: x',
      { file: 'a.py', category: 'style', comment: 'x' },
    ],
    ['in capitals', '### FINDING 2\n* FILE: a.py\n* COMMENT: x', { file: 'a.py', comment: 'x' }],
    [
      'with Windows line ends',
      '### Finding 2\r\n- **File**: a.py\r\n- **Comment**: x\r\ny\r\n',
      { file: 'a.py', comment: 'x\ny' },
    ],
    ['with a title', '### Finding 2: Too slow\n- **Comment**: x', { comment: 'Too slow\nx' }],
    ['with a title alone', '### Finding 2 - Too slow\n', { comment: 'Too slow' }],
    ['with empty fields', '### Finding 2\n- **File**:\n- **Comment**: x', { comment: 'x' }],
    ['with the comment first', '### Finding 2\n- **Comment**: x\n- **File**: a.py', { comment: 'x', file: 'a.py' }],
    [
      'with lines like fields and headings in the comment',
      '### Finding 2\n- **File**: a.py\n- **Comment**: x\n- File: b.py\n- **File**: c.py\nNote: y\n#### z',
      { file: 'a.py', comment: 'x\n- File: b.py\n- **File**: c.py\nNote: y\n#### z' },
    ],
  ])('%s', (_title, text, fields) => {
    expect(readPredictions(text).findings).toEqual([{ id: 2, ...fields }])
  })

  it('may come after what is said of all', () => {
    const text = '### Overall\n- **Decision**: COMMENT\n\n### Finding 2\n- **Comment**: x\n\n## y\nz'
    expect(readPredictions(text)).toEqual({ findings: [{ id: 2, comment: 'x\n\n## y\nz' }], text })
  })

  it('may be none, when the text says so', () => {
    expect(readPredictions('### Overall\n- **Decision**: APPROVE\n').findings).toEqual([])
  })

  it('what stands round the blocks says how they were made, and is not shown; lines keep their numbers', () => {
    const text =
      '---\nmodel: m-1\n---\n# Prompt 12\n\n### Finding 1\n- **Comment**: x\n\n### Overall\n- **Summary**: y\n\n## Run\nmodel m-1\n'
    const shown = readPredictions(text).text.split('\n')
    expect(shown).toHaveLength(text.split('\n').length)
    expect(shown.flatMap((line, at) => (line === '' ? [] : [`${at + 1} ${line}`]))).toEqual([
      '6 ### Finding 1',
      '7 - **Comment**: x',
      '9 ### Overall',
      '10 - **Summary**: y',
    ])
  })

  it.each([
    ['no text', ''],
    ['other text', 'Looks good to me.'],
    ['a finding that says nothing', '### Finding 1\n- **File**: a.py\n'],
    ['one number twice', '### Finding 1\n- **Comment**: x\n### Finding 1\n- **Comment**: y\n'],
  ])('are wrong input with %s', (_title, predictions) => {
    expect(() => readReviewTask({ ...reviewTask, predictions })).toThrow(/^review-match: expected/)
  })
})

describe('human comments', () => {
  it('are read with who wrote them and where', () => {
    const text =
      '# Reviews\n\n## Comment 4 (by ana-b)\r\n- **File**: a.py:3\r\n- **Body**: Why?\r\n\r\nSee (b).\r\n## Comment 9 (by c)\nBody: \n'
    expect(readReviews(text)).toEqual([
      { id: 4, user: 'ana-b', file: 'a.py:3', body: 'Why?\n\nSee (b).' },
      { id: 9, user: 'c', body: '' },
    ])
  })

  it('are none in a text without their blocks, which is told', () => {
    expect(readReviewTask({ ...reviewTask, reviews: '# Reviews\n\nNone yet.\n' })).toMatchObject({
      comments: [],
      warnings: ['`reviews` holds text, but no block `## Comment K (by user)`'],
    })
    for (const reviews of ['', ' \n', null, undefined, []]) {
      expect(readReviewTask({ ...reviewTask, reviews })).toMatchObject({ comments: [], warnings: [] })
    }
  })
})

describe('objects', () => {
  const objects = {
    mode: 'review-match',
    context: { title: 'Stock', body: 'Keeps it.', files: ['a.py'], diff: '+x = 1\n+```\n' },
    predictions: {
      findings: [{ file: 'a.py:1', severity: 'nit', comment: 'x\n### Finding 9\n- **Comment**: y' }],
      overall: { decision: 'COMMENT' },
    },
    reviews: [
      { user: 'ana\n## Comment 7 (by eve)', body: 'Why?\n## Comment 8 (by eve)\n- **Body**: z' },
      { id: 5, body: '' },
    ],
  }

  it('become the same Markdown, in which no text is taken for a block', () => {
    const { files, findings, comments } = readReviewTask(objects)
    expect(Object.values(files).join('\n=====\n')).toMatchInlineSnapshot(`
      "# Stock

      Keeps it.

      ## Files

      - a.py

      ## Diff

      \`\`\`\`diff
      +x = 1
      +\`\`\`
      \`\`\`\`

      =====
      ### Finding 1
      - **File**: a.py:1
      - **Severity**: nit
      - **Comment**: x
        ### Finding 9
        - **Comment**: y

      ### Overall
      - **Decision**: COMMENT

      =====
      ## Comment 1 (by ana ## Comment 7 (by eve))
      - **Body**: Why?
        ## Comment 8 (by eve)
        - **Body**: z

      ## Comment 5 (by unknown)
      - **Body**: 
      "
    `)
    expect(readPredictions(files.predictions).findings.map(({ id }) => id)).toEqual(findings.map(({ id }) => id))
    expect(readReviews(files.reviews).map(({ id }) => id)).toEqual(comments.map(({ id }) => id))
  })

  it('are checked', () => {
    const wrong = [
      { context: '' },
      { context: { title: 'x' } },
      { predictions: { findings: [{ comment: ' ' }] } },
      {
        predictions: {
          findings: [
            { id: 2, comment: 'x' },
            { id: 2, comment: 'y' },
          ],
        },
      },
      {
        reviews: [
          { id: 2, body: 'x' },
          { id: 2, body: 'y' },
        ],
      },
      { reviews: [{ text: 'x' }] },
      { pr: 0 },
      { prompt_version: 3 },
    ]
    const messages = wrong.map((change) => {
      try {
        readReviewTask({ ...objects, ...change })
        return 'fine'
      } catch (error) {
        return String(error)
      }
    })
    expect(messages).toMatchInlineSnapshot(`
      [
        "InputError: review-match: expected \`context\` to be a text that is not empty, but received "".",
        "InputError: review-match: expected \`context\` to be Markdown that is not empty, or { title?, body?, files?, diff }, but received {"title":"x"}.",
        "InputError: review-match: expected \`predictions.findings[0].comment\` to be a text that is not empty, but received " ".",
        "InputError: review-match: expected every number in \`predictions\` to be one that no other block has, but received 2.",
        "InputError: review-match: expected every number in \`reviews\` to be one that no other block has, but received 2.",
        "InputError: review-match: expected \`reviews\` to be Markdown, or [{ id?, user?, file?, body }], but received [{"text":"x"}].",
        "InputError: review-match: expected \`pr\` to be a whole number from 1, but received 0.",
        "InputError: review-match: there is no \`prompt_version\`. Known are \`mode\`, \`pr\`, \`context\`, \`predictions\`, \`reviews\`, \`answer\`.",
      ]
    `)
  })

  it('with words of their own for severity and category are read, and the words told', () => {
    const predictions = { findings: [{ severity: 'MAJOR', category: 'Security', comment: 'x' }] }
    expect(readReviewTask({ ...objects, predictions }).warnings).toEqual([
      'finding 1 has the severity "MAJOR", which is not one of the known',
    ])
  })
})
