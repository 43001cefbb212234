/**
 * How near a candidate patch comes to the gold patch, with the evidence of every part. Deterministic and without learned
 * weights. The terms and thresholds were chosen on SWE-bench patches whose truth is known; bench/patches.mjs measures them.
 *
 * @module
 */
import type { CandidateKind } from './candidate.js'
import { readCode } from './code.js'
import { compareFiles, type FileComparison, listEvidence, matchFiles, type PatchEvidence } from './evidence.js'
import { type MissingName, missingNames, weighNames } from './names.js'
import { countRuns, overlap, shareOf, type TextOverlap } from './overlap.js'
import { readPatch } from './read.js'
import { type Attempt, readAttempt, readGold, readIgnore, type Side } from './sides.js'
import { compareNet, netChange, readTokens, type TokenAgreement } from './tokens.js'

export type { FileComparison, GoldHunk, PatchEvidence } from './evidence.js'
export type { HunkNote } from './places.js'

/** Whether the candidate does what the gold does, as far as the text tells. */
export type PatchOutcome = 'match' | 'inconclusive' | 'mismatch'

/** What sharpens a comparison. */
export interface ComparePatchOptions {
  /** Text of the task. Names that it mentions need not be guessed. */
  readonly problemStatement?: string
  /** Unified diff of the tests that decide. Names that it uses must be there. */
  readonly testPatch?: string
  /** Globs (picomatch) of files to leave out of both patches. */
  readonly ignore?: readonly string[]
}

/** Points before penalties. */
export interface PatchParts {
  /** 0-20: Jaccard index of the fix files. */
  readonly files: number
  /** 0-20: share of the gold's changed lines at places that the candidate changes too. */
  readonly locations: number
  /** 0-40: 20 for the recall of the gold's added text, 20 for F1 of the tokens added and removed on balance. */
  readonly fixLogic: number
  /** 0-20: recall of the gold's added text, up to half less for text that is not the gold's and for code that other files lose. */
  readonly completeness: number
}

/** Points taken off the sum of the parts. */
export interface PatchPenalty {
  /** What it is for. */
  readonly name: 'missing names' | 'scripts in the root'
  /** Above 0. */
  readonly points: number
  /** The names or files. */
  readonly items: readonly string[]
}

/** A candidate patch compared with the gold patch. Plain JSON. */
export interface PatchComparison {
  /** 0-100: the sum of the parts less the penalties. */
  readonly total: number
  /** Points of the four parts, before penalties. */
  readonly parts: PatchParts
  /** What was taken off; empty when nothing was. */
  readonly penalties: readonly PatchPenalty[]
  /** What the total and the evidence come to. */
  readonly outcome: PatchOutcome
  /** Why it is a mismatch whatever the total; a sentence. */
  readonly reason?: string
  /** Fix files of both patches, the gold's first. */
  readonly files: readonly FileComparison[]
  /** What agrees and what is missing. */
  readonly evidence: PatchEvidence
  /** The form in which the candidate was handed in. */
  readonly kind: CandidateKind
  /** What had to be put right to read the candidate, in words. */
  readonly repairs: readonly string[]
}

/** From this total on, 94 % of the patches in the tune data resolve their issue. */
const MATCH_FROM = 80
/** A match also needs this share of its added text to be the gold's: what else it does is unknown. */
const MATCH_PRECISION = 0.4
/** Up to this total, 3 % resolve it. */
const MISMATCH_TO = 8

/** Share of the points that missing names can cost. */
const NAMES_COST = 0.8
/** Share of the points that new scripts in the root cost; such candidates resolve 18 % of their issues. */
const SCRIPTS_COST = 0.5

/**
 * Compares a candidate with the gold patch.
 *
 * @param candidate - What the agent handed in: a unified diff of any quality, or a response with fenced diffs,
 * search/replace blocks or whole files. Any text is accepted.
 * @param gold - Unified diff that is known to be right.
 * @throws {@link InputError} when the gold is no sound unified diff that changes lines of a fix file, or a glob is no glob.
 */
