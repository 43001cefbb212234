/**
 * What a gate came to on one line, fit for a pull request: the verdict, why, the aggregate, who judged, and what it cost.
 *
 * @module
 */
import type { SetGate } from '../evalset/gate.js'
import { ADVISORY_ONLY, describeLowAggregate } from '../evalset/low.js'
import { readPassGate } from '../evalset/pass.js'
import { listKinds, listNames } from '../evalset/reasons.js'
import { nameTrial, unitOf } from '../evalset/trials.js'
import { showFraction, showScore } from '../score-text.js'
import { oneLine } from '../text.js'
import { describeKept } from './agent-spending.js'
import type { GroupComparison, RunComparison } from './compare-runs.js'
import type { BlockedCase, GitState, RunReason, RunResults, SetResult } from './results.js'
import type { Spending } from './spending.js'
import { describeTally, tallyChecks } from './tally.js'

/** Columns. Reasons that do not fit are counted; they stand in full in the table and the file. */
const WIDTH = 200

/** How a reason says that a set did not run at all. */
export const CANNOT_RUN = 'cannot run, by no fault of agent or judge'

/** A set before it has its line. */
type UntoldSet = Omit<SetResult, 'gate'> & { readonly gate: SetGate }

/** The line of a set: `Gate refunds: PASS · aggregate 0.84 · judged by claude-haiku-5-5 · 0.0123 USD`. */
export function describeSetGate(set: UntoldSet): string {
  const { evalset, gate, cases, blocked_cases, aggregate, rubric, usage, agent } = set
  const kept = describeKept(agent)
  const but = gate.passed && blocked_cases.length > 0 ? `, but ${describeRed(blocked_cases, cases.length)}` : ''
  const low = describeLowAggregate(set, rubric.pass_threshold)
  const reasons = gate.reasons.map(({ text }) => text).filter((text) => !text.startsWith(low))
  return joinLine(`Gate ${oneLine(evalset, 40)}: ${describeVerdict(gate)}${but}`, reasons, [
    aggregate === null ? 'no aggregate' : describeAggregate(aggregate, rubric.pass_threshold, set),
    ...describeTrials(set),
    ...(gate.partial === null ? [] : [`partial ${gate.partial.n} of ${gate.partial.m}`]),
    ...(kept === null ? [] : [kept]),
    `judged by ${describeJudge(set)}`,
    describeCost(usage, isRecorded(set)),
  ])
}

/** A run before it has its line. */
type UntoldRun = Omit<RunResults, 'gate'> & { readonly gate: Omit<RunResults['gate'], 'line'> }

/** The line of a run, which no set's name can make: `Gate, whole run: FAIL (agent) · sets: 2 passed, 1 failed (refunds) · checks: 5 passed, 0 failed · 0.0123 USD`. */
export function describeRunGate({ run, sets, checks, usage, agent, gate, comparison }: UntoldRun): string {
  const tally = tallyChecks(checks)
  const kept = describeKept(agent)
  return joinLine(
    `Gate, whole run: ${describeVerdict(gate)}`,
    gate.reasons.filter(({ evalset }) => evalset === null).map(({ text }) => text),
    [
      ...describeSets(sets, gate.reasons),
      ...(checks.length === 0 ? [] : [`checks: ${describeTally(tally)}`]),
      ...(run.partial ? ['partial'] : []),
      ...(kept === null ? [] : [kept]),
      ...(comparison === undefined ? [] : [describeComparison(comparison)]),
      ...(run.git === undefined ? [] : [describeGit(run.git)]),
      describeCost(usage, sets.some(isRecorded) || checks.some(({ judgement }) => judgement.recorded === true)),
    ],
  )
}

/** The cases, or their trials, whose own tests are red. */
export function describeRed(blocked: readonly BlockedCase[], of: number): string {
  const names = blocked.map(({ case: id, reasons: _, ...trial }) => nameTrial({ id, ...trial }))
  return `${blocked.length} of ${of} ${unitOf(blocked)} failed: ${listNames(names)}`
}

/** Who judged a set, and what else did where that was not everything. */
export function describeJudge({
  judge_model,
  cases,
  fallbacks,
}: Pick<SetResult, 'judge_model' | 'cases' | 'fallbacks'>): string {
  const isJudged = cases.some(({ scores }) => Object.keys(scores).length > 0)
  if (!isJudged) return 'nobody'
  const isMixed = fallbacks.length > 0 && cases.some(({ model }) => model !== null)
  return `${oneLine(judge_model, 60)}${isMixed ? ' and the fallback' : ''}`
}

