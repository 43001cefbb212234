/**
 * Is an answer of review matching usable? (spec/review-matching.md, "Rejected as unusable")
 *
 * @module
 */
import type { ReviewCounts } from '../scoring/review-match.js'
import type { ReviewMatchInput } from './review-match-input.js'
import { repeated } from './review-match-markdown.js'
import type { CommentClass, ReviewAnswer } from './review-match-reply.js'

/** Counts by class and rating; ours, whatever the answer says. */
export interface AnswerCounts extends ReviewCounts {
  /** Comments that the diff shows already mended. */
  readonly resolved: number
  /** Comments that ask for no change of code. */
  readonly contextual: number
  /** Addressable comments without a match. */
  readonly missed: number
}

/** Counts an answer. */
export function countAnswer(answer: ReviewAnswer): AnswerCounts {
  const { human_comments, matches, unmatched_agent, unmatched_human } = answer
  const ofClass = (name: CommentClass) =>
    isList(human_comments) ? human_comments.filter((one) => one.class === name).length : human_comments[name]
  const ofRating = (name: string) => unmatched_agent.filter(({ rating }) => rating === name).length
  return {
    addressable: ofClass('addressable'),
    resolved: ofClass('resolved'),
    contextual: ofClass('contextual'),
    matched: matches.length,
    missed: unmatched_human.length,
    justified: ofRating('justified'),
    plausible: ofRating('plausible'),
    wrong: ofRating('wrong'),
  }
}

/** Contradictions of a whole answer, in words for the judge; empty when it can be scored. */
export function contradictionsIn({ findings, comments }: ReviewMatchInput, answer: ReviewAnswer): string[] {
  const { human_comments, matches, unmatched_agent, unmatched_human } = answer
  const ids = { finding: findings.map(({ id }) => id), comment: comments.map(({ id }) => id) }
  const placedFindings = [...matches.map((match) => match.agent_finding), ...unmatched_agent.map((one) => one.finding)]
  const placedComments = [...matches.map((match) => match.human_comment), ...unmatched_human.map((one) => one.comment)]
  return [
    ...idFaults('finding', placedFindings, ids.finding, 'matched or unmatched'),
    ...missing(ids.finding, placedFindings).map((id) => `finding ${id} is missing from the answer`),
    ...(isList(human_comments)
      ? classFaults(human_comments, ids.comment, placedComments)
      : idFaults('comment', placedComments, ids.comment, 'matched or unmatched')),
    ...countFaults(countAnswer(answer), comments.length),
  ]
}

function classFaults(
  classed: Extract<ReviewAnswer['human_comments'], readonly unknown[]>,
  known: readonly number[],
  placed: readonly number[],
): string[] {
  const named = classed.map(({ comment }) => comment)
  const addressable = classed.filter((one) => one.class === 'addressable').map(({ comment }) => comment)
  return [
    ...idFaults('comment', named, known, 'given a class'),
    ...missing(known, named).map((id) => `comment ${id} has no class`),
    ...idFaults('comment', placed, known, 'matched or unmatched'),
    ...missing([...new Set(placed)], addressable)
      .filter((id) => named.includes(id))
      .map((id) => `comment ${id} is matched or unmatched, but its class is not addressable`),
    ...missing(addressable, placed).map((id) => `comment ${id} is addressable, but neither matched nor unmatched`),
  ]
}

function countFaults({ addressable, resolved, contextual, matched, missed }: AnswerCounts, comments: number): string[] {
  const classed = addressable + resolved + contextual
  return [
    ...(matched > addressable ? [`there are ${matched} matches, but ${addressable} addressable comments`] : []),
    ...(addressable === matched + missed
      ? []
      : [`${addressable} comments are addressable, but ${matched} are matched and ${missed} unmatched`]),
    ...(classed === comments ? [] : [`${classed} comments have a class, but there are ${comments}`]),
  ]
}

function idFaults(what: string, used: readonly number[], known: readonly number[], as: string): string[] {
  return [
    ...missing([...new Set(used)], known).map((id) => `there is no ${what} ${id}`),
    ...repeated(used).map((id) => `${what} ${id} is ${as} more than once`),
  ]
}

/** Numbers that are not among others. */
function missing(ids: readonly number[], others: readonly number[]): number[] {
  const among = new Set(others)
  return ids.filter((id) => !among.has(id))
}

/** Classes of single comments, not only their counts. */
export function isList(
  comments: ReviewAnswer['human_comments'],
): comments is Extract<ReviewAnswer['human_comments'], readonly unknown[]> {
  return Array.isArray(comments)
}
