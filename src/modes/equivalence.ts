/**
 * `ground-truth` with `equivalence: 'judge'`: where the comparison of two patches is inconclusive, a model says whether they do
 * the same. It is not asked about a match or a mismatch, and changes no score.
 *
 * @module
 */
import { FoldedLines } from '../citations/folded-lines.js'
import { hasQuote } from '../citations/quote.js'
import { show } from '../errors.js'
import type { PatchComparison } from '../patch/compare.js'
import { type ShownPatches, showPatches } from '../patch/shown.js'
import { type Material, shownText } from '../prompts/fence.js'
import { layOut } from '../prompts/layout.js'
import type { UnjudgedPart } from '../types.js'
import {
  compareInput,
  type Equivalence,
  type GroundTruthFields,
  type GroundTruthInput,
  groundTruth,
  scoreComparison,
} from './ground-truth.js'
import type { Mode } from './mode.js'
import * as reply from './reply.js'

/** Input with the comparison, which decides whether anybody is asked. */
export interface EquivalenceInput extends GroundTruthInput {
  readonly details: PatchComparison
  readonly shown: ShownPatches
}

/** What a reply gave. */
export interface EquivalenceReading {
  readonly answer: Equivalence
  /** Why there is no verdict. */
  readonly open: UnjudgedPart | null
}

type Verdict = NonNullable<Equivalence['verdict']>

const OUTCOMES: Readonly<Record<Verdict, PatchComparison['outcome']>> = {
  equivalent: 'match',
  different: 'mismatch',
  'cannot tell': 'inconclusive',
}
const VERDICTS = Object.keys(OUTCOMES) as Verdict[]
const NO_ANSWER: Equivalence = { verdict: null, reasoning: '', gold_evidence: [], candidate_evidence: [] }

const TASK = `Judge whether two patches do the same. The material "gold_patch" is known to resolve an issue; "candidate_patch" is what an agent handed in for it. Both are unified diffs without tests and documentation. Line numbers may be wrong, and a whole file may stand as added lines.

The verdicts:
- equivalent: with the candidate the code behaves as with the gold patch in all that the issue asks for and that a test of it could see. Names that nothing outside uses, comments, layout, the order of independent steps and the place of a change may differ.
- different: there is an input or a use, within what the issue is about, for which the two behave differently, or a name that others must be able to use is missing.
- cannot tell: it depends on code that neither patch shows.`
const PROBLEM = 'The material "problem" is the issue.'
const QUESTION = `First the quotes from each patch that decide it, then the reasons: what each patch changes, and for which inputs the two agree or part. Then the verdict: "equivalent", "different" or "cannot tell".`

const SCHEMA = reply.closedObject({
  gold_quotes: reply.QUOTES_SCHEMA,
  candidate_quotes: reply.QUOTES_SCHEMA,
  reasoning: reply.REASONS_SCHEMA,
  verdict: { type: 'string', enum: VERDICTS },
})

export const equivalence: Mode<EquivalenceInput, EquivalenceReading, GroundTruthFields> = {
  name: 'ground-truth',
  promptVersion: 'equivalence-1',

  check(task) {
    const input = groundTruth.check(task)
    const { candidate, gold, ignore } = input
    return { ...input, details: compareInput(input), shown: showPatches(candidate, gold.patch, ignore) }
  },

  requests({ details, gold, shown }) {
    if (details.outcome !== 'inconclusive') return []
    const problem: Material[] =
      gold.problemStatement === undefined ? [] : [{ name: 'problem', text: gold.problemStatement }]
    return [
      layOut({
        task: [TASK, ...(problem.length > 0 ? [PROBLEM] : [])].join('\n\n'),
        shared: [...problem, { name: 'gold_patch', text: shown.gold }],
        material: [{ name: 'candidate_patch', text: shown.candidate }],
        question: QUESTION,
        schema: SCHEMA,
        label: 'equivalence',
      }),
    ]
  },

  read({ shown }, value) {
    const { gold_quotes, candidate_quotes, reasoning, verdict } = reply.objectOf(value)
    const given: Equivalence = {
      verdict: readVerdict(verdict),
      reasoning: reply.textOf(reasoning),
      gold_evidence: verify(gold_quotes, shown.gold),
      candidate_evidence: verify(candidate_quotes, shown.candidate),
    }
    const open = faultOf(given, verdict)
    const answer = open === null ? given : { ...given, verdict: null }
    return { parts: { answer, open }, problems: open === null ? [] : [open.detail] }
  },

  score({ details }, [given]) {
    const scored = scoreComparison(details)
    if (details.outcome !== 'inconclusive') return scored
    const { answer, open } = given !== undefined && 'parts' in given ? given.parts : noReading(given?.unjudged)
    const said =
      answer.verdict === null
        ? {}
        : ({ outcome: OUTCOMES[answer.verdict], by: 'model' } satisfies Partial<GroundTruthFields>)
    return {
      ...scored,
      fields: { ...scored.fields, ...said, equivalence: answer },
      unjudged: open === null ? [] : [open],
    }
  },
}

/** The service does not promise the case of listed words. */
function readVerdict(given: unknown): Verdict | null {
  const word = reply.textOf(given).trim().toLowerCase()
  return VERDICTS.find((name) => name === word) ?? null
}

/** A quote of several lines may leave out the signs at their start. */
function verify(quotes: unknown, patch: string): Equivalence['gold_evidence'] {
  const readings = [patch, patch.replace(/^[-+ ]/gm, '')].map((text) => new FoldedLines(shownText(text).split('\n')))
  return reply.quotesOf(quotes).map((quote) => ({
    quote,
    verified: readings.some((lines) => hasQuote(lines.text(null), quote, 'word') || lines.hasLine(null, quote)),
  }))
}

/** That two patches do the same has to be shown in both; that they do not, in one of them. */
function faultOf({ verdict, gold_evidence, candidate_evidence }: Equivalence, given: unknown): UnjudgedPart | null {
  const part = 'verdict'
  if (verdict === null) {
    if (given === undefined || given === null) return { part, reason: 'missing', detail: 'the verdict is missing' }
    const detail = `the verdict is ${show(given)}, not one of ${VERDICTS.join(', ')}`
    return { part, reason: 'malformed', detail }
  }
  const stands = [gold_evidence, candidate_evidence].map((quotes) => quotes.some(({ verified }) => verified))
  if (verdict === 'equivalent' && stands.includes(false)) {
    const detail = 'the verdict "equivalent" needs a quote that stands in each patch, word for word'
    return { part, reason: 'malformed', detail }
  }
  if (verdict === 'different' && !stands.includes(true)) {
    const detail = 'the verdict "different" needs a quote that stands in one of the patches, word for word'
    return { part, reason: 'malformed', detail }
  }
  return null
}

function noReading(why: Omit<UnjudgedPart, 'part'> = { reason: 'missing', detail: 'no answer' }): EquivalenceReading {
  return { answer: NO_ANSWER, open: { part: 'verdict', ...why } }
}
