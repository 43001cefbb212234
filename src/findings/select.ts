/**
 * From the candidates of a review to its findings: no repetitions, no recaps, no generalities.
 *
 * @module
 */
import type { Finding } from '../types.js'
import type { Candidate, Collection, FileNote } from './candidates.js'
import { isSameFile, type Place } from './place.js'
import { splitWords } from './words.js'

/** Share of the shorter text's words from which two texts at one place, or without a place, say the same. */
const SAME_AT_PLACE = 0.3
const SAME_ANYWHERE = 0.6
/** A candidate is compared with this many before it at most, which keeps the time linear. */
const MOST_COMPARED = 300
const COMPARED_LENGTH = 2000

/** Chooses the findings among the candidates, in their order. */
export function selectFindings({ candidates, files }: Collection): Finding[] {
  const placed = candidates.map((candidate) => locateHunk(candidate, files))
  const single = mergeRepeated(placed)
  return dropGeneral(dropRecaps(single)).map(toFinding)
}

/** A comment under quoted code belongs to the file of the overview whose description fits best. */
function locateHunk(candidate: Candidate, files: readonly FileNote[]): Candidate {
  if (candidate.hunk === undefined || candidate.place.file !== undefined) return candidate
  const words = new Set(splitWords(`${candidate.hunk}\n${candidate.text}`))
  const fits = files.map(({ file, text }) => ({
    file,
    shared: new Set(splitWords(text).filter((word) => words.has(word))).size,
  }))
  const best = fits.reduce((a, b) => (b.shared > a.shared ? b : a), { file: '', shared: 0 })
  return best.shared === 0 ? candidate : { ...candidate, place: { file: best.file, ...candidate.place } }
}

function mergeRepeated(candidates: readonly Candidate[]): Candidate[] {
  const kept: Entry[] = []
  for (const candidate of candidates) {
    const entry = { candidate, words: new Set(splitWords(candidate.text.slice(0, COMPARED_LENGTH))) }
    const at = kept.slice(0, MOST_COMPARED).findIndex((other) => isRepeated(other, entry))
    const known = kept[at]
    if (known) kept[at] = merge(known, entry)
    else kept.push(entry)
  }
  return kept.map(({ candidate }) => candidate)
}

interface Entry {
  readonly candidate: Candidate
  readonly words: ReadonlySet<string>
}

function isRepeated(a: Entry, b: Entry): boolean {
  if (a.candidate.group === b.candidate.group)
    return a.candidate.text === b.candidate.text && isSamePlace(a.candidate.place, b.candidate.place)
  const shared = [...a.words].filter((word) => b.words.has(word)).length
  const overlap = shared / Math.max(1, Math.min(a.words.size, b.words.size))
  const both = a.candidate.place.file !== undefined && b.candidate.place.file !== undefined
  if (both) return overlap >= SAME_AT_PLACE && isSamePlace(a.candidate.place, b.candidate.place)
  return overlap >= SAME_ANYWHERE
}

function isSamePlace(a: Place, b: Place): boolean {
  if (a.file === undefined || b.file === undefined) return a.file === b.file && a.line === b.line
  if (!isSameFile(a.file, b.file)) return false
  if (a.line === undefined || b.line === undefined) return true
  return a.line <= (b.lineEnd ?? b.line) && b.line <= (a.lineEnd ?? a.line)
}

/** The fuller text with the fuller place. */
function merge(a: Entry, b: Entry): Entry {
  const [long, short] = b.candidate.text.length > a.candidate.text.length ? [b, a] : [a, b]
  const [far, near] =
    (short.candidate.place.file ?? '').length > (long.candidate.place.file ?? '').length ? [short, long] : [long, short]
  const severity = long.candidate.severity ?? short.candidate.severity
  const place = { ...near.candidate.place, ...far.candidate.place }
  return { words: long.words, candidate: { ...long.candidate, place, ...(severity === undefined ? {} : { severity }) } }
}

/**
 * Where some of a review names places, a list that names none, rates nothing and stands under no title for issues only
 * repeats.
 */
function dropRecaps(candidates: readonly Candidate[]): Candidate[] {
  const backed = new Set(candidates.filter((candidate) => isBacked(candidate)).map(({ group }) => group))
  return candidates.filter(({ group, titled }) => backed.size === 0 || backed.has(group) || titled)
}

/** It names a place or a severity. */
function isBacked({ place, severity }: Candidate): boolean {
  return place.file !== undefined || place.line !== undefined || severity !== undefined
}

const CLAIM =
  /\b(?:bugs?|errors?|exceptions?|crash\w*|fail\w*|break\w*|broken|leaks?|races?|deadlock\w*|vulnerab\w*|unsafe|insecure|injection|wrong|incorrect\w*|inconsisten\w*|invalid|missing|lacks?|typos?|unused|never|undefined|null|duplicat\w*|redundant|overflow\w*|inefficien\w*|slow|stale|hard-?coded|should|could be|can be (?:simplified|improved|replaced|removed)|instead of|consider (?:adding|using|removing|renaming|moving|extracting|replacing|handling))\b/i
const GENERALITY =
  /\b(?:make sure|ensure|be sure|confirm|verify|double-check|test the|important to|difficult to|worth considering|without (?:more|a larger|the full) context|any (?:potential|unintended|unexpected)|potential (?:bugs|issues|problems|risks))\b/i
const NOTHING =
  /^\W*(?:lgtm|looks good(?: to me)?|no (?:issues?|problems?|findings?|bugs?|concerns?|comments?)(?: (?:were )?found)?|nothing to report|approved?)\b[^\n]{0,60}$/i

/** In a plain list that names no place and rates nothing, items that claim no defect are talk. */
function dropGeneral(candidates: readonly Candidate[]): Candidate[] {
  const specific = candidates.filter(({ text }) => !NOTHING.test(text.trim()))
  if (specific.length < 2 || specific.some((candidate) => isBacked(candidate) || candidate.titled)) return specific
  const claims = specific.filter(({ text }) =>
    text.split(/(?<=[.!?])\s+|\n/).some((sentence) => CLAIM.test(sentence) && !GENERALITY.test(sentence)),
  )
  return claims.length > 0 ? claims : specific
}

function toFinding({ text, place, severity }: Candidate): Finding {
  return { text, ...place, ...(severity === undefined ? {} : { severity }) }
}
