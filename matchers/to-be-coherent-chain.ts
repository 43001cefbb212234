/**
 * `toBeCoherentChain`: do the four phases of a relay form one piece of work?
 *
 * @module
 */
import { badInput } from '../src/errors.js'
import { conduct } from '../src/judge.js'
import { type CoherenceInput, coherence } from '../src/modes/coherence.js'
import { receivedText } from '../src/received.js'
import { MULTIPLIERS } from '../src/scoring/relay.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Verdict } from '../src/types.js'
import type { MatcherContext, Outcome } from './matcher.js'
import { callText, excerpt, frame, judgeNote, unjudgedText } from './message.js'
import { noAnswer } from './no-answer.js'
import { checkOptions } from './options.js'
import { ownJudges } from './own-judges.js'
import type { CoherenceOptions } from './types.js'

const NAME = 'toBeCoherentChain'
const PHASES = ['sm', 'tea', 'dev', 'reviewer'] as const

/** See `JudgeMatchers.toBeCoherentChain`. */
export async function beCoherentChain(
  received: unknown,
  [options]: [options: CoherenceOptions],
  { asker, options: conducting }: MatcherContext,
): Promise<Outcome> {
  const { theme, min, ...judges } = readOptions(options)
  const chain = readChain(received)
  const thresholds = { multiplier: MULTIPLIERS[min] }
  const silent = PHASES.find((phase) => isBlank(chain[`${phase}_response`]))
  if (silent !== undefined) {
    const empty = `the response of \`${silent}\``
    return noAnswer({ matcher: NAME, subject: 'chain', argument: 'options', thresholds, empty })
  }
  const task = { mode: 'coherence', theme, ...chain }
  const judged = await conduct(coherence, task, await asker(), { ...conducting, ...ownJudges(NAME, judges) })
  const multiplier = judged.success ? judged.multiplier : null
  const verdict: Verdict = multiplier === null ? 'unjudged' : multiplier >= MULTIPLIERS[min] ? 'pass' : 'fail'
  const reason = verdict === 'unjudged' ? unjudgedText(judged.unjudged) : undefined
  return {
    verdict,
    thresholds,
    values: { multiplier },
    bounds: null,
    ...(reason === undefined ? {} : { reason }),
    judgement: judged,
    material: { output: PHASES.map((phase) => `${phase}:\n${chain[`${phase}_response`]}`).join('\n\n') },
    message: (negated) =>
      frame({
        title: callText(NAME, 'chain', 'options', negated),
        comparisons: judged.success
          ? [
              {
                what: 'rating',
                expected: `${negated ? 'worse than' : 'at least'} ${min}`,
                received: `${judged.rating}  (multiplier ${judged.multiplier})`,
              },
            ]
          : [],
        details: judged.success ? [`  ${oneLine(judged.reasoning, 300)}`] : [],
        notes: { Review: excerpt(chain.reviewer_response), Judge: judgeNote(judged) },
        ...(reason === undefined ? {} : { unjudged: reason }),
      }),
  }
}

function readOptions(
  options: CoherenceOptions | undefined,
): Required<Pick<CoherenceOptions, 'min'>> & CoherenceOptions {
  if (options === undefined) {
    const expected = 'an object with the `theme` of the characters'
    throw badInput(NAME, { place: 'the options', expected, received: options })
  }
  checkOptions(NAME, options, ['theme', 'min', 'judge', 'judges'], [])
  const { min = 'good' } = options
  if (min === 'good' || min === 'excellent') return { ...options, min }
  throw badInput(NAME, { place: '`min`', expected: '"good" or "excellent"', received: min })
}

function readChain(received: unknown): Omit<CoherenceInput, 'theme'> {
  const chain = (typeof received === 'object' && received !== null ? received : {}) as Record<string, unknown>
  const [sm_response, tea_response, dev_response, reviewer_response] = PHASES.map((phase) => {
    if (chain[phase] !== undefined) return receivedText(`${NAME}, \`${phase}\``, chain[phase])
    const expected = `an object with the responses ${PHASES.map((name) => `\`${name}\``).join(', ')}`
    throw badInput(NAME, { place: 'the chain', expected, received })
  })
  return { sm_response, tea_response, dev_response, reviewer_response } as Omit<CoherenceInput, 'theme'>
}
