/**
 * `vitest-judge judge --mode review-match --dir STATE`: every pull request of a folder, each judged once.
 *
 * @module
 */
import { judge } from '../engine.js'
import { InputError } from '../errors.js'
import type { Judged } from '../judge.js'
import type { ReviewMatchFields } from '../modes/review-match.js'
import { aggregateReviewMatches, type ReviewOutcome, type ReviewScores } from '../scoring/review-match.js'
import { oneLine } from '../text.js'
import type { UnjudgedReason } from '../types.js'
import { envelopeOf } from './envelope.js'
import type { JudgeOutcome } from './judge.js'
import { listPullRequests, type PullRequest, type ReviewTexts, type StoredAnswer } from './review-state.js'
import { writeWhole } from './write-whole.js'

/** Options of the command. */
export interface ReviewBatchCommand {
  /** Folder with `context/`, `predictions/` and `reviews/`. */
  readonly dir: string
  /** File for what is printed. */
  readonly out?: string | undefined
}

/** What is printed of one pull request. */
interface Entry {
  readonly pr: number
  /** `rejected`: there is an answer, and it cannot be used; `unjudged`: there is none; `invalid`: the input is wrong. */
  readonly status: ReviewOutcome['status'] | 'rejected' | 'unjudged' | 'invalid'
  readonly scores?: ReviewScores
  /** Where the score comes from: the judge, an answer in the folder, or an earlier run. */
  readonly from?: 'judge' | 'answer' | 'earlier'
  readonly error?: string
}

interface Done {
  readonly entry: Entry
  readonly code: number
}

/** An answer that reads but contradicts itself, or whose citations do not hold. */
const REJECTED: readonly UnjudgedReason[] = ['contradictory', 'unverifiable']

/**
 * Judges what has no score yet, at most `concurrency` at once. Every score is written as soon as it is there, so a run that was
 * killed goes on where it stopped. Progress goes to standard error.
 *
 * @throws {@link InputError} when the folder holds no pull request.
 */
export async function reviewBatch({ dir, out }: ReviewBatchCommand): Promise<JudgeOutcome> {
  const all = listPullRequests(dir)
  let finished = 0
  const done = await Promise.all(
    all.map(async (pullRequest) => {
      const one = await judgeOne(pullRequest)
      console.error(`[${++finished}/${all.length}] review-match pr-${pullRequest.pr}: ${progressText(one.entry)}`)
      return one
    }),
  )
  const entries = done.map(({ entry }) => entry)
  const code = Math.max(...done.map((one) => one.code))
  const text = JSON.stringify(
    {
      success: code === 0,
      mode: 'review-match',
      timestamp: new Date().toISOString(),
      aggregate: aggregateReviewMatches(entries.flatMap(outcomeOf)),
      rejected: entries.filter(({ status }) => status === 'rejected').length,
      unjudged: entries.filter(({ status }) => status === 'unjudged' || status === 'invalid').length,
      pull_requests: entries,
    },
    null,
    2,
  )
  return { text, code: Math.max(code, out === undefined ? 0 : writeWhole(out, text)) }
}

function outcomeOf({ status, scores }: Entry): ReviewOutcome[] {
  const isOutcome = status === 'scored' || status === 'unscorable' || status === 'missing_reviews'
  return isOutcome && scores !== undefined ? [{ status, scores }] : []
}

/** A pull request that is wrong spoils no other one. */
async function judgeOne(pullRequest: PullRequest): Promise<Done> {
  const { pr } = pullRequest
  try {
    const texts = pullRequest.read()
    const earlier = pullRequest.findScore(texts)
    if (earlier !== null) return { entry: { pr, ...earlier, from: 'earlier' }, code: 0 }
    const stored = pullRequest.findAnswer(texts)
    const task = { mode: 'review-match', pr, ...texts, ...(stored !== null && { answer: stored.answer }) } as const
    return settle(pullRequest, texts, stored, await judge(task))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { entry: { pr, status: 'invalid', error: error.message }, code: 2 }
  }
}

function settle(
  pullRequest: PullRequest,
  texts: ReviewTexts,
  stored: StoredAnswer | null,
  judged: Judged<ReviewMatchFields>,
): Done {
  const { pr } = pullRequest
  if (!judged.success) {
    const isRejected = judged.unjudged.every(({ reason }) => REJECTED.includes(reason))
    const code = isRejected ? pullRequest.setAside(stored ?? judged.response_text, judged.unjudged) : 0
    return { entry: { pr, status: isRejected ? 'rejected' : 'unjudged', error: judged.error }, code: Math.max(1, code) }
  }
  for (const warning of judged.warnings) console.error(`vitest-judge: pr-${pr}: ${oneLine(warning, 300)}`)
  const { status, scores } = judged
  const entry: Entry = { pr, status, scores, from: stored === null ? 'judge' : 'answer' }
  // Comments may still come, and to look for them costs nothing.
  if (status === 'missing_reviews') return { entry: { pr, status, scores }, code: 0 }
  const envelope = envelopeOf(judged)
  if (!envelope.success) return { entry: { pr, status: 'unjudged', error: envelope.error }, code: 1 }
  // The answer first: a kill between the two leaves an answer that is read instead of asking again.
  const code = stored === null ? pullRequest.keepAnswer(answerOf(judged), texts) : 0
  return { entry, code: Math.max(code, pullRequest.keepScore(envelope, texts)) }
}

function answerOf({ human_comments, matches, unmatched_agent, unmatched_human }: ReviewMatchFields): object {
  return { human_comments, matches, unmatched_agent, unmatched_human }
}

function progressText({ status, scores, from, error }: Entry): string {
  if (error !== undefined) return `${status}: ${oneLine(error, 300)}`
  const f1 = scores?.f1 ?? null
  const earlier = from === 'earlier' ? ', scored before' : ''
  return `${f1 === null ? status.replace('_', ' ') : `F1 ${f1.toFixed(3)}`}${earlier}`
}
