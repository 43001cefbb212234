/**
 * What an HTTP status of a model's service means.
 *
 * @module
 */
import { timestamp } from '../clock.js'
import type { UnjudgedReason } from '../types.js'

/** The reason for a failed call. What only the service's own words tell, such as a spend limit, is not seen here. */
export function reasonOfStatus(status: number): UnjudgedReason {
  if (status === 529 || status === 429) return 'overloaded'
  if ([401, 402, 403].includes(status) || isRedirect(status) || isUnexpected(status)) return 'fatal'
  if ([408, 409].includes(status) || status >= 500) return 'transient'
  return 'rejected'
}

/** The address is not that of the service: what was sent there is not sent on. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** No service of models answers so; what stands at the address is something else. */
export function isUnexpected(status: number): boolean {
  return status >= 300 && status < 400 && !isRedirect(status)
}

/** What is read of an error of the network, which a client may have wrapped. */
interface NetworkFault {
  readonly code?: unknown
  readonly cause?: unknown
}

/** Causes that are looked through; a chain may end in itself. */
const DEEPEST = 10

/** Whether nobody listens at an address, or there is no such host. Nothing was sent then. */
export function isUnreachable(error: unknown, depth = 0): boolean {
  const { code, cause }: NetworkFault = Object(error)
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return true
  return cause !== undefined && depth < DEEPEST && isUnreachable(cause, depth + 1)
}

/** Milliseconds that a service asks to wait, by `retry-after-ms` or `retry-after` (seconds or a date). */
export function readRetryAfter(headers: Pick<Headers, 'get'> | undefined): number | undefined {
  const ms = headers?.get('retry-after-ms') ?? undefined
  const seconds = headers?.get('retry-after') ?? undefined
  const wait = ms !== undefined ? Number(ms) : seconds !== undefined ? readSeconds(seconds) : Number.NaN
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined
}

function readSeconds(text: string): number {
  const seconds = Number(text)
  return Number.isNaN(seconds) ? Date.parse(text) - Date.parse(timestamp()) : seconds * 1000
}
