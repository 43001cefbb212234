/**
 * `toWinAgainst`: a response against another one to the same challenge.
 *
 * @module
 */
import { badInput } from '../src/errors.js'
import { conduct, type Judged } from '../src/judge.js'
import { compare } from '../src/modes/compare.js'
import type { CompareFields, ContestantScore } from '../src/modes/compare-score.js'
import { receivedText, responseText } from '../src/received.js'
import { normalise } from '../src/scoring/weighted.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Bounds, Dimension, Verdict } from '../src/types.js'
import type { MatcherContext, Outcome } from './matcher.js'
import { callText, excerpt, frame, judgeNote, type Row, renderRows, unjudgedText } from './message.js'
import { noAnswer } from './no-answer.js'
import { checkOptions } from './options.js'
import { ownJudges } from './own-judges.js'
import type { WinOptions } from './types.js'

const NAME = 'toWinAgainst'
const OPTIONS = [
  'challenge',
  'character',
  'otherCharacter',
  'baselineIssues',
  'baselineCriteria',
  'swap',
  'judge',
  'judges',
]
/** Names of the two in records. */
const [OUTPUT, OTHER] = ['output', 'other']

/** See `JudgeMatchers.toWinAgainst`. */
export async function winAgainst(
  received: unknown,
  [against, options]: [other: unknown, options: WinOptions],
  { asker, options: conducting }: MatcherContext,
): Promise<Outcome> {
  const [response, other] = [receivedText(NAME, received), responseText(`${NAME}, the other`, against)]
  const task = taskOf(response, other, options)
  if (isBlank(response)) return noAnswer({ matcher: NAME, subject: OUTPUT, argument: OTHER, thresholds: {} })
  const { dimensions } = compare.check(task)
  const judged = await conduct(compare, task, await asker(), { ...conducting, ...ownJudges(NAME, options) })
  const verdict = verdictOf(judged)
  const reason = verdict === 'unjudged' ? unjudgedText(judged.unjudged) : undefined
  return {
    verdict,
    thresholds: {},
    values: { score: scoreOf(judged, OUTPUT), other: scoreOf(judged, OTHER) },
    bounds: judged.success ? { lower: judged.bounds.lower / 100, upper: judged.bounds.upper / 100 } : null,
    ...(reason === undefined ? {} : { reason }),
    judgement: judged,
    material: { input: options.challenge, output: response, other },
    message: (negated) =>
      frame({
        title: callText(NAME, OUTPUT, OTHER, negated),
        comparisons: judged.success
          ? [{ what: 'winner', expected: negated ? 'other or tie' : OUTPUT, received: winnerText(judged) }]
          : [],
        details: judged.success ? renderRows(rowsOf(dimensions, judged)) : [],
        notes: { Output: excerpt(response), Other: excerpt(other), Judge: judgeNote(judged) },
        ...(reason === undefined ? {} : { unjudged: reason }),
      }),
  }
}

function taskOf(response: string, other: string, options: WinOptions): object {
  if (options === undefined) {
    const expected = 'an object with the `challenge` that both answer'
    throw badInput(NAME, { place: 'the options', expected, received: options })
  }
  checkOptions(NAME, options, OPTIONS, [])
  const { challenge, character, otherCharacter, baselineIssues, baselineCriteria, swap } = options
  return {
    mode: 'compare',
    challenge,
    contestants: [
      { spec: OUTPUT, character, response },
      { spec: OTHER, character: otherCharacter, response: other },
    ],
    baseline_issues: baselineIssues,
    baseline_criteria: baselineCriteria,
    swap,
  }
}

function verdictOf(judged: Judged<CompareFields>): Verdict {
  if (!judged.success || judged.winner === null) return 'unjudged'
  return judged.winner === OUTPUT ? 'pass' : 'fail'
}

function scoreOf(judged: Judged<CompareFields>, name: string): number | null {
  const total = judged.success ? (judged.contestants[name]?.weighted_total ?? null) : null
  return total === null ? null : total / 100
}

function winnerText({ winner, contestants, position_consistent, orders }: CompareFields): string {
  const totals = [OUTPUT, OTHER].map((name) => rangeText(contestants[name]?.bounds ?? { lower: 0, upper: 100 }))
  const text = `${winner ?? 'open'}  (${totals.join(' against ')} of 100)`
  if (position_consistent !== false) return text
  return `${text}; the orders name ${orders.map((order) => order.winner).join(' and ')}`
}

function rangeText({ lower, upper }: Bounds): string {
  return upper - lower < 1e-9 ? lower.toFixed(1) : `${lower.toFixed(1)} to ${upper.toFixed(1)}`
}

/** Where the output falls behind comes first. */
function rowsOf(dimensions: readonly Dimension[], { contestants }: CompareFields): Row[] {
  const weights = normalise(dimensions.map(({ weight }) => weight))
  const width = Math.max(...dimensions.map(({ name }) => name.length))
  return dimensions.map(({ name }, index) => {
    const [own, others] = [leafOf(contestants[OUTPUT], name), leafOf(contestants[OTHER], name)]
    const weight = weights[index] ?? 0
    const text = `${name.padEnd(width)}  ${own.value ?? '-'} against ${others.value ?? '-'}  (${Math.round(weight * 100)} %)`
    if (own.value === null || others.value === null) return { state: 'open', weight, text, reason: 'unjudged' }
    const behind = others.value - own.value
    return { state: behind > 0 ? 'missed' : 'met', weight: weight * behind, text, reason: oneLine(own.reasoning, 300) }
  })
}

function leafOf(score: ContestantScore | undefined, name: string): { value: number | null; reasoning: string } {
  return score?.scores[name] ?? { value: null, reasoning: '' }
}
