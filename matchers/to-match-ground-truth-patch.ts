/**
 * `toMatchGroundTruthPatch`: a patch against the one that is known to resolve the issue.
 *
 * @module
 */
import { InputError, UnjudgedError } from '../src/errors.js'
import { conduct, type Judged } from '../src/judge.js'
import { NO_ASKER } from '../src/models/asker.js'
import { equivalence as equivalenceMode } from '../src/modes/equivalence.js'
import { type GroundTruthFields, groundTruth } from '../src/modes/ground-truth.js'
import type { PatchComparison } from '../src/patch/compare.js'
import { decide } from '../src/scoring/decide.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Bounds, JudgedWith, JudgementBase, Verdict } from '../src/types.js'
import type { MatcherContext, Outcome } from './matcher.js'
import { unjudgedText } from './message.js'
import { checkOptions } from './options.js'
import { withOwnJudges } from './own-judges.js'
import { patchMessage } from './patch-message.js'
import type { PatchOptions } from './types.js'

const NAME = 'toMatchGroundTruthPatch'
const VERDICTS: Readonly<Record<PatchComparison['outcome'], Verdict>> = {
  match: 'pass',
  mismatch: 'fail',
  inconclusive: 'unjudged',
}

/** Two patches compared, and perhaps judged. */
export type Compared = JudgementBase & JudgedWith & GroundTruthFields

/** See `JudgeMatchers.toMatchGroundTruthPatch`. */
export async function matchGroundTruthPatch(
  received: unknown,
  [gold, options = {}]: [gold: string | object, options?: PatchOptions],
  context: MatcherContext,
): Promise<Outcome> {
  checkArguments(options)
  const asking = withOwnJudges(NAME, options, context)
  const { threshold, ignore = [], equivalence } = options
  const task = {
    mode: 'ground-truth',
    gold,
    response: received,
    ignore,
    ...(equivalence !== undefined && { equivalence }),
  }
  const compared = whole(await conduct(groundTruth, task, NO_ASKER))
  const judged = isOpen(compared, options) ? await askJudge(task, asking) : compared
  const bounds = scoreOf(judged.bounds)
  // What is empty matches nothing, however low the threshold is.
  const { gold: known, candidate } = groundTruth.check(task)
  const verdict = isBlank(candidate) ? 'fail' : verdictOn(judged, threshold)
  const reason = verdict === 'unjudged' ? reasonOf(judged) : undefined
  return {
    verdict,
    thresholds: threshold === undefined ? {} : { score: threshold },
    values: { score: bounds.lower },
    bounds,
    ...(reason === undefined ? {} : { reason }),
    judgement: judged,
    material: { input: known.problemStatement, expected: known.patch, diff: candidate },
    message: (negated) => patchMessage({ negated, threshold, judged, reason }),
  }
}

function checkArguments(options: PatchOptions): void {
  checkOptions(NAME, options, ['threshold', 'ignore', 'equivalence', 'judge', 'judges'], ['threshold'])
  const early = (['judge', 'judges'] as const).find((name) => options[name] !== undefined)
  if (early === undefined || options.equivalence !== undefined) return
  throw new InputError(
    `${NAME}: \`${early}\` has an effect only with \`equivalence: 'judge'\`, which asks a model. Add it, or leave \`${early}\` out.`,
  )
}

function scoreOf({ lower, upper }: Bounds): Bounds {
  return { lower: lower / 100, upper: upper / 100 }
}

function whole(judged: Judged<GroundTruthFields>): Compared {
  if (judged.success) return judged
  throw new UnjudgedError(judged.error, judged.unjudged)
}

/** The text alone does not decide, and the user wants the judge to. */
function isOpen({ outcome, bounds }: Compared, { equivalence, threshold }: PatchOptions): boolean {
  if (equivalence === undefined || outcome !== 'inconclusive') return false
  return threshold === undefined || decide(scoreOf(bounds), threshold) !== 'pass'
}

async function askJudge(task: object, { asker, options }: MatcherContext): Promise<Compared> {
  return whole(await conduct(equivalenceMode, task, await asker(), options))
}

/** What reaches the threshold passes. What does not fails, unless the judge was asked: then its answer counts. */
function verdictOn({ outcome, bounds, equivalence }: Compared, threshold: number | undefined): Verdict {
  if (threshold === undefined || equivalence !== undefined) return VERDICTS[outcome]
  return decide(scoreOf(bounds), threshold)
}

function reasonOf({ unjudged, equivalence }: Compared): string {
  if (unjudged.length > 0) return unjudgedText(unjudged)
  if (equivalence !== undefined) {
    return `the judge cannot tell whether the patches do the same: ${oneLine(equivalence.reasoning, 300)}`
  }
  return "the patches share too little to call it a match and too much to call it a mismatch. Set `threshold` to decide by the score, or `equivalence: 'judge'` to ask a model"
}
