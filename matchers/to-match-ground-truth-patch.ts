/**
 * `toMatchGroundTruthPatch`: a patch against the one that is known to resolve the issue.
 *
 * @module
 */
import { InputError, UnjudgedError } from '../src/errors.js'
import { conduct, type Judged } from '../src/judge.js'
import { NO_ASKER } from '../src/models/asker.js'
import type { JudgeModel } from '../src/models/model.js'
import { equivalence as equivalenceMode } from '../src/modes/equivalence.js'
import { type GroundTruthFields, groundTruth } from '../src/modes/ground-truth.js'
import type { HunkNote, PatchComparison } from '../src/patch/compare.js'
import { decide } from '../src/scoring/decide.js'
import { hideCommand, isBlank, oneLine } from '../src/text.js'
import type { Bounds, JudgedWith, JudgementBase, Verdict } from '../src/types.js'
import type { MatcherContext, Outcome } from './matcher.js'
import {
  callText,
  expectedScore,
  frame,
  judgeNote,
  type Row,
  receivedScore,
  renderRows,
  unjudgedText,
} from './message.js'
import { checkOptions, checkOwnJudge } from './options.js'
import type { PatchOptions } from './types.js'

const NAME = 'toMatchGroundTruthPatch'
const VERDICTS: Readonly<Record<PatchComparison['outcome'], Verdict>> = {
  match: 'pass',
  mismatch: 'fail',
  inconclusive: 'unjudged',
}

type Compared = JudgementBase & JudgedWith & GroundTruthFields

/** See `JudgeMatchers.toMatchGroundTruthPatch`. */
export async function matchGroundTruthPatch(
  received: unknown,
  [gold, options = {}]: [gold: string | object, options?: PatchOptions],
  context: MatcherContext,
): Promise<Outcome> {
  checkArguments(options)
  const { threshold, ignore = [], equivalence } = options
  const task = {
    mode: 'ground-truth',
    gold,
    response: received,
    ignore,
    ...(equivalence !== undefined && { equivalence }),
  }
  const compared = whole(await conduct(groundTruth, task, NO_ASKER))
  const judged = isOpen(compared, options) ? await askJudge(task, options.judge, context) : compared
  const bounds = scoreOf(judged.bounds)
  // What is empty matches nothing, however low the threshold is.
  const isEmpty = isBlank(groundTruth.check(task).candidate)
  const verdict = isEmpty ? 'fail' : verdictOn(judged, threshold)
  const reason = verdict === 'unjudged' ? reasonOf(judged) : undefined
  return {
    verdict,
    thresholds: threshold === undefined ? {} : { score: threshold },
    values: { score: bounds.lower },
    bounds,
    ...(reason === undefined ? {} : { reason }),
    judgement: judged,
    message: (negated) =>
      frame({
        title: callText(NAME, 'patch', 'gold', negated),
        comparisons: [
          threshold === undefined
            ? { what: 'outcome', expected: negated ? 'mismatch' : 'match', received: outcomeText(judged.details) }
            : {
                what: 'score',
                expected: expectedScore(threshold, negated),
                received: receivedScore(bounds, threshold),
              },
          ...equivalenceRow(judged, negated),
        ],
        details: [...judgeLines(judged), ...detailLines(judged.details, threshold)],
        notes: { Read: readNote(judged.details), Judge: judgeNote(judged) },
        ...(reason === undefined ? {} : { unjudged: `${reason.replace(/\.$/, '')}.` }),
      }),
  }
}

