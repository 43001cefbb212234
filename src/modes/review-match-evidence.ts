/**
 * The evidence of an answer of review matching: verified against the three files, and under the paths at which they lie.
 *
 * @module
 */

import { jsonIn } from '../citations/answer.js'
import { type CitationFailure, checkClaims, linesOf, type Sources } from '../citations/check.js'
import { numberClaims } from '../citations/claim.js'
import { closingJson, readMarkdownClaims } from '../citations/markdown.js'
import { shownText } from '../prompts/fence.js'
import { objectOf } from './reply.js'
import { contradictionsIn, isList } from './review-match-check.js'
import { FILES, type ReviewFile, type ReviewMatchInput } from './review-match-input.js'
import { type AnswerReading, type ReviewAnswer, type ReviewEvidence, readAnswer } from './review-match-reply.js'

/** What a reply gave. */
export interface ReviewReading {
  readonly answer: ReviewAnswer
  /** Why it cannot be used; empty when it can. */
  readonly faults: readonly string[]
  /** Citations that do not hold. */
  readonly failures: readonly CitationFailure[]
  /** How many citations hold. */
  readonly verified: number
  /** Numbers that the judge computed; never used. */
  readonly theirs: Readonly<Record<string, unknown>>
}

/** Reads what the judge replied. */
export function examineReply(input: ReviewMatchInput, value: unknown): ReviewReading {
  return examine(input, readAnswer(value), value, asShown)
}

/** A file as the judge saw it, line by line. */
function asShown(text: string): string {
  return linesOf(text).map(shownText).join('\n')
}

function examine(
  input: ReviewMatchInput,
  { answer, claims, faults }: AnswerReading,
  value: unknown,
  seen = (text: string) => text,
): ReviewReading {
  const paths = pathsOf(input)
  const report = checkClaims(claims, sourcesOf(input, paths, seen), (path) => paths.has(path))
  return {
    answer,
    // Of an answer with the wrong form the rest says nothing.
    faults: faults.length > 0 ? faults : contradictionsIn(input, answer),
    failures: faults.length > 0 && claims.length === 0 ? [] : report.failures,
    verified: report.claims,
    theirs: { ...objectOf(value), ...objectOf(objectOf(value).scores) },
  }
}

/** Reads the recorded answer of the input: JSON, or Markdown that closes with it. */
export function readRecorded(input: ReviewMatchInput): ReviewReading {
  const { answer } = input
  const value = typeof answer === 'string' ? jsonIn(answer) : answer
  if (value !== undefined || typeof answer !== 'string') return examine(input, readAnswer(value), value)
  const closing = closingJson(answer)
  const claims = numberClaims(readMarkdownClaims(answer))
  const read = readAnswer(closing?.value, true)
  const faults = closing === null ? ['the recorded answer does not close with a `json` block'] : read.faults
  return examine(input, { ...read, claims, faults }, closing?.value)
}

/** Which file a citation may name, and by which paths: its name, and where it lies. */
function pathsOf({ pr }: ReviewMatchInput): ReadonlyMap<string, ReviewFile> {
  return new Map(
    FILES.flatMap((file) =>
      [file, ...(pr === undefined ? [] : [pathOf(file, pr)])].map((path) => [path, file] as const),
    ),
  )
}

function pathOf(file: ReviewFile, pr: number): string {
  return `${file}/pr-${pr}.md`
}

function sourcesOf(
  { files }: ReviewMatchInput,
  paths: ReadonlyMap<string, ReviewFile>,
  seen: (text: string) => string,
): Sources {
  return {
    stat: () => 'file',
    read(path) {
      const file = paths.get(path)
      return file === undefined ? null : seen(files[file])
    },
  }
}

/** Evidence under the paths of the files, so that it can be verified where they lie. */
export function withPaths({ pr }: ReviewMatchInput, answer: ReviewAnswer): ReviewAnswer {
  const rename = (evidence: ReviewEvidence): ReviewEvidence => {
    const file = FILES.find((name) => name === evidence.path)
    return pr === undefined || file === undefined ? evidence : { ...evidence, path: pathOf(file, pr) }
  }
  const renamed = <T extends { readonly evidence: readonly ReviewEvidence[] }>(list: readonly T[]): T[] =>
    list.map((entry) => ({ ...entry, evidence: entry.evidence.map(rename) }))
  const { human_comments, matches, unmatched_agent, unmatched_human } = answer
  return {
    human_comments: isList(human_comments) ? renamed(human_comments) : human_comments,
    matches: renamed(matches),
    unmatched_agent: renamed(unmatched_agent),
    unmatched_human: renamed(unmatched_human),
  }
}
