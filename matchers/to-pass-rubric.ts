/**
 * `toPassRubric`: a response on a rubric.
 *
 * @module
 */
import { conduct, type Judged } from '../src/judge.js'
import { type SoloRubricFields, soloRubric } from '../src/modes/solo-rubric.js'
import { receivedText } from '../src/received.js'
import { checkRubric, judgedDimensions } from '../src/rubrics/rubric.js'
import { checkSampling } from '../src/sampling.js'
import { decide } from '../src/scoring/decide.js'
import { DEFAULT_SCALE, normalise, share } from '../src/scoring/weighted.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Bounds, Dimension, JudgementBase, Rubric } from '../src/types.js'
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
import type { RubricOptions } from './types.js'

const NAME = 'toPassRubric'
const OPTIONS = [
  ...['threshold', 'challenge', 'character', 'code', 'goldStandard', 'judge', 'judges'],
  ...['judging', 'samples', 'escalate'],
]

/** See `JudgeMatchers.toPassRubric`. */
export async function passRubric(
  received: unknown,
  [given, options = {}]: [rubric: Rubric | string, options?: RubricOptions],
  { asker, options: conducting, judging }: MatcherContext,
): Promise<Outcome> {
  checkOptions(NAME, options, OPTIONS, ['threshold'])
  const own = ownJudges(NAME, options)
  const rubric = checkRubric(given)
  const { threshold = rubric.passThreshold ?? 0.75, goldStandard, judge, judges, samples, escalate, ...rest } = options
  const sampling = checkSampling(NAME, { ...(samples !== undefined && { samples }), ...(escalate && { escalate }) })
  const response = receivedText(NAME, received)
  const thresholds = { score: threshold }
  const argument = () => rubricText(given, rubric)
  if (isBlank(response)) return noAnswer({ matcher: NAME, subject: 'output', argument: argument(), thresholds })
  const task = {
    mode: 'solo',
    ...(judging && { judging }),
    ...rest,
    response,
    rubric,
    ...(goldStandard && { gold_standard: goldStandard }),
  }
  const dimensions = judgedDimensions(rubric, rest.character !== undefined)
  const judged = await conduct(soloRubric, task, await asker(), {
    ...conducting,
    ...sampling,
    ...own,
    threshold,
  })
  const bounds = boundsOf(judged)
  const verdict = judged.success ? decide(bounds, threshold) : 'unjudged'
  const reason = verdict === 'unjudged' ? unjudgedText(judged.unjudged) : undefined
  return {
    verdict,
    thresholds,
    values: { score: scoreOf(judged) },
    bounds: judged.success ? bounds : null,
    ...(reason === undefined ? {} : { reason }),
    judgement: judged,
    material: { input: rest.challenge, output: response },
    message: (negated) =>
      frame({
        title: callText(NAME, 'output', argument(), negated),
        comparisons: judged.success
          ? [{ what: 'score', expected: expectedScore(threshold, negated), received: receivedScore(bounds, threshold) }]
          : [],
        details: judged.success ? renderRows(rubricRows(dimensions, judged, threshold)) : [],
        notes: { Output: excerpt(response), Judge: judgeNote(judged) },
        ...(reason === undefined ? {} : { unjudged: reason }),
      }),
  }
}

/** As the user wrote it, as far as that is short. */
function rubricText(given: Rubric | string, { name = 'rubric' }: Rubric): string {
  return typeof given === 'string' ? JSON.stringify(oneLine(given, 60)) : oneLine(name, 60)
}

function scoreOf(judged: Judged<SoloRubricFields>): number | null {
  return judged.success && judged.total !== null ? judged.total / 100 : null
}

function boundsOf(judged: Judged<SoloRubricFields>): Bounds {
  if (!judged.success) return { lower: 0, upper: 1 }
  return { lower: judged.bounds.lower / 100, upper: judged.bounds.upper / 100 }
}

function rubricRows(
  dimensions: readonly Dimension[],
  { scores, unjudged }: SoloRubricFields & Pick<JudgementBase, 'unjudged'>,
  threshold: number,
): Row[] {
  const weights = normalise(dimensions.map(({ weight }) => weight))
  const width = Math.max(...dimensions.map(({ name }) => oneLine(name, 40).length))
  return dimensions.map((dimension, index) => {
    const { value = null, reasoning = '' } = scores[dimension.name] ?? {}
    const weight = weights[index] ?? 0
    const { max } = dimension.scale ?? DEFAULT_SCALE
    const text = `${oneLine(dimension.name, 40).padEnd(width)}  ${value ?? '-'} of ${max}  (${Math.round(weight * 100)} %)${dimension.invert ? '  (lower is better)' : ''}`
    if (value === null) {
      const why = unjudged.find(({ part }) => part === dimension.name)
      return { state: 'open', weight, text, reason: why?.detail ?? 'unjudged' }
    }
    const reached = share(dimension, value)
    return { state: reached < threshold ? 'missed' : 'met', weight: weight * (1 - reached), text, reason: reasoning }
  })
}
