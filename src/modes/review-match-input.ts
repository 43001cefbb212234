/**
 * Input of `review-match`: three files as Markdown, or the same data as objects.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { show } from '../errors.js'
import { foldText, stripHidden } from '../text.js'
import {
  checkNumbers,
  type ReviewComment,
  type ReviewFinding,
  readPredictions,
  readReviews,
  writePredictions,
  writeReviews,
} from './review-match-markdown.js'
import { text } from './solo-input.js'

/** The three inputs, as the judge names them. */
export const FILES = ['context', 'predictions', 'reviews'] as const
/** One of {@link FILES}. */
export type ReviewFile = (typeof FILES)[number]

/** Severities of findings. */
export const SEVERITIES: readonly string[] = ['blocking', 'suggestion', 'nit']
/** Categories of findings, comments and matches. */
export const CATEGORIES: readonly string[] = [
  'correctness',
  'performance',
  'style',
  'testing',
  'security',
  'design',
  'docs',
]

/** Input of `review-match`, read. */
export interface ReviewMatchInput {
  /** Number of the pull request, for the names of its files; never shown to the judge. */
  readonly pr?: number | undefined
  /** Each file as it is shown and quoted from. */
  readonly files: Readonly<Record<ReviewFile, string>>
  readonly findings: readonly ReviewFinding[]
  readonly comments: readonly ReviewComment[]
  /** An answer that was recorded; nobody is asked then. */
  readonly answer?: unknown
  readonly warnings: readonly string[]
}

const id = z.int('a whole number from 1').min(1, 'a whole number from 1')
const findingSchema = z.strictObject({
  id: id.optional(),
  file: z.string().optional(),
  severity: z.string().optional(),
  category: z.string().optional(),
  comment: text,
})
const commentSchema = z.strictObject({
  id: id.optional(),
  user: z.string().optional(),
  file: z.string().optional(),
  body: z.string(),
})
const overallSchema = z.strictObject({ decision: z.string().optional(), summary: z.string().optional() })
const predictionsSchema = z.strictObject({ findings: z.array(findingSchema), overall: overallSchema.optional() })
const contextSchema = z.strictObject({
  title: z.string().optional(),
  body: z.string().optional(),
  files: z.array(z.string()).optional(),
  diff: text,
})

const either = <T>(schema: z.ZodType<T>, words: string) =>
  z.union([text, schema], { error: `Markdown that is not empty, or ${words}` })
const schema = z.strictObject({
  mode: z.literal('review-match'),
  pr: id.optional(),
  context: either(contextSchema, '{ title?, body?, files?, diff }'),
  predictions: either(predictionsSchema, '{ findings: [{ id?, file?, severity?, category?, comment }], overall? }'),
  reviews: z
    .union([z.string(), z.array(commentSchema)], { error: 'Markdown, or [{ id?, user?, file?, body }]' })
    .nullish(),
  answer: z.unknown().optional(),
})

/**
 * Reads the task.
 *
 * @throws {@link InputError} when a file is empty or has none of its blocks, or a number is used twice.
 */
export function readReviewTask(task: unknown): ReviewMatchInput {
  const { pr, context, predictions, reviews, answer } = parseWith(schema, 'review-match', task)
  const predicted = typeof predictions === 'string' ? readPredictions(predictions) : fromObjects(predictions)
  const comments = typeof reviews === 'string' ? readReviews(reviews) : numbered('reviews', reviews ?? [])
  const reviewed = typeof reviews === 'string' ? reviews : writeReviews(comments)
  return {
    ...(pr !== undefined && { pr }),
    files: {
      context: stripHidden(typeof context === 'string' ? context : writeContext(context)),
      predictions: predicted.text,
      reviews: stripHidden(reviewed),
    },
    findings: predicted.findings,
    comments,
    ...(answer !== undefined && answer !== null && { answer }),
    warnings: [
      ...predicted.findings.flatMap(oddWords),
      ...(comments.length === 0 && foldText(reviewed) !== ''
        ? ['`reviews` holds text, but no block `## Comment K (by user)`']
        : []),
    ],
  }
}

function fromObjects({ findings, overall }: z.infer<typeof predictionsSchema>): ReturnType<typeof readPredictions> {
  const list = numbered('predictions', findings)
  return { findings: list, text: writePredictions(list, overall) }
}

/** Numbers from 1, where the list has none of its own. */
function numbered<T extends { readonly id?: number | undefined }>(
  what: string,
  list: readonly T[],
): (T & { id: number })[] {
  const items = list.map((item, index) => ({ ...item, id: item.id ?? index + 1 }))
  checkNumbers(
    what,
    items.map((item) => item.id),
  )
  return items
}

function oddWords({ id: number, severity, category }: ReviewFinding): string[] {
  const odd = [
    severity === undefined || SEVERITIES.includes(severity.toLowerCase()) ? null : `the severity ${show(severity)}`,
    category === undefined || CATEGORIES.includes(category.toLowerCase()) ? null : `the category ${show(category)}`,
  ]
  return odd.flatMap((what) => (what === null ? [] : [`finding ${number} has ${what}, which is not one of the known`]))
}

function writeContext({ title, body, files = [], diff }: z.infer<typeof contextSchema>): string {
  const longest = [...diff.matchAll(/`+/g)].reduce((length, [run]) => Math.max(length, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return [
    ...(title === undefined ? [] : [`# ${title}`, '']),
    ...(body === undefined ? [] : [body, '']),
    ...(files.length === 0 ? [] : ['## Files', '', ...files.map((file) => `- ${file}`), '']),
    '## Diff',
    '',
    `${fence}diff`,
    diff.trimEnd(),
    fence,
    '',
  ].join('\n')
}
