/**
 * What a matcher's judgement says one by one, whatever the mode: dimensions, issues, behaviours, sides, patches, citations.
 * A judgement comes from a file, so nothing of it is taken for granted; what is not understood stands in its JSON.
 *
 * @module
 */
import { showAmount } from '../score-text.js'
import { oneLine } from '../text.js'
import type { Evidence } from '../types.js'
import type { Part } from './report-data.js'

type Fields = Readonly<Record<string, unknown>>

/** The parts of a judgement, in its own order. */
export function readParts(judgement: Fields): readonly Part[] {
  const open = new Map(listOf(judgement.unjudged).map((one) => [textOf(one.part), textOf(one.detail)]))
  const contestants = Object.entries(fieldsOf(judgement.contestants))
  return [
    ...scoreParts(judgement.scores, '', open),
    ...contestants.flatMap(([side, own]) => scoreParts(fieldsOf(own).scores, `${side}: `, open)),
    ...listOf(judgement.baseline_findings).map((one) => foundPart(one, one.found, 'found', open)),
    ...listOf(judgement.baseline_behaviors).map((one) => foundPart(one, one.demonstrated, 'demonstrated', open)),
    ...listOf(judgement.issues).map((one) => foundPart(one, one.found, 'found', open)),
    ...listOf(judgement.failures).map(citationPart),
    ...equivalencePart(judgement.equivalence),
    ...ratingPart(judgement),
  ]
}

/** Dimensions with value, reasons and quotes, or points. */
function scoreParts(scores: unknown, side: string, open: ReadonlyMap<string, string>): Part[] {
  return Object.entries(fieldsOf(scores)).flatMap(([name, score]): Part[] => {
    const title = oneLine(`${side}${name}`, 200)
    if (typeof score === 'number') return [{ ...EMPTY, name: title, state: 'scored', text: showAmount(score) }]
    const { value = null, share, reasoning, evidence } = fieldsOf(score)
    if (!('value' in fieldsOf(score))) return []
    const said = { name: title, justification: textOf(reasoning), evidence: quotesOf(evidence) }
    if (typeof value !== 'number') return [{ ...EMPTY, ...said, reason: open.get(name) ?? 'unjudged' }]
    // Older records do not say on which scale a value stands.
    const quality = typeof share === 'number' ? Math.min(1, Math.max(0, share)) : null
    return [{ ...EMPTY, ...said, state: 'scored', text: showAmount(value), quality }]
  })
}

function foundPart(one: Fields, found: unknown, word: string, open: ReadonlyMap<string, string>): Part {
  const { id, severity, category, by, why, evidence } = one
  const name = oneLine(textOf(id), 200)
  const note = [severity, category, by === undefined ? '' : `by ${textOf(by)}`]
    .map(textOf)
    .filter((text) => text !== '')
  const said = { name, note: oneLine(note.join(' · '), 200), justification: textOf(why) }
  const quotes = typeof evidence === 'string' ? [{ quote: evidence, verified: found === true }] : quotesOf(evidence)
  if (typeof found !== 'boolean')
    return { ...EMPTY, ...said, evidence: quotes, reason: open.get(textOf(id)) ?? 'unjudged' }
  const text = found ? word : `not ${word}`
  return { ...EMPTY, ...said, evidence: quotes, state: 'scored', text, quality: Number(found) }
}

function citationPart({ claimId, path, line, reason, message, quote }: Fields): Part {
  const place = [textOf(path), typeof line === 'number' ? String(line) : ''].filter((text) => text !== '').join(':')
  return {
    ...EMPTY,
    ...{ name: oneLine(textOf(claimId) || 'citation', 200), note: oneLine(place, 200) },
    ...{ state: 'scored', text: oneLine(textOf(reason), 80), quality: 0 },
    justification: textOf(message),
    evidence: typeof quote === 'string' ? [{ quote, verified: false }] : [],
  }
}

function equivalencePart(equivalence: unknown): Part[] {
  const { verdict = null, reasoning, gold_evidence, candidate_evidence } = fieldsOf(equivalence)
  if (equivalence === undefined) return []
  const evidence = [...quotesOf(candidate_evidence), ...quotesOf(gold_evidence)]
  const said = { ...EMPTY, name: 'equivalence', justification: textOf(reasoning), evidence }
  if (typeof verdict !== 'string') return [said]
  const quality = verdict === 'equivalent' ? 1 : verdict === 'different' ? 0 : null
  return [{ ...said, state: 'scored', text: oneLine(verdict, 40), quality }]
}

/** The one rating of a chain. */
function ratingPart({ rating, reasoning }: Fields): Part[] {
  if (typeof rating !== 'string') return []
  return [{ ...EMPTY, name: 'rating', state: 'scored', text: oneLine(rating, 40), justification: textOf(reasoning) }]
}

const EMPTY: Part = {
  ...{ name: '', note: '', state: 'unjudged', text: '?', quality: null },
  ...{ justification: '', reason: '', evidence: [] },
}

function quotesOf(evidence: unknown): Evidence[] {
  return listOf(evidence).flatMap(({ quote, verified }) =>
    typeof quote === 'string' ? [{ quote, verified: verified === true }] : [],
  )
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
