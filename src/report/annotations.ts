/**
 * What a run says about single lines of code and of eval sets, in the form of GitHub's Checks API.
 *
 * @module
 */
import { judgeCase } from '../evalset/outcome.js'
import { explainUnjudgedCases, type GateReason } from '../evalset/reasons.js'
import { nameTrial } from '../evalset/trials.js'
import { toQuality } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { CaseRecord } from '../types.js'
import { describeValues } from './check-table.js'
import { isAboutBaseline } from './compare-gate.js'
import type { CheckResult, RunResults, SetResult } from './results.js'
import { settingsOfSet } from './set-settings.js'
import { tallyChecks } from './tally.js'

/** A remark on a line, as GitHub's Checks API takes it. */
export interface Annotation {
  /** The file, from the project's root; in {@link CheckRun} from the repository's top. */
  readonly path: string
  /** From 1; 1 where the line is not known. */
  readonly start_line: number
  /** As `start_line`. */
  readonly end_line: number
  /** `failure`: it makes the run red. `warning`: it does not, or could not be judged and does not block. */
  readonly annotation_level: 'failure' | 'warning'
  /** What it is about, on one line. */
  readonly title: string
  /** Why, plain text. */
  readonly message: string
}

/** An annotation, what it is about, and who else says it. */
export interface Remark {
  readonly annotation: Annotation
  /** `low`: a case or check that failed; `open`: what could not be judged; `gate`: a set as a whole. */
  readonly about: 'gate' | 'low' | 'open'
  /** Of what failed, how far: 0-1, lower is worse; 0 where there is no figure. */
  readonly quality: number
  /** `test`: the error of a red test says the same; `checks`: that of the test with this id, if it is red; null: nobody. */
  readonly toldBy: 'test' | { readonly test_id: string } | null
}

/** All remarks on a run: failures first, of these the sets as a whole, then the worst. */
export function listRemarks({ sets, checks, gate }: RunResults): readonly Remark[] {
  const { failed, unjudged } = tallyChecks(checks)
  const lost = gate.reasons.filter((reason) => reason.evalset !== null && isAboutBaseline(reason))
  const remarks = [
    ...sets.flatMap(remarkGate),
    ...sets.flatMap((set) => lost.filter(({ evalset }) => evalset === set.evalset).map(remarkLoss(set))),
    ...[...sets.flatMap(remarkCases), ...failed.map(remarkCheck)].toSorted((a, b) => a.quality - b.quality),
    ...unjudged.map(remarkCheck),
    ...sets.flatMap(remarkOpen),
  ]
  const isFailure = ({ annotation }: Remark) => annotation.annotation_level === 'failure'
  return [...remarks.filter(isFailure), ...remarks.filter((remark) => !isFailure(remark))]
}

interface Place {
  readonly file: string
  readonly line?: number | undefined
}

type Level = Annotation['annotation_level']

function annotate({ file, line = 1 }: Place, annotation_level: Level, title: string, message: string): Annotation {
  const path = file.replaceAll('\\', '/')
  return { path, start_line: line, end_line: line, annotation_level, title: oneLine(title, 200), message }
}

function explain(reasons: readonly GateReason[]): string {
  return reasons.map(({ kind, text }) => `${kind}: ${oneLine(text, 600)}`).join('\n')
}

/** Sets that do not block have reasons too. */
function remarkGate({ evalset, file, gate }: SetResult): Remark[] {
  if (gate.reasons.length === 0) return []
  const message = `${gate.line}\n${explain(gate.reasons)}`
  const annotation = annotate({ file }, gate.passed ? 'warning' : 'failure', `Gate ${oneLine(evalset, 100)}`, message)
  return [{ annotation, about: 'gate', quality: 0, toldBy: gate.passed ? null : 'test' }]
}

/** No test knows the baseline. */
function remarkLoss({ evalset, file }: SetResult): (reason: GateReason) => Remark {
  return (reason) => {
    const annotation = annotate({ file }, 'failure', `Baseline of ${oneLine(evalset, 100)}`, explain([reason]))
    return { annotation, about: 'gate', quality: 0, toldBy: null }
  }
}

function remarkCases(set: SetResult): Remark[] {
  const { shape, gate } = settingsOfSet(set)
  const red = new Set(set.blocked_cases.map(({ case: id, trial }) => JSON.stringify([id, trial])))
  return set.cases.flatMap((record): Remark[] => {
    const { outcome, reasons } = judgeCase(shape, record, gate)
    if (outcome === 'pass') return []
    const isRed = red.has(JSON.stringify([record.id, record.trial]))
    const title = `${oneLine(set.evalset, 80)} > ${nameTrial(record)}`
    const message = `${explain(reasons)}${isRed ? '' : `\n${describeGreen(set)}`}`
    const annotation = annotate({ file: set.file, line: record.line }, isRed ? 'failure' : 'warning', title, message)
    const toldBy = isRed ? 'test' : null
    return outcome === 'fail'
      ? [{ annotation, about: 'low', quality: qualityOf(set, record), toldBy }]
      : [{ annotation, about: 'open', quality: 1, toldBy }]
  })
}

/** What a case that is low or open comes to where its own test is green: with `gate.on: 'set'` only all cases together decide. */
function describeGreen({ gate }: SetResult): string {
  return gate.passed ? 'It does not block.' : 'Its test is green; the gate of its set is closed.'
}

/** That of the lowest dimension that blocks. */
function qualityOf({ rubric, block_on }: SetResult, { scores }: CaseRecord): number {
  const blocking = rubric.dimensions.filter(({ name }) => block_on.includes(name))
  const known = blocking.flatMap((dimension) => {
    const score = scores[dimension.name]
    return score === undefined ? [] : [toQuality(dimension, score)]
  })
  return known.length === 0 ? 0 : Math.min(...known)
}

/** Dimensions that do not block and were not judged: one remark for all of a set. */
function remarkOpen({ evalset, file, rubric, block_on, cases }: SetResult): Remark[] {
  const tried = cases.filter(({ error }) => error === undefined)
  const free = rubric.dimensions.filter(({ name }) => !block_on.includes(name))
  const reasons = free.flatMap(({ name }) => explainUnjudgedCases(name, tried))
  if (reasons.length === 0) return []
  const annotation = annotate({ file }, 'warning', `Not judged in ${oneLine(evalset, 100)}`, explain(reasons))
  return [{ annotation, about: 'open', quality: 1, toldBy: null }]
}

function remarkCheck(check: CheckResult): Remark {
  const { matcher, negated, test, test_id, verdict, values, reason, at_most } = check
  const isOpen = verdict === 'unjudged'
  const title = `${negated ? 'not.' : ''}${matcher}: ${oneLine(test, 120)}`
  const why = reason === undefined ? [] : [oneLine(reason, 600)]
  const message = [isOpen ? 'not judged' : describeValues(check), ...why].join('\n')
  const [first] = Object.values(values)
  const quality = isOpen ? 1 : at_most || negated ? 0 : (first ?? 0)
  return {
    annotation: annotate(check, 'failure', title, message),
    about: isOpen ? 'open' : 'low',
    quality,
    toldBy: { test_id },
  }
}
