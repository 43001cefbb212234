/**
 * Known issues with a judge: the offline matcher settles what is clear, the model decides the rest and scores quality and
 * persona.
 *
 * @module
 */
import { settleIssues } from '../src/findings/settle.js'
import { conduct } from '../src/judge.js'
import { type BaselineFinding, soloIssues } from '../src/modes/solo-issues.js'
import { scoreDetection } from '../src/scoring/detection.js'
import type { Bounds } from '../src/types.js'
import { estimateInput } from '../src/usage.js'
import type { MatcherContext } from './matcher.js'
import { judgeNote, unjudgedText } from './message.js'
import { countSettled, decideOffline, type Settling, settledFindings } from './offline-issues.js'
import type { DecidedIssue, Decision, Review } from './to-find-baseline-issues.js'
import type { BaselineOptions } from './types.js'

const OPEN: Bounds = { lower: 0, upper: 1 }

/** Asks about the uncertain issues; nobody where there is none and nothing else is asserted that only a judge can say. */
export async function judgeIssues(
  review: Review,
  options: BaselineOptions,
  { asker, options: conducting }: MatcherContext,
): Promise<Decision> {
  const { minScore, minPrecision } = options
  const settled = settleIssues(review)
  const task = { ...taskOf(review, options), settled }
  const counts = countSettled(review, settled)
  const isFree = counts.asked === 0 && minScore === undefined && minPrecision === undefined
  const settling = { ...counts, ...savingOf(task, isFree) }
  if (isFree) return decideFree(review, settled, settling)
  const judged = await conduct(soloIssues, task, await asker(), conducting)
  const record = { settling, matched: review.matched }
  const open = judged.unjudged.length === 0 ? null : unjudgedText(judged.unjudged)
  const judgedBy = noteOf(judgeNote(judged), settling)
  if (!judged.success) {
    const baseline_findings = settledFindings(review, settled)
    const judgement = { ...judged, baseline_findings, ...record }
    return { ...withoutJudge(review, baseline_findings), open, judgedBy, judgement }
  }
  return {
    issues: decidedIssues(review, judged.baseline_findings),
    recall: judged.recall_bounds,
    precision: judged.precision_bounds,
    score: { lower: judged.bounds.lower / 100, upper: judged.bounds.upper / 100 },
    open,
    judgedBy,
    judgement: { ...judged, ...record },
  }
}

function taskOf({ text, baseline }: Review, { challenge, code, character, bonusIssues }: BaselineOptions): object {
  return {
    mode: 'solo',
    response: text,
    baseline_issues: baseline,
    ...(challenge === undefined ? {} : { challenge }),
    ...(code === undefined ? {} : { code }),
    ...(character === undefined ? {} : { character }),
    ...(bonusIssues === undefined ? {} : { bonus_issues: bonusIssues }),
  }
}

/** The same question with nothing settled, less what is asked. */
function savingOf(task: object, isFree: boolean): Pick<Settling, 'requests_saved' | 'estimated_input_tokens_saved'> {
  const tokensOf = (asked: object) =>
    soloIssues.requests(soloIssues.check(asked)).reduce((sum, request) => sum + estimateInput(request), 0)
  const rest = isFree ? 0 : tokensOf(task)
  return { requests_saved: isFree ? 1 : 0, estimated_input_tokens_saved: tokensOf({ ...task, settled: {} }) - rest }
}

/** Nothing was left to ask. */
function decideFree(review: Review, settled: Readonly<Record<string, boolean>>, settling: Settling): Decision {
  const offline = decideOffline(review)
  return {
    ...offline,
    judgedBy: `not asked, because the matcher settled ${shareText(settling)}`,
    judgement: { ...offline.judgement, baseline_findings: settledFindings(review, settled), settling },
  }
}

function noteOf(note: string | null, settling: Settling): string | null {
  const { found, not_found } = settling
  return note === null || found + not_found === 0 ? note : `${note}; the matcher settled ${shareText(settling)}`
}

function shareText({ found, not_found, asked }: Settling): string {
  const settled = found + not_found
  const all = settled + asked
  return `${settled} of ${all} ${all === 1 ? 'issue' : 'issues'}`
}

/** The judge said nothing: what the matcher settled stands, the rest is open. */
function withoutJudge(
  review: Review,
  records: readonly BaselineFinding[],
): Pick<Decision, 'issues' | 'recall' | 'precision' | 'score'> {
  const recallWith = (rest: boolean) =>
    scoreDetection({
      issues: review.baseline.map(({ severity }, index) => ({ severity, found: records[index]?.found ?? rest })),
      falsePositives: 0,
      novelValid: 0,
    }).metrics.recall
  return {
    issues: decidedIssues(review, records),
    recall: { lower: recallWith(false), upper: recallWith(true) },
    precision: OPEN,
    score: OPEN,
  }
}

function decidedIssues({ baseline, matched }: Review, records: readonly BaselineFinding[]): DecidedIssue[] {
  return baseline.map((issue, index) => decided(issue, records[index], matched.issues[index]?.why ?? ''))
}

function decided(issue: DecidedIssue['issue'], finding: BaselineFinding | undefined, matcherWhy: string): DecidedIssue {
  const { found = null, evidence = null, by = 'model' } = finding ?? {}
  if (by === 'matcher') return { issue, found, by, why: matcherWhy }
  if (found === null) return { issue, found, by, why: 'unjudged' }
  if (found) return { issue, found, by, why: `the judge quotes "${evidence ?? ''}"` }
  const why = evidence === null ? 'the judge did not find it' : `the judge's quote is not in the review: "${evidence}"`
  return { issue, found, by, why }
}
