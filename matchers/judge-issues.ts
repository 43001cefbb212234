/**
 * Known issues with a judge: the offline matcher settles what is clear, the model decides the rest and scores quality and
 * persona.
 *
 * @module
 */
import { conduct } from '../src/judge.js'
import { type BaselineFinding, soloIssues } from '../src/modes/solo-issues.js'
import { scoreDetection } from '../src/scoring/detection.js'
import type { Bounds } from '../src/types.js'
import type { MatcherContext } from './matcher.js'
import { judgeNote, unjudgedText } from './message.js'
import type { DecidedIssue, Decision, Review } from './to-find-baseline-issues.js'
import type { BaselineOptions } from './types.js'

const OPEN: Bounds = { lower: 0, upper: 1 }

/** Asks about the uncertain issues. */
export async function judgeIssues(
  { text, baseline, matched }: Review,
  { challenge, code, character, bonusIssues, judge }: BaselineOptions,
  { asker, options: conducting }: MatcherContext,
): Promise<Decision> {
  // One call asks about any number of issues, so only what needs no question is left out of it.
  const settled = new Set(matched.issues.flatMap(({ id, found, uncertain }) => (found && !uncertain ? [id] : [])))
  const task = {
    mode: 'solo',
    response: text,
    baseline_issues: baseline,
    settled: Object.fromEntries([...settled].map((id) => [id, true])),
    ...(challenge === undefined ? {} : { challenge }),
    ...(code === undefined ? {} : { code }),
    ...(character === undefined ? {} : { character }),
    ...(bonusIssues === undefined ? {} : { bonus_issues: bonusIssues }),
  }
  const judged = await conduct(soloIssues, task, await asker(), {
    ...conducting,
    ...(typeof judge === 'object' && { judge }),
  })
  const open = judged.unjudged.length === 0 ? null : unjudgedText(judged.unjudged)
  const judgedBy = judgeNote(judged)
  if (!judged.success) return { ...withoutJudge(baseline, matched, settled), open, judgedBy, judgement: judged }
  return {
    issues: baseline.map((issue, index) =>
      decided(issue, judged.baseline_findings[index], matched.issues[index]?.why ?? ''),
    ),
    recall: judged.recall_bounds,
    precision: judged.precision_bounds,
    score: { lower: judged.bounds.lower / 100, upper: judged.bounds.upper / 100 },
    open,
    judgedBy,
    judgement: judged,
  }
}

/** The judge said nothing: what the matcher settled stands, the rest is open. */
function withoutJudge(
  baseline: Review['baseline'],
  matched: Review['matched'],
  settled: ReadonlySet<string>,
): Pick<Decision, 'issues' | 'recall' | 'precision' | 'score'> {
  const recallWith = (rest: boolean) =>
    scoreDetection({
      issues: baseline.map(({ id, severity }) => ({ severity, found: settled.has(id) || rest })),
      falsePositives: 0,
      novelValid: 0,
    }).metrics.recall
  return {
    issues: baseline.map((issue, index): DecidedIssue => {
      const isSettled = settled.has(issue.id)
      return { issue, found: isSettled || null, why: isSettled ? (matched.issues[index]?.why ?? '') : 'unjudged' }
    }),
    recall: { lower: recallWith(false), upper: recallWith(true) },
    precision: OPEN,
    score: OPEN,
  }
}

function decided(issue: DecidedIssue['issue'], finding: BaselineFinding | undefined, matcherWhy: string): DecidedIssue {
  const { found = null, evidence = null, by = 'model' } = finding ?? {}
  if (by === 'matcher') return { issue, found, why: matcherWhy }
  if (found === null) return { issue, found, why: 'unjudged' }
  if (found) return { issue, found, why: `the judge quotes "${evidence ?? ''}"` }
  const why = evidence === null ? 'the judge did not find it' : `the judge's quote is not in the review: "${evidence}"`
  return { issue, found, why }
}
