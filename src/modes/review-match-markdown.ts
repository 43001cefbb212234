/**
 * The Markdown of review matching: blocks `### Finding K` and `## Comment K (by user)`, read and written.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { fencedLines } from '../reply/fenced-lines.js'
import { stripHidden } from '../text.js'

/** One finding of the AI reviewer. */
export interface ReviewFinding {
  /** Number in its heading; of a list the place, from 1. */
  readonly id: number
  /** The place as the reviewer gives it: `src/a.ts:12-14`. */
  readonly file?: string | undefined
  /** blocking, suggestion or nit. */
  readonly severity?: string | undefined
  /** correctness, performance, style, testing, security, design or docs. */
  readonly category?: string | undefined
  /** What it says. */
  readonly comment: string
}

/** One comment of a human reviewer. */
export interface ReviewComment {
  /** Number in its heading; of a list the place, from 1. */
  readonly id: number
  /** Who wrote it. */
  readonly user?: string | undefined
  /** `path:line` */
  readonly file?: string | undefined
  /** What it says. */
  readonly body: string
}

/** Findings with what the judge is shown of their file. */
export interface Predictions {
  readonly findings: readonly ReviewFinding[]
  readonly text: string
}

interface Block {
  readonly id: number
  /** What stands in the heading behind the number. */
  readonly title: string
  readonly lines: readonly string[]
}

const FINDING = /^### +Finding +(\d{1,6})\b[ \t]*[:.)–—-]?[ \t]*(.*)$/i
const OVERALL = /^### +Overall\b/i
const COMMENT = /^## +Comment +(\d{1,6})\b[ \t]*(?:\(by (.*)\))?.*$/i
// White space is bounded, so that no line takes longer than its length.
const FIELD =
  /^[ \t]{0,8}(?:[-*+][ \t]{1,8})?(\*\*|__)?(\w{4,8})[ \t]{0,8}(?:\*\*|__)?[ \t]{0,8}:[ \t]*(?:\*\*|__)?[ \t]*(.*)$/

/** Whether a text has the blocks that {@link readPredictions} reads. */
export function hasFindings(text: string): boolean {
  return headings(linesIn(text), FINDING, OVERALL).length > 0
}

/** Whether a text has the blocks that {@link readReviews} reads. */
export function hasComments(text: string): boolean {
  return headings(linesIn(text), COMMENT).length > 0
}

function linesIn(text: string): string[] {
  return stripHidden(text).split('\n')
}

/** Where one of the headings stands, but for those in a block of code. */
function headings(lines: readonly string[], ...kinds: readonly RegExp[]): number[] {
  const fenced = fencedLines(lines)
  return lines.flatMap((line, at) => (!fenced.has(at) && kinds.some((kind) => kind.test(line)) ? [at] : []))
}

/**
 * Reads findings. What stands before the first block and below a heading after `### Overall` says how the file was made, which
 * is not for the judge: those lines are left empty.
 *
 * @throws {@link InputError} when there is neither a finding nor `### Overall`, or a finding without a comment.
 */
