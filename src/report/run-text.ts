/**
 * All that a run prints about what was judged.
 *
 * @module
 */
import { keepLastAttempts } from '../evalset/case.js'
import { PRICES_AS_OF } from '../usage.js'
import { renderCheckTable } from './check-table.js'
import type { RunResults } from './results.js'
import { renderLegend, renderSetTable } from './set-table.js'

/** Legend, tables, notices and spending; blocks apart by an empty line. */
export function renderRun(results: RunResults): string {
  const { sets, checks } = results
  const last = keepLastAttempts(checks, ({ file, test }) => `${file}\n${test}`)
  const blocks = [
    ...(sets.length > 0 ? [renderLegend(), ...sets.map(renderSetTable)] : []),
    ...(last.length > 0 ? [renderCheckTable(last)] : []),
    [...notices(results), describeSpending(results)].join('\n'),
  ]
  return blocks.join('\n\n')
}

function notices({ sets, checks }: RunResults): string[] {
  const codes = sets.flatMap(({ fallbacks }) => fallbacks.map(({ reason }) => reason.split(':', 1)[0] ?? ''))
  const samples =
    sets.some(({ cases }) => cases.some(({ sample }) => sample)) ||
    checks.some(({ judgement }) => judgement.sample === true)
  return [
    ...(codes.length > 0 ? [explainFallback(codes)] : []),
    ...(samples ? ['Some replies are written samples that come with an example; no model said them.'] : []),
  ]
}

/** One line, however many dimensions went by the fallback and for whatever reasons. */
function explainFallback(codes: readonly string[]): string {
  if (codes.includes('no_judge')) {
    return 'No judge: without a key and a recording eval sets go by the deterministic fallback. Set ANTHROPIC_API_KEY to have them judged.'
  }
  if (codes.includes('chosen')) return 'No judge: eval sets go by the deterministic fallback, as configured.'
  const count = `${codes.length} ${codes.length === 1 ? 'dimension' : 'dimensions'}`
  return `The judge could not be reached in time for ${count}, which went by the deterministic fallback.`
}

/** Requests, tokens and cost of this run, and what recordings saved. */
function describeSpending({ usage }: RunResults): string {
  const { requests, token_usage, recorded_usage, cost_usd, recorded_cost_usd } = usage
  const count = (tokens: number) => tokens.toLocaleString('en-US')
  const asked = `Judge  ${requests} ${requests === 1 ? 'request' : 'requests'}`
  const fresh =
    requests === 0
      ? ''
      : `, ${count(token_usage.input)} tokens in, ${count(token_usage.output)} out, ${describeCost(cost_usd)}`
  const saved = recorded_usage.input + recorded_usage.output
  return `${asked}${fresh}${saved === 0 ? '' : `; recordings stand for ${count(saved)} tokens, ${describeCost(recorded_cost_usd)}`}`
}

/** Prices change, so the day of the table belongs to the figure. */
function describeCost(usd: number | null): string {
  return usd === null ? 'price not known' : `${usd.toFixed(4)} USD (prices of ${PRICES_AS_OF})`
}