/** `PASS`, or `FAIL` and whose fault it is. */
export function describeVerdict({ passed, reasons }: Pick<SetGate, 'passed' | 'reasons'>): string {
  if (!passed) return `FAIL (${listKinds(reasons)})`
  return reasons.length === 0 ? 'PASS' : `would FAIL (${listKinds(reasons)}) but does not block`
}

function describeAggregate(aggregate: number, threshold: number, { passed, gate }: UntoldSet): string {
  if (gate.notices.includes(ADVISORY_ONLY))
    return `aggregate ${showScore(aggregate, threshold)} of advisory dimensions only`
  return `aggregate ${showScore(aggregate, threshold)}${passed ? '' : ` < ${showFraction(threshold)}`}`
}

/** What the gate asks of the trials; without one the share that passed. */
function describeTrials({ trials }: UntoldSet): string[] {
  if (trials === undefined) return []
  const { name, kind, k } = readPassGate(trials.gate ?? { at: 1, min: 0 })
  const value = trials[kind][k - 1] ?? null
  if (value === null) return [`${name} not known`]
  return [`${name} ${showScore(value, trials.gate?.min ?? value)}`]
}

/** `sets: 2 passed, 1 failed (refunds), 1 cannot run`; none where there are none. */
function describeSets(sets: readonly SetResult[], reasons: readonly RunReason[]): string[] {
  const failed = sets.filter(({ evalset }) => reasons.some((reason) => reason.evalset === evalset))
  const broken = reasons.filter(({ text }) => text.includes(CANNOT_RUN)).length
  if (sets.length + broken === 0) return []
  const counts = [
    `${sets.length - failed.length} passed`,
    ...(failed.length > 0 ? [`${failed.length} failed (${listNames(failed.map(({ evalset }) => evalset))})`] : []),
    ...(broken > 0 ? [`${broken} cannot run`] : []),
  ]
  return [`sets: ${counts.join(', ')}`]
}

/** `commit 0123456789 on main (dirty)`. */
export function describeGit({ commit, branch, dirty }: GitState): string {
  return `commit ${commit.slice(0, 10)}${branch === null ? '' : ` on ${oneLine(branch, 30)}`}${dirty ? ' (dirty)' : ''}`
}

/** What the comparison comes to, for the run's gate line. */
function describeComparison({ groups }: RunComparison): string {
  const found = (verdict: GroupComparison['verdict']) =>
    groups.filter((group) => group.verdict === verdict).map(({ name }) => name)
  const parts = (['worse', 'better', 'refused'] as const).flatMap((verdict) => {
    const names = found(verdict)
    return names.length === 0
      ? []
      : [`${verdict === 'refused' ? 'not comparable' : `${verdict} in`} ${listNames(names)}`]
  })
  if (parts.length > 0) return `baseline: ${parts.join(', ')}`
  if (found('no detectable difference').length === 0) return 'baseline: nothing to compare'
  const red = groups.flatMap(({ turned_red }) => turned_red)
  return `baseline: no detectable difference${red.length === 0 ? '' : ` overall; turned red: ${listNames(red)}`}`
}

/** Whether anything of a set came from recordings. */
export function isRecorded({ cases }: Pick<SetResult, 'cases'>): boolean {
  return cases.some(({ recorded }) => recorded)
}

/** `0.0123 USD`, or why nothing was paid. */
export function describeCost({ requests, cost_usd }: Spending, recorded: boolean): string {
  if (requests === 0) return recorded ? 'from recordings' : 'no requests'
  return cost_usd === null ? 'price not known' : `${cost_usd.toFixed(4)} USD`
}

/** As many reasons as fit between head and end; of the first one at least its beginning. */
function joinLine(head: string, reasons: readonly string[], end: readonly string[]): string {
  const join = (middle: readonly string[]) => [head, ...middle, ...end].join(' · ')
  const more = (left: number) => (left > 0 ? [`${left} more`] : [])
  for (let shown = reasons.length; shown > 0; shown--) {
    const line = join([...reasons.slice(0, shown), ...more(reasons.length - shown)])
    if (line.length <= WIDTH) return line
  }
  const [first = '', ...others] = reasons
  const room = WIDTH - join(['', ...more(others.length)]).length
  const middle = first === '' ? [] : [cut(first, Math.max(room, 20)), ...more(others.length)]
  return cut(join(middle), WIDTH)
}

function cut(text: string, width: number): string {
  // Half of a surrogate pair would be no character.
  return text.length <= width ? text : `${text.slice(0, width - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
