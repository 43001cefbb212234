/**
 * Words of the batch commands.
 *
 * @module
 */
import type { Estimate } from '../batch/calls.js'
import type { FailedRow } from '../batch/records.js'
import { hideCommand, oneLine } from '../text.js'
import { PRICES_AS_OF } from '../usage.js'

/** `1 call`, `2 calls`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** Tells at once what the command found or waits for. */
export function tell(text: string): void {
  console.error(`vitest-judge: ${oneLine(text, 600)}`)
}

/** What calls are expected to take, at the price of batches. */
export function describeEstimate({ input, output, usd }: Estimate): string {
  const tokens = `about ${input.toLocaleString('en-US')} tokens in and ${output.toLocaleString('en-US')} out`
  if (usd === null) return `${tokens}, at a price that is not known`
  return `${tokens}, ${usd.toFixed(4)} USD (half of the prices of ${PRICES_AS_OF})`
}

/** Most rows that are listed one by one. */
const LISTED = 20

const WAYS_OUT: Readonly<Record<FailedRow['kind'], string>> = {
  invalid: 'the same would be refused again',
  errored: 'can be submitted again',
  expired: 'can be submitted again',
  canceled: 'can be submitted again',
  missing: 'can be submitted again',
}

/** Rows without an answer, one a line; by their labels, for results come in any order. */
export function listFailed(rows: readonly FailedRow[]): string[] {
  const sorted = rows.toSorted((a, b) => (a.label < b.label ? -1 : Number(a.label > b.label)))
  const lines = sorted.slice(0, LISTED).map(({ kind, label, detail }) => {
    const why = detail === '' ? '' : `: ${oneLine(detail, 200)}`
    return hideCommand(`  ✗ ${kind.padEnd(8)}  ${oneLine(label, 100)}${why} (${WAYS_OUT[kind]})`)
  })
  return rows.length > LISTED ? [...lines, `  and ${rows.length - LISTED} more`] : lines
}

/** What failed before it asked a judge; null where nothing did. */
export function describeStopped(stopped: readonly string[]): string | null {
  if (stopped.length === 0) return null
  const names = stopped.slice(0, 3).map((name) => oneLine(name, 80))
  const more = stopped.length > 3 ? ` and ${stopped.length - 3} more` : ''
  return `Failed before a judge was asked, for the reason above, so that nobody knows their calls: ${names.join(', ')}${more}`
}

/** `2 h 5 min` */
export function describeTime(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
