/**
 * What the judge of review matching is to answer, and reading it.
 *
 * @module
 */
import { type Claim, numberClaims } from '../citations/claim.js'
import { claimsIn, noClaim, readClaim } from '../citations/json.js'
import { show } from '../errors.js'
import type { JsonSchema } from '../models/model.js'
import * as reply from './reply.js'
import { CATEGORIES, FILES, type ReviewMatchInput } from './review-match-input.js'

/** A quote from one of the three files. */
export interface ReviewEvidence {
  /** `context`, `predictions` or `reviews`; with the number of the pull request the path of the file. */
  readonly path: string
  /** First line, counted from 1; null where the answer gives none. */
  readonly line: number | null
  /** Last line; null where the answer gives none. */
  readonly line_end: number | null
  /** Word for word. */
  readonly quote: string
}

/** What a human comment asks for. */
export type CommentClass = 'addressable' | 'resolved' | 'contextual'
/** What becomes of a finding that matches no comment. */
export type FindingRating = 'justified' | 'plausible' | 'wrong'

/** A statement of the judge. */
export interface ReviewEntry {
  /** Quotes that decide it; empty only in answers that were recorded as Markdown. */
  readonly evidence: readonly ReviewEvidence[]
}
/** A statement about a concern. */
export interface CategorizedEntry extends ReviewEntry {
  /** One of the known categories; null where the answer has another or none. */
  readonly category: string | null
}

/** A human comment with its class. */
export interface ClassedComment extends ReviewEntry {
  /** Number of the comment. */
  readonly comment: number
  /** What it asks for. */
  readonly class: CommentClass
}
/** A finding and the comment of the same concern. */
export interface ReviewMatch extends CategorizedEntry {
  /** Number of the finding. */
  readonly agent_finding: number
  /** Number of the comment. */
  readonly human_comment: number
}
/** A finding without a match. */
export interface UnmatchedFinding extends CategorizedEntry {
  /** Number of the finding. */
  readonly finding: number
  /** What it is worth. */
  readonly rating: FindingRating
}
/** An addressable comment without a match. */
export interface UnmatchedComment extends CategorizedEntry {
  /** Number of the comment. */
  readonly comment: number
}

/** The judge's answer. */
export interface ReviewAnswer {
  /** Every comment; only their number by class where a recorded answer has no more. */
  readonly human_comments: readonly ClassedComment[] | Readonly<Record<CommentClass, number>>
  /** One to one. */
  readonly matches: readonly ReviewMatch[]
  /** Every finding that is in no match. */
  readonly unmatched_agent: readonly UnmatchedFinding[]
  /** Every addressable comment that is in no match. */
  readonly unmatched_human: readonly UnmatchedComment[]
}

/** An answer without any statement. */
export const NOBODY: ReviewAnswer = { human_comments: [], matches: [], unmatched_agent: [], unmatched_human: [] }
const LISTS = Object.keys(NOBODY)

/** An answer as far as it reads. */
export interface AnswerReading {
  readonly answer: ReviewAnswer
  readonly claims: readonly Claim[]
  /** What has the wrong form. */
  readonly faults: readonly string[]
}

/** Classes of comments. */
export const CLASSES: readonly CommentClass[] = ['addressable', 'resolved', 'contextual']
/** Ratings of findings. */
export const RATINGS: readonly FindingRating[] = ['justified', 'plausible', 'wrong']

/** The evidence stands before what it decides. */
export function answerSchema({ findings, comments }: ReviewMatchInput): JsonSchema {
  const finding = oneOf(findings.map(({ id }) => String(id)))
  const comment = oneOf(comments.map(({ id }) => String(id)))
  const category = oneOf(CATEGORIES)
  const evidence = listOf({
    path: oneOf(FILES),
    line: { type: 'integer' },
    line_end: { type: 'integer' },
    quote: { type: 'string' },
  })
  return reply.closedObject({
    human_comments: listOf({ comment, evidence, class: oneOf(CLASSES) }),
    matches: listOf({ agent_finding: finding, human_comment: comment, evidence, category }),
    unmatched_agent: listOf({ finding, evidence, category, rating: oneOf(RATINGS) }),
    unmatched_human: listOf({ comment, evidence, category }),
  })
}

function listOf(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'array', items: reply.closedObject(properties) }
}

function oneOf(words: readonly string[]): JsonSchema {
  return words.length === 0 ? { type: 'string' } : { type: 'string', enum: words }
}

/**
 * Reads an answer, whatever it says.
 *
 * @param lenient - Entries may do without evidence of their own, as in answers that were recorded as Markdown.
 */
