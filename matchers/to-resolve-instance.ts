/**
 * `toResolveInstance`: a free-text response against a SWE-bench instance.
 *
 * @module
 */
import { UnjudgedError } from '../src/errors.js'
import { conduct } from '../src/judge.js'
import { NO_ASKER } from '../src/models/asker.js'
import { type SwebenchFields, swebench } from '../src/modes/swebench.js'
import { goldOf } from '../src/patch/input.js'
import { answerText } from '../src/received.js'
import { decide } from '../src/scoring/decide.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Outcome } from './matcher.js'
import { callText, excerpt, expectedScore, frame, type Row, receivedScore, renderRows } from './message.js'
import { noAnswer } from './no-answer.js'
import { checkOptions } from './options.js'
import type { InstanceOptions } from './types.js'

const NAME = 'toResolveInstance'
const POINTS = { root_cause: 30, fix_quality: 40, completeness: 20, persona: 10 }

/** See `JudgeMatchers.toResolveInstance`. */
export async function resolveInstance(
  received: unknown,
  [instance, options = {}]: [instance: object, options?: InstanceOptions],
): Promise<Outcome> {
  checkOptions(NAME, options, ['minScore'], ['minScore'])
  const { minScore = 0.75 } = options
  const response = answerText(NAME, received)
  const thresholds = { score: minScore }
  if (isBlank(response)) return noAnswer({ matcher: NAME, subject: 'output', argument: 'instance', thresholds })
  const judged = await conduct(swebench, { mode: 'swebench', instance, response }, NO_ASKER)
  if (!judged.success) throw new UnjudgedError(judged.error, judged.unjudged)
  const gold = goldOf(instance)
  const score = judged.bounds.lower / 100
  const bounds = { lower: score, upper: score }
  return {
    verdict: decide(bounds, minScore),
    thresholds,
    values: { score },
    bounds,
    judgement: judged,
    material: { input: gold.problemStatement, expected: gold.patch, output: response },
    message: (negated) =>
      frame({
        title: callText(NAME, 'output', 'instance', negated),
        comparisons: [
          { what: 'score', expected: expectedScore(minScore, negated), received: receivedScore(bounds, minScore) },
        ],
        details: renderRows(rowsOf(judged, minScore)),
        notes: { Output: excerpt(response), Files: oneLine(judged.ground_truth_files.join(', '), 200) },
      }),
  }
}

/** One row a part; what was counted stands below those that fall short. */
function rowsOf({ scores, details }: SwebenchFields, minScore: number): Row[] {
  const names = Object.keys(POINTS) as (keyof typeof POINTS)[]
  return names.map((name) => {
    const { subtotal } = scores[name]
    const most = POINTS[name]
    const text = `${name.padEnd(12)}  ${subtotal.toFixed(1)} of ${most}`
    const state = subtotal / most < minScore ? 'missed' : 'met'
    return { state, weight: most - subtotal, text, reason: details[name].join('; ') }
  })
}
