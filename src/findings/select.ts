/**
 * From the candidates of a review to its findings: no repetitions, no recaps, no generalities.
 *
 * @module
 */
import type { Finding } from '../types.js'
import type { Candidate, Collection, FileNote } from './candidates.js'
import { reportsNothing } from './nothing.js'
import { gapOf, isSameFile, type Place, placeWithin } from './place.js'
import { splitWords } from './words.js'

/** Share of the shorter text's words from which two texts at one place, or without a place, say the same. */
const SAME_AT_PLACE = 0.3
const SAME_ANYWHERE = 0.6
/** Fewer words than these say too little to be compared by their share. */
const FEWEST_WORDS = 3
/** Limits of a comparison, which keep the time linear in the text. */
const MOST_COMPARED = 300
const LONGEST_COMPARED = 2000

/** Chooses the findings among the candidates, in their order. */
export function selectFindings({ candidates, files }: Collection): Finding[] {
  const claims = candidates.filter(({ text }) => !reportsNothing(text))
  const single = mergeRepeated(locateHunks(claims, files))
  return dropGeneral(dropRecaps(single)).map(toFinding)
}

/** A comment under quoted code belongs to the file whose description in the review fits best. */
function locateHunks(candidates: readonly Candidate[], files: readonly FileNote[]): Candidate[] {
  const notes = files.slice(0, MOST_COMPARED).map(({ file, text }) => ({ file, stems: stemsOf(text) }))
  return candidates.map((candidate) => {
    if (candidate.hunk === undefined) return candidate
    const stems = stemsOf(`${candidate.hunk}\n${candidate.text}`)
    const fits = notes.map((note) => ({ file: note.file, shared: countShared(note.stems, stems) }))
    const best = fits.reduce((a, b) => (b.shared > a.shared ? b : a), { file: '', shared: 0 })
    return best.shared === 0 ? candidate : { ...candidate, place: { file: best.file, ...candidate.place } }
  })
}

function stemsOf(text: string): Set<string> {
  return new Set(splitWords(text.slice(0, LONGEST_COMPARED)).map(({ stem }) => stem))
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((stem) => b.has(stem)).length
}

/** Makes one of candidates that say the same in different parts of the review. */
function mergeRepeated(candidates: readonly Candidate[]): Candidate[] {
  const kept: Entry[] = []
  const distinct = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const key = keyOf(candidate)
    if (!distinct.has(key)) distinct.set(key, candidate)
  }
  for (const candidate of distinct.values()) {
    const entry = { candidate, stems: stemsOf(candidate.text) }
    const at = kept.slice(0, MOST_COMPARED).findIndex((other) => isRepeated(other, entry))
    const known = kept[at]
    if (known) kept[at] = merge(known, entry)
    else kept.push(entry)
  }
  return kept.map(({ candidate }) => candidate)
}

interface Entry {
  readonly candidate: Candidate
  readonly stems: ReadonlySet<string>
}

function keyOf({ text, place }: Candidate): string {
  return JSON.stringify([text, place.file, place.line])
}

function isRepeated(a: Entry, b: Entry): boolean {
  if (a.candidate.group === b.candidate.group) return false
  const shortest = Math.max(FEWEST_WORDS, Math.min(a.stems.size, b.stems.size))
  const overlap = countShared(a.stems, b.stems) / shortest
  const [from, to] = [a.candidate.place, b.candidate.place]
  if (from.file === undefined || to.file === undefined) return overlap >= SAME_ANYWHERE
  const gap = gapOf(from, to)
  return overlap >= SAME_AT_PLACE && isSameFile(from.file, to.file) && (gap === 0 || gap === null)
}

/** The fuller text with the fuller place. */
function merge(a: Entry, b: Entry): Entry {
  const [long, short] = b.candidate.text.length > a.candidate.text.length ? [b, a] : [a, b]
  const [far, near] =
    (short.candidate.place.file ?? '').length > (long.candidate.place.file ?? '').length ? [short, long] : [long, short]
  const severity = long.candidate.severity ?? short.candidate.severity
  const place = mergePlaces(far.candidate.place, near.candidate.place)
  return { stems: long.stems, candidate: { ...long.candidate, place, ...(severity === undefined ? {} : { severity }) } }
}

/** The file of the first, and the lines of the second where the first has none or says less of the same lines. */
function mergePlaces(first: Place, second: Place): Place {
  const isFuller = first.line === undefined || (first.lineEnd === undefined && gapOf(first, second) === 0)
  const { file: _, ...lines } = isFuller ? second : first
  return placeWithin(lines, first)
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

/** Words of a sentence that asks for care in general, or only tells what the code does. */
const TALK =
  /\b(?:make sure|ensure|be sure|confirm|verify|double-check|test the|important to|difficult to|without (?:more|a larger|the full) context|any (?:potential|unintended|unexpected)|potential (?:bugs|issues|problems|risks)|considering the following|suggests that|this means that|appears to be|seems to be)\b/i

/** In a plain list that names no place and rates nothing, items of several sentences that are all talk are dropped. */
function dropGeneral(candidates: readonly Candidate[]): Candidate[] {
  const isPlain = candidates.length > 1 && !candidates.some((candidate) => candidate.titled || isBacked(candidate))
  return isPlain ? candidates.filter(({ text }) => !isTalk(text)) : [...candidates]
}

function isTalk(text: string): boolean {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/)
  return sentences.length > 1 && sentences.every((sentence) => TALK.test(sentence))
}

function toFinding({ text, place, severity }: Candidate): Finding {
  return { text, ...place, ...(severity === undefined ? {} : { severity }) }
}