export function readPredictions(given: string): Predictions {
  const lines = linesIn(given)
  const starts = headings(lines, FINDING, OVERALL)
  const [start, last] = [starts[0], starts.at(-1)]
  if (start === undefined || last === undefined) {
    throw badInput('review-match', {
      place: '`predictions`',
      expected: 'Markdown with blocks `### Finding K`, or `### Overall` where there is none',
      received: given,
    })
  }
  const below = OVERALL.test(lines[last] ?? '') ? headings(lines, /^##? /).find((at) => at > last) : undefined
  const end = below ?? lines.length
  return {
    findings: blocksOf('predictions', lines.slice(0, end), FINDING, OVERALL).map(({ id, title, lines: inside }) => {
      const { comment = '', ...fields } = readFields(inside, ['file', 'severity', 'category', 'comment'])
      const said = [title, comment].filter((part) => part !== '').join('\n')
      if (said === '') throw badInput('review-match', { place: `finding ${id}`, expected: NO_COMMENT, received: '' })
      return { id, ...fields, comment: said }
    }),
    text: lines.map((line, at) => (at < start || at >= end ? '' : line)).join('\n'),
  }
}

const NO_COMMENT = 'a block with `- **Comment**: …`'

/**
 * Reads human comments; none where the text has no such block.
 *
 * @throws {@link InputError} when two comments have one number.
 */
export function readReviews(given: string): ReviewComment[] {
  return blocksOf('reviews', linesIn(given), COMMENT).map(({ id, title, lines }) => {
    const { file, body = '' } = readFields(lines, ['file', 'body'])
    return { id, ...(title !== '' && { user: title }), ...(file !== undefined && { file }), body }
  })
}

/** Blocks from one heading to the next, or to the other kind of block. */
function blocksOf(what: string, lines: readonly string[], heading: RegExp, ...others: readonly RegExp[]): Block[] {
  const starts = headings(lines, heading, ...others)
  const blocks = starts.flatMap((at, index) => {
    const [, id, title = ''] = heading.exec(lines[at] ?? '') ?? []
    return id === undefined
      ? []
      : [{ id: Number(id), title: title.trim(), lines: lines.slice(at + 1, starts[index + 1]) }]
  })
  checkNumbers(
    what,
    blocks.map(({ id }) => id),
  )
  return blocks
}

/** @throws {@link InputError} when a number is used twice. */
export function checkNumbers(what: string, ids: readonly number[]): void {
  const twice = repeated(ids)[0]
  if (twice === undefined) return
  const place = `every number in \`${what}\``
  throw badInput('review-match', { place, expected: 'one that no other block has', received: twice })
}

/** Numbers that stand there more than once, each once. */
export function repeated(ids: readonly number[]): number[] {
  const [seen, twice] = [new Set<number>(), new Set<number>()]
  for (const id of ids) (seen.has(id) ? twice : seen).add(id)
  return [...twice]
}

/** The last of the names is the text, which may itself hold lines like fields: behind it only bold new ones count. */
function readFields<N extends string>(lines: readonly string[], names: readonly N[]): Partial<Record<N, string>> {
  const text = names.at(-1)
  const found = new Map<N, string[]>()
  let open: string[] | undefined
  for (const line of lines) {
    const [, bold, word = '', rest = ''] = FIELD.exec(line) ?? []
    const name = names.find((one) => one === word.toLowerCase())
    const inText = text !== undefined && found.has(text)
    if (name !== undefined && !found.has(name) && (bold !== undefined || !inText)) {
      open = [rest]
      found.set(name, open)
    } else open?.push(line)
  }
  const fields = [...found].map(([name, parts]) => [name, parts.join('\n').trim()] as const)
  return Object.fromEntries(fields.filter(([, value]) => value !== '')) as Partial<Record<N, string>>
}

/** Findings as Markdown. Further lines of a comment are indented, so that none is taken for a heading. */
export function writePredictions(findings: readonly ReviewFinding[], overall: object | undefined): string {
  const blocks = findings.map(({ id, file, severity, category, comment }) =>
    block(`### Finding ${id}`, { File: file, Severity: severity, Category: category, Comment: comment }),
  )
  const { decision, summary } = (overall ?? {}) as { decision?: string; summary?: string }
  return [...blocks, block('### Overall', { Decision: decision, Summary: summary })].join('\n')
}

/** Human comments as Markdown. */
export function writeReviews(comments: readonly ReviewComment[]): string {
  return comments
    .map(({ id, user = 'unknown', file, body }) =>
      block(`## Comment ${id} (by ${stripHidden(user).replaceAll('\n', ' ')})`, { File: file, Body: body }),
    )
    .join('\n')
}

function block(heading: string, fields: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`- **${name}**: ${indent(value)}`],
  )
  return `${[heading, ...lines].join('\n')}\n`
}

function indent(text: string): string {
  return stripHidden(text).trim().replaceAll('\n', '\n  ')
}
