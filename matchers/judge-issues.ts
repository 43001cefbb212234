/**
 * Known issues with a judge: the offline matcher settles what is clear, the model decides the rest and scores quality and
 * persona.
 *
 * @module
 */
import { conduct } from '../src/judge.js'
import { soloIssues } from '../src/modes/solo-issues.js'
import type { Bounds } from '../src/types.js'
import type { MatcherContext } from './matcher.js'
import { judgeNote, unjudgedText } from './message.js'
import type { DecidedIssue, Decision, Review } from './to-find-baseline-issues.js'
import type { BaselineOptions } from './types.js'

const OPEN: Bounds = { lower: 0, upper: 1 }

/** Asks about the uncertain issues. */
export async function judgeIssues(
  { text, baseline, matched }: Review,
  { challenge, code, character, bonusIssues }: BaselineOptions,
  { asker, options: conducting }: MatcherContext,
): Promise<Decision> {
  const clear = matched.issues.filter(({ uncertain }) => !uncertain)
  const task = {
    mode: 'solo',
    response: text,
    baseline_issues: baseline,
    settled: Object.fromEntries(clear.map(({ id, found }) => [id, found])),
    ...(challenge === undefined ? {} : { challenge }),
    ...(code === undefined ? {} : { code }),
    ...(character === undefined ? {} : { character }),
    ...(bonusIssues === undefined ? {} : { bonus_issues: bonusIssues }),
  }
  const judged = await conduct(soloIssues, task, await asker(), conducting)
  const open = judged.unjudged.length === 0 ? null : unjudgedText(judged.unjudged)
  const judgedBy = judgeNote(judged)
  if (!judged.success) {
    const issues = baseline.map((issue): DecidedIssue => ({ issue, found: null, why: 'unjudged' }))
    return { issues, recall: OPEN, precision: OPEN, score: OPEN, open, judgedBy, judgement: judged }
  }
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

function decided(
  issue: DecidedIssue['issue'],
  finding: { found: boolean | null; evidence: string | null; by: 'model' | 'matcher' } | undefined,
  matcherWhy: string,
): DecidedIssue {
  const found = finding?.found ?? null
  if (finding?.by === 'matcher') return { issue, found, why: matcherWhy }
  if (found === null) return { issue, found, why: 'unjudged' }
  if (!found)
    return {
      issue,
      found,
      why: finding?.evidence
        ? `the judge's quote is not in the review: "${finding.evidence}"`
        : 'the judge did not find it',
    }
  return { issue, found, why: `the judge quotes "${finding?.evidence ?? ''}"` }
}
