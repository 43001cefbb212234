/**
 * `toMatchGroundTruthPatch`: a patch against the one that is known to resolve the issue.
 *
 * @module
 */
import { UnjudgedError } from '../src/errors.js'
import { conduct } from '../src/judge.js'
import { NO_ASKER } from '../src/models/asker.js'
import { groundTruth } from '../src/modes/ground-truth.js'
import type { PatchComparison } from '../src/patch/compare.js'
import { decide } from '../src/scoring/decide.js'
import { oneLine } from '../src/text.js'
import type { Verdict } from '../src/types.js'
import type { Outcome } from './matcher.js'
import { callText, expectedScore, frame, type Row, receivedScore, renderRows } from './message.js'
import { checkOptions } from './options.js'
import type { PatchOptions } from './types.js'

const NAME = 'toMatchGroundTruthPatch'
const VERDICTS: Readonly<Record<PatchComparison['outcome'], Verdict>> = {
  match: 'pass',
  mismatch: 'fail',
  inconclusive: 'unjudged',
}

/** See `JudgeMatchers.toMatchGroundTruthPatch`. */
export async function matchGroundTruthPatch(
  received: unknown,
  [gold, options = {}]: [gold: string | object, options?: PatchOptions],
): Promise<Outcome> {
  checkOptions(NAME, options, ['threshold', 'ignore'], ['threshold'])
  const { threshold, ignore = [] } = options
  const judged = await conduct(groundTruth, { mode: 'ground-truth', gold, response: received, ignore }, NO_ASKER)
  if (!judged.success) throw new UnjudgedError(judged.error, judged.unjudged)
  const score = judged.bounds.lower / 100
  const bounds = { lower: score, upper: score }
  const verdict = threshold === undefined ? VERDICTS[judged.outcome] : decide(bounds, threshold)
  const open =
    'the patches share too little to call it a match and too much to call it a mismatch. Set `threshold` to decide by the score'
  return {
    verdict,
    thresholds: threshold === undefined ? {} : { score: threshold },
    values: { score },
    bounds,
    ...(verdict === 'unjudged' ? { reason: open } : {}),
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
        ],
        details: [
          partsLine(judged.details),
          '',
          ...renderRows(fileRows(judged.details)),
          ...penaltyLines(judged.details),
          ...missingLines(judged.details),
        ],
        notes: { Read: readNote(judged.details) },
        ...(verdict === 'unjudged' ? { unjudged: `${open}.` } : {}),
      }),
  }
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
  return files.map(({ path, status, hunks }) => {
    const found = hunks.filter((hunk) => hunk.found).length
    const missing = hunks.filter((hunk) => !hunk.found).map(({ line, text }) => `line ${line}: ${text}`)
    const name = oneLine(path, 80)
    if (status === 'extra') return { state: 'open', weight: 0, text: `${name}  not in the gold patch` }
    const text = `${name}  ${status === 'missing' ? 'not changed' : `${found} of ${hunks.length} hunks`}`
    if (missing.length === 0) return { state: 'met', weight: hunks.length, text }
    return { state: 'missed', weight: missing.length, text, reason: `missing ${missing.join('; ')}` }
  })
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
