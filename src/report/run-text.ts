/**
 * All that a run prints about what was judged.
 *
 * @module
 */
import { readCode } from '../evalset/reasons.js'
import { showCount } from '../text.js'
import type { CaseRecord } from '../types.js'
import { PRICES_AS_OF } from '../usage.js'
import { describeKept } from './agent-spending.js'
import { renderCheckTable } from './check-table.js'
import { renderComparison } from './compare-text.js'
import { familyNotice } from './independence.js'
import { panelNotices } from './panel.js'
import type { RunResults } from './results.js'
import { renderLegend, renderSetTable } from './set-table.js'
import { tallyChecks } from './tally.js'
import { wrapText } from './wrap.js'

/**
 * Legend, tables, notices and spending; blocks apart by an empty line.
 *
 * @param calibration - Lines that say how the judges of these scores agree with people.
 */
export function renderRun(results: RunResults, calibration: readonly string[] = []): string {
  const { sets, checks } = results
  const blocks = [
    ...(sets.length > 0 ? [renderLegend(), ...sets.map(renderSetTable)] : []),
    ...(checks.length > 0 ? [renderCheckTable(tallyChecks(checks))] : []),
    ...(results.comparison === undefined ? [] : [renderComparison(results.comparison)]),
    [
      ...panelNotices(results),
      ...calibration,
      ...notices(results),
      describeSpending(results),
      ...describeAgent(results),
      ...closing(results),
    ].join('\n'),
  ]
  return blocks.join('\n\n')
}

/** Why the run is red where no table of a set says so; then each gate on one line. */
function closing({ sets, gate }: RunResults): string[] {
  const ofRun = gate.reasons.filter(({ evalset }) => evalset === null)
  return [
    ...ofRun.flatMap(({ kind, text }) => wrapText(`Gate   FAIL (${kind}): ${text}`, '')),
    ...sets.map((set) => set.gate.line),
    gate.line,
  ]
}

/** What a reader should know of the figures, whatever they are. */
export function notices({ sets, checks }: RunResults): string[] {
  const codes = sets.flatMap(({ cases }) => cases.flatMap(unreachedCodes))
  const samples =
    sets.some(({ cases }) => cases.some(({ sample }) => sample)) ||
    checks.some(({ judgement }) => judgement.sample === true)
  return [
    ...(codes.length > 0 ? [explainFallback(codes)] : []),
    ...familyNotice({ sets, checks }),
    ...(samples ? ['Some replies are written samples that come with an example; no model said them.'] : []),
  ]
}

/** Codes of the dimensions for which the judge was not there. */
function unreachedCodes({ dimensions }: CaseRecord): string[] {
  return Object.values(dimensions).flatMap((dimension) => {
    const code = readCode(dimension)
    return dimension.state === 'fallback' || code === 'no_judge' ? [code] : []
  })
}

/** One line, however many dimensions went by the fallback and for whatever reasons. */
function explainFallback(codes: readonly string[]): string {
  if (codes.includes('chosen'))
    return "No judge: eval sets go by the deterministic fallback, as configured (judge: 'deterministic'). What needs judgement is unjudged: for that leave `judge` out, or give one of your own."
  if (codes.includes('no_judge')) {
    return 'No judge: without a key and a recording eval sets go by the deterministic fallback. Set ANTHROPIC_API_KEY to have them judged.'
  }
  const count = `${codes.length} ${codes.length === 1 ? 'dimension' : 'dimensions'}`
  return `The judge could not be reached in time for ${count}, which went by the deterministic fallback.`
}

/** Requests, tokens and cost of this run, and what recordings saved. */
export function describeSpending({ usage }: RunResults): string {
  const { requests, failed_requests = 0, token_usage, recorded_usage, cost_usd, recorded_cost_usd } = usage
  const noun = requests === 1 ? 'request' : 'requests'
  const asked = `Judge  ${requests} ${noun}${failed_requests === 0 ? '' : ` answered, ${failed_requests} failed`}`
  const fresh =
    requests === 0
      ? ''
      : `, ${showCount(token_usage.input)} tokens in, ${showCount(token_usage.output)} out, ${describeCost(cost_usd)}`
  const saved = recorded_usage.input + recorded_usage.output
  return `${asked}${fresh}${saved === 0 ? '' : `; recordings stand for ${showCount(saved)} tokens, ${describeCost(recorded_cost_usd)}`}`
}

/** What the agent took in eval sets, as far as its subjects tell. */
export function describeAgent({ agent }: RunResults): string[] {
  const { runs, reported, input_tokens, output_tokens, cost_usd, ms } = agent
  const kept = describeKept(agent)
  if (runs === 0) return kept === null ? [] : [`Agent  0 runs; ${kept}`]
  const figures = [
    input_tokens === null ? null : `${showCount(input_tokens)} tokens in`,
    output_tokens === null ? null : `${showCount(output_tokens)} out`,
    cost_usd === null ? null : `${cost_usd.toFixed(4)} USD`,
  ].filter((figure) => figure !== null)
  const known = reported > 0 && reported < runs ? [`reported by ${reported}`] : []
  const usage = figures.length === 0 ? ['usage not reported'] : [...figures, ...known]
  const time = ms === null ? [] : [`${(ms / 1_000).toFixed(1)} s`]
  const ran = [`${showCount(runs)} ${runs === 1 ? 'run' : 'runs'}`, ...time, ...usage].join(', ')
  return [`Agent  ${ran}${kept === null ? '' : `; ${kept}`}`]
}

/** Prices change, so the day of the table belongs to the figure. */
function describeCost(usd: number | null): string {
  return usd === null ? 'price not known' : `${usd.toFixed(4)} USD (prices of ${PRICES_AS_OF})`
}