export function comparePatch(candidate: string, gold: string, options: ComparePatchOptions = {}): PatchComparison {
  const ignored = readIgnore(options.ignore ?? [])
  const reference = readGold(gold, ignored)
  const attempt = readAttempt(candidate, reference, ignored)
  const files = matchFiles(reference, attempt)
  const places = shareOf(sumOf(files, 'matched'), sumOf(files, 'changed'))
  const text = compareText(reference, attempt)
  const tokens = compareNet(netOf(reference), netOf(attempt))
  const shared = files.filter((file) => file.gold !== null && file.candidate !== null).length
  const parts = partsOf(attempt, { files: shared / files.length, places, text, tokens })
  const penalties = penaltiesOf(attempt, parts, findMissing(reference, attempt, options))
  const total = round(sumParts(parts) - penalties.reduce((sum, { points }) => sum + points, 0))
  return {
    total,
    parts,
    penalties,
    outcome: outcomeOf(total, text.precision),
    ...(attempt.reason === undefined ? {} : { reason: attempt.reason }),
    files: compareFiles(files),
    evidence: { ...text, places, ...listEvidence(reference, attempt, tokens) },
    kind: attempt.kind,
    repairs: attempt.repairs,
  }
}

function sumOf(files: ReturnType<typeof matchFiles>, count: 'matched' | 'changed'): number {
  return files.flatMap(({ gold }) => gold ?? []).reduce((sum, hunk) => sum + hunk[count], 0)
}

/**
 * Added text counts; of a gold that only removes, the removed text. What files that the gold leaves alone lose, less what they
 * gain, is unrelated and lowers the precision.
 */
function compareText(gold: Side, candidate: Side): TextOverlap {
  const side = gold.code.some(({ added }) => added.length > 0) ? 'added' : 'removed'
  const pieces = ({ code }: Side): string[][] => code.map((hunk) => readTokens(hunk[side]))
  const { recall, precision } = overlap(pieces(gold), pieces(candidate))
  if (side === 'removed') return { recall, precision }
  const added = countRuns(pieces(candidate))
  return { recall, precision: precision * shareOf(added, added + countLost(gold, candidate)) }
}

/** Runs that hunks in files of the candidate alone remove beyond those that they add. */
function countLost(gold: Side, candidate: Side): number {
  const known = new Set(gold.files.map(({ path }) => path))
  const hunks = candidate.files.flatMap(({ path, hunks: own }) =>
    known.has(path) ? [] : own.map((hunk) => readCode(hunk, path)),
  )
  const count = (lines: readonly string[]) => countRuns([readTokens(lines)])
  return hunks.reduce((sum, { added, removed }) => sum + Math.max(0, count(removed) - count(added)), 0)
}

function netOf({ code }: Side): ReturnType<typeof netChange> {
  return netChange(
    code.flatMap(({ added }) => readTokens(added)),
    code.flatMap(({ removed }) => readTokens(removed)),
  )
}

/**
 * Recall counts twice, because a right patch may do more than the gold: F1 in its place costs .02 AUC within instances.
 * Precision lowers the second share only; without it the highest totals are less certain.
 */
function partsOf(
  { reason }: Attempt,
  terms: { files: number; places: number; text: TextOverlap; tokens: TokenAgreement },
): PatchParts {
  if (reason !== undefined) return { files: 0, locations: 0, fixLogic: 0, completeness: 0 }
  const { recall, precision } = terms.text
  return {
    files: round(20 * terms.files),
    locations: round(20 * terms.places),
    fixLogic: round(20 * recall + 20 * terms.tokens.f1),
    completeness: round((20 * recall * (1 + precision)) / 2),
  }
}

function findMissing(gold: Side, candidate: Side, options: ComparePatchOptions): MissingName[] {
  const tests = readPatch(options.testPatch ?? '').files.flatMap((file) => file.hunks.flatMap(({ lines }) => lines))
  return missingNames(
    gold.code.flatMap(({ added }) => added),
    gold.files.flatMap((file) => file.hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith('+')))),
    candidate.code.flatMap(({ added }) => added),
    { tests: tests.filter((line) => line.startsWith('+')), problem: options.problemStatement ?? '' },
  )
}

/** The second penalty is taken off what the first leaves. */
function penaltiesOf({ rootScripts }: Attempt, parts: PatchParts, names: readonly MissingName[]): PatchPenalty[] {
  const sum = sumParts(parts)
  const forNames = round(sum * NAMES_COST * weighNames(names))
  const forScripts = rootScripts.length === 0 ? 0 : round((sum - forNames) * SCRIPTS_COST)
  const penalties: PatchPenalty[] = [
    { name: 'missing names', points: forNames, items: names.map(({ name }) => name) },
    { name: 'scripts in the root', points: forScripts, items: rootScripts },
  ]
  return penalties.filter(({ points }) => points > 0)
}

function sumParts({ files, locations, fixLogic, completeness }: PatchParts): number {
  return files + locations + fixLogic + completeness
}

function outcomeOf(total: number, precision: number): PatchOutcome {
  if (total <= MISMATCH_TO) return 'mismatch'
  return total >= MATCH_FROM && precision >= MATCH_PRECISION ? 'match' : 'inconclusive'
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
