/**
 * `toMeetBehaviors`: which of the behaviours that are asked for does a response demonstrate?
 *
 * @module
 */
import { badInput } from '../src/errors.js'
import { conduct, type Judged } from '../src/judge.js'
import { readCriteria } from '../src/modes/criteria.js'
import { type BehaviorFinding, type SoloBehaviorsFields, soloBehaviours } from '../src/modes/solo-behaviours.js'
import { receivedText } from '../src/received.js'
import { showScore } from '../src/score-text.js'
import { allOf, decide } from '../src/scoring/decide.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Bounds, Verdict } from '../src/types.js'
import type { MatcherContext, Outcome } from './matcher.js'
import {
  callText,
  excerpt,
  expectedScore,
  frame,
  judgeNote,
  type Row,
  receivedScore,
  renderRows,
  unjudgedText,
} from './message.js'
import { noAnswer } from './no-answer.js'
import { checkOptions } from './options.js'
import { ownJudges } from './own-judges.js'
import type { BehaviorOptions } from './types.js'

const NAME = 'toMeetBehaviors'
const FRACTIONS = ['minMet', 'minScore']
const OPTIONS = [
  ...FRACTIONS,
  'mustMeet',
  'bonusCriteria',
  'challenge',
  'code',
  'character',
  'goldStandard',
  'judge',
  'judges',
]

/** A limit, and the ends of what it is about. */
type Limit = readonly [what: string, bounds: Bounds, limit: number]

/** See `JudgeMatchers.toMeetBehaviors`. */
export async function meetBehaviors(
  received: unknown,
  [criteria, options = {}]: [criteria: object, options?: BehaviorOptions],
  { asker, options: conducting }: MatcherContext,
): Promise<Outcome> {
  checkOptions(NAME, options, OPTIONS, FRACTIONS)
  const { mustMeet = [], bonusCriteria, goldStandard, judge, judges, minMet = 0.75, minScore, ...rest } = options
  const own = ownJudges(NAME, { ...(judge && { judge }), ...(judges && { judges }) })
  checkIds(mustMeet, criteria)
  const response = receivedText(NAME, received)
  const thresholds = { met: minMet, ...(minScore === undefined ? {} : { score: minScore }) }
  if (isBlank(response)) return noAnswer({ matcher: NAME, subject: 'output', argument: 'criteria', thresholds })
  const lists = { baseline_criteria: criteria, bonus_criteria: bonusCriteria, gold_standard: goldStandard }
  const task = { mode: 'solo', ...rest, response, ...lists }
  const judged = await conduct(soloBehaviours, task, await asker(), { ...conducting, ...own })
  const limits = limitsOf(judged, minMet, minScore)
  const verdict = judged.success
    ? allOf([
        ...limits.map(([, bounds, limit]) => decide(bounds, limit)),
        ...mustMeet.map((id) => verdictOn(id, judged)),
      ])
    : 'unjudged'
  const reason = verdict === 'unjudged' ? unjudgedText(judged.unjudged) : undefined
  const [[, met]] = limits
  return {
    verdict,
    thresholds,
    values: Object.fromEntries(limits.map(([what, bounds]) => [what, exact(bounds)])),
    bounds: judged.success ? met : null,
    ...(reason === undefined ? {} : { reason }),
    judgement: judged,
    material: { input: rest.challenge, expected: listCriteria(criteria), output: response },
    message: (negated) =>
      frame({
        title: callText(NAME, 'output', 'criteria', negated),
        comparisons: judged.success
          ? limits.map(([what, bounds, limit]) => ({
              what,
              expected: expectedScore(limit, negated),
              received: what === 'met' ? receivedShare(bounds, limit, judged) : receivedScore(bounds, limit),
            }))
          : [],
        details: judged.success ? renderRows(rowsOf(judged, mustMeet, criteria)) : [],
        notes: { Output: excerpt(response), Judge: judgeNote(judged) },
        ...(reason === undefined ? {} : { unjudged: reason }),
      }),
  }
}

function checkIds(mustMeet: readonly string[], criteria: object): void {
  const ids = readCriteria('criteria', criteria).map(({ id }) => id)
  const unknown = mustMeet.find((id) => !ids.includes(id))
  if (unknown === undefined) return
  const expected = `one of the criteria (${ids.join(', ')})`
  throw badInput(NAME, { place: 'every id in `mustMeet`', expected, received: unknown })
}

/** `- id: description`, one a line. */
function listCriteria(criteria: object): string {
  return readCriteria('criteria', criteria)
    .map(({ id, description }) => `- ${id}: ${description}`)
    .join('\n')
}

function limitsOf(
  judged: Judged<SoloBehaviorsFields>,
  minMet: number,
  minScore: number | undefined,
): readonly [Limit, ...Limit[]] {
  const met: Limit = ['met', judged.success ? judged.met_bounds : { lower: 0, upper: 1 }, minMet]
  if (minScore === undefined) return [met]
  const { lower, upper } = judged.success ? judged.bounds : { lower: 0, upper: 100 }
  return [met, ['score', { lower: lower / 100, upper: upper / 100 }, minScore]]
}

function verdictOn(id: string, { baseline_behaviors }: SoloBehaviorsFields): Verdict {
  const shown = baseline_behaviors.find((finding) => finding.id === id)?.demonstrated ?? null
  if (shown === null) return 'unjudged'
  return shown ? 'pass' : 'fail'
}

function receivedShare(
  { lower, upper }: Bounds,
  limit: number,
  { baseline_behaviors, execution }: SoloBehaviorsFields,
): string {
  const share = [...new Set([lower, upper])].map((end) => showScore(end, limit)).join(' to ')
  return `   ${share}  (${execution.baseline_count} of ${baseline_behaviors.length} criteria)`
}

function exact({ lower, upper }: Bounds): number | null {
  return upper - lower < 1e-9 ? lower : null
}

function rowsOf({ baseline_behaviors }: SoloBehaviorsFields, mustMeet: readonly string[], criteria: object): Row[] {
  const descriptions = new Map(readCriteria('criteria', criteria).map(({ id, description }) => [id, description]))
  return baseline_behaviors.map((finding) => {
    const { id, category, demonstrated } = finding
    const must = mustMeet.includes(id)
    return {
      state: demonstrated === null ? 'open' : demonstrated ? 'met' : 'missed',
      weight: must ? 1 : 0,
      text: `${oneLine(id, 40)}  ${oneLine(category, 40)}${must ? '  (must be met)' : ''}`,
      reason: `${whyOf(finding)}Asked for: ${descriptions.get(id)}`,
    }
  })
}

function whyOf({ demonstrated, evidence }: BehaviorFinding): string {
  if (demonstrated === null) return 'Unjudged. '
  return evidence === null ? '' : `The judge quotes "${evidence}". `
}
