/**
 * All that a run prints about what was judged.
 *
 * @module
 */
import { keepLastAttempts } from '../evalset/case.js'
import { readCode } from '../evalset/reasons.js'
import type { CaseRecord } from '../types.js'
import { PRICES_AS_OF } from '../usage.js'
import { renderCheckTable } from './check-table.js'
import { familyNotice } from './independence.js'
import type { RunResults } from './results.js'
import { renderLegend, renderSetTable } from './set-table.js'

/** Legend, tables, notices and spending; blocks apart by an empty line. */
export function renderRun(results: RunResults): string {
  const { sets, checks } = results
  const last = keepLastAttempts(checks, ({ project, test_id }) => `${project}\n${test_id}`)
  const blocks = [
    ...(sets.length > 0 ? [renderLegend(), ...sets.map(renderSetTable)] : []),
    ...(last.length > 0 ? [renderCheckTable(last)] : []),
    [...notices(results), describeSpending(results), ...closing(results)].join('\n'),
  ]
  return blocks.join('\n\n')
}

/** Why the run is red where no table of a set says so. */
function closing({ gate }: RunResults): string[] {
  return gate.reasons.filter(({ evalset }) => evalset === null).map(({ text }) => `Gate   FAIL: ${text}`)
}

function notices({ sets, checks }: RunResults): string[] {
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
  if (codes.includes('chosen')) return 'No judge: eval sets go by the deterministic fallback, as configured.'
  if (codes.includes('no_judge')) {
    return 'No judge: without a key and a recording eval sets go by the deterministic fallback. Set ANTHROPIC_API_KEY to have them judged.'
  }
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