function checkArguments(options: PatchOptions): void {
  checkOptions(NAME, options, ['threshold', 'ignore', 'equivalence', 'judge'], ['threshold'])
  checkOwnJudge(NAME, options.judge)
  if (options.judge === undefined || options.equivalence !== undefined) return
  throw new InputError(
    `${NAME}: \`judge\` has an effect only with \`equivalence: 'judge'\`, which asks a model. Add it, or leave \`judge\` out.`,
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

async function askJudge(
  task: object,
  judge: JudgeModel | undefined,
  { asker, options }: MatcherContext,
): Promise<Compared> {
  const conducting = { ...options, ...(judge && { judge }) }
  return whole(await conduct(equivalenceMode, task, await asker(), conducting))
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

function equivalenceRow(
  { equivalence }: Compared,
  negated: boolean,
): { what: string; expected: string; received: string }[] {
  if (equivalence === undefined) return []
  const expected = negated ? 'different' : 'equivalent'
  return [{ what: 'judgement', expected, received: equivalence.verdict ?? 'no verdict' }]
}

/** Why the judge says so, with the quotes that stand in the patches. */
function judgeLines({ equivalence }: Compared): string[] {
  if (equivalence === undefined || equivalence.verdict === null) return []
  const { reasoning, gold_evidence, candidate_evidence } = equivalence
  const quotes = [
    ['gold', gold_evidence],
    ['patch', candidate_evidence],
  ] as const
  const lines = quotes.flatMap(([side, evidence]) =>
    evidence.slice(0, 3).map(({ quote, verified }) => {
      const note = verified ? '' : '  (does not stand there)'
      return `      ${side}: "${oneLine(quote, 100)}"${note}`
    }),
  )
  return [`  ${hideCommand(oneLine(reasoning, 300))}`, ...lines, '']
}

/** By its outcome a mismatch names its reason above. */
function detailLines(details: PatchComparison, threshold: number | undefined): string[] {
  return [
    ...(threshold === undefined || details.reason === undefined ? [] : [`  ${details.reason}`]),
    partsLine(details),
    '',
    ...renderRows(fileRows(details)),
    ...penaltyLines(details),
    ...missingLines(details),
  ]
}

function outcomeText({ outcome, total, reason }: PatchComparison): string {
  return `${outcome}  (${total.toFixed(1)} of 100${reason === undefined ? '' : `; ${reason}`})`
}

function partsLine({ parts: { files, locations, fixLogic, completeness } }: PatchComparison): string {
  const points = (value: number) => value.toFixed(1)
  return `  files ${points(files)} of 20, locations ${points(locations)} of 20, fix logic ${points(fixLogic)} of 40, completeness ${points(completeness)} of 20`
}

/** One row a file; the gold's hunks that the candidate does not change stand below it. */
function fileRows({ files }: PatchComparison): Row[] {
  return files.map(({ path, status, hunks, extraHunks }) => {
    const found = hunks.filter((hunk) => hunk.found).length
    const missing = hunks.filter((hunk) => !hunk.found).map(({ line, text }) => `line ${line}: ${text}`)
    const name = oneLine(path, 80)
    if (status === 'extra') return { state: 'open', weight: 0, text: `${name}  not in the gold patch` }
    const count = `${found} of ${hunks.length} ${hunks.length === 1 ? 'hunk' : 'hunks'}`
    const text = `${name}  ${status === 'missing' ? 'not changed' : count}${extraText(extraHunks)}`
    if (missing.length === 0) return { state: 'met', weight: hunks.length, text }
    return { state: 'missed', weight: missing.length, text, reason: `missing ${missing.join('; ')}` }
  })
}

/** Where the candidate changes what the gold leaves alone. */
function extraText(hunks: readonly HunkNote[]): string {
  if (hunks.length === 0) return ''
  const shown = hunks.slice(0, 5).map(({ line }) => line)
  return `, and more at ${shown.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${hunks.length > 5 ? ', …' : ''}`
}

function penaltyLines({ penalties }: PatchComparison): string[] {
  return penalties.map(
    ({ name, points, items }) => `  - ${points.toFixed(1)} points for ${name}: ${oneLine(items.join(', '), 200)}`,
  )
}

/** Lines that only the gold changes, the first few. */
function missingLines({ evidence: { missingLines: lines } }: PatchComparison): string[] {
  const shown = lines.slice(0, 5).map((line) => `      ${oneLine(line, 100)}`)
  const more = lines.length > 5 ? [`      … and ${lines.length - 5} more`] : []
  return lines.length === 0 ? [] : ['  Lines of the gold patch that are missing:', ...shown, ...more]
}

function readNote({ kind, repairs }: PatchComparison): string {
  return repairs.length === 0 ? kind : `${kind}, repaired: ${oneLine(repairs.join('; '), 200)}`
}