export function readAnswer(value: unknown, lenient = false): AnswerReading {
  const reader = new Reader(lenient)
  const given = reply.objectOf(value)
  if (!LISTS.some((name) => name in given)) {
    const fault = `expected an object with ${LISTS.join(', ')}, but it is ${show(value)}`
    return { answer: NOBODY, claims: [], faults: [fault] }
  }
  const answer: ReviewAnswer = {
    human_comments: reader.comments(given.human_comments),
    matches: reader.list(given.matches, 'matches', (item, place) => ({
      agent_finding: reader.number(item.agent_finding, `${place}.agent_finding`),
      human_comment: reader.number(item.human_comment, `${place}.human_comment`),
      ...reader.category(item),
    })),
    unmatched_agent: reader.list(given.unmatched_agent, 'unmatched_agent', (item, place) => ({
      finding: reader.number(item.finding, `${place}.finding`),
      rating: reader.word(item.rating, RATINGS, `${place}.rating`),
      ...reader.category(item),
    })),
    unmatched_human: reader.list(given.unmatched_human, 'unmatched_human', (item, place) => ({
      comment: reader.number(item.comment, `${place}.comment`),
      ...reader.category(item),
    })),
  }
  return { answer, claims: reader.claims, faults: reader.faults }
}

type Fields = Readonly<Record<string, unknown>>

class Reader {
  readonly faults: string[] = []
  readonly claims: Claim[] = []
  readonly #lenient: boolean

  constructor(lenient: boolean) {
    this.#lenient = lenient
  }

  comments(given: unknown): ReviewAnswer['human_comments'] {
    if (Array.isArray(given)) {
      return this.list(given, 'human_comments', (item, place) => ({
        comment: this.number(item.comment, `${place}.comment`),
        class: this.word(item.class, CLASSES, `${place}.class`),
      }))
    }
    if (!this.#lenient) {
      this.faults.push(
        `expected \`human_comments\` to be a list with a class for every comment, but it is ${show(given)}`,
      )
      return []
    }
    const { addressable, resolved, contextual } = reply.objectOf(given)
    return {
      addressable: this.number(addressable, 'human_comments.addressable'),
      resolved: this.number(resolved, 'human_comments.resolved'),
      contextual: this.number(contextual, 'human_comments.contextual'),
    }
  }

  list<T>(given: unknown, name: string, read: (item: Fields, place: string) => T): (T & ReviewEntry)[] {
    if (!Array.isArray(given)) {
      this.faults.push(`expected \`${name}\` to be a list, but it is ${show(given)}`)
      return []
    }
    return given.map((entry: unknown, index) => {
      const [item, place] = [reply.objectOf(entry), `${name}[${index}]`]
      return { ...read(item, place), evidence: this.#evidence(item, place) }
    })
  }

  /** A count or the number of a finding or comment; the service does not promise numbers in place of texts. */
  number(given: unknown, place: string): number {
    if (typeof given === 'number' && Number.isInteger(given) && given >= 0) return given
    const [, digits] = /^(?:(?:finding|comment) ?#?)?(\d{1,9})$/i.exec(reply.textOf(given).trim()) ?? []
    if (digits !== undefined) return Number(digits)
    this.faults.push(`expected \`${place}\` to be a number, but it is ${show(given)}`)
    return Number.NaN
  }

  word<W extends string>(given: unknown, words: readonly W[], place: string): W {
    const found = words.find((word) => word === reply.textOf(given).trim().toLowerCase())
    if (found === undefined)
      this.faults.push(`expected \`${place}\` to be ${words.join(', ')}, but it is ${show(given)}`)
    // With any fault the answer is not used.
    return found ?? (words[0] as W)
  }

  category({ category }: Fields): { category: string | null } {
    return { category: CATEGORIES.find((one) => one === reply.textOf(category).trim().toLowerCase()) ?? null }
  }

  /** What stands under `evidence` is evidence, whatever it looks like; a citation elsewhere in the entry has to hold too. */
  #evidence({ evidence = [], ...others }: Fields, place: string): ReviewEvidence[] {
    const given: unknown[] = Array.isArray(evidence) ? evidence : [evidence]
    if (given.length === 0 && !this.#lenient) this.faults.push(`\`${place}\` has no evidence`)
    const claims = given.map((one) => {
      const fields = reply.objectOf(one)
      const claim = fields === one ? readClaim(fields) : noClaim(show(one))
      return { ...claim, quote: withoutNumbers(claim.quote) }
    })
    for (const [index, { path, lines, quote }] of claims.entries()) {
      const id = `${place}.evidence[${index}]`
      if (lines === null && path !== '') this.faults.push(`\`${id}\` has no line`)
      this.claims.push({ path, lines, quote, id })
    }
    const further = [...given.flatMap((one) => claimsIn(Object.values(reply.objectOf(one)))), ...claimsIn(others)]
    this.claims.push(...numberClaims(further, `${place}.claim`))
    return claims.map(({ path, lines, quote }) => ({
      path,
      line: lines?.first ?? null,
      line_end: lines?.last ?? null,
      quote,
    }))
  }
}

/** Without the line numbers that the judge was shown: what is left stands in the line all the same. */
function withoutNumbers(quote: string): string {
  return quote.replace(/^[ \t]*\d{1,7}\|[ \t]?/gm, '')
}
