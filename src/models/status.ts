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
  readonly message?: unknown
  readonly cause?: unknown
}

/** Whether nobody listens at an address, or there is no such host. Nothing was sent then. */
export function isUnreachable(error: unknown): boolean {
  return someCause(error, ({ code }) => code === 'ECONNREFUSED' || code === 'ENOTFOUND')
}

/** Whether an address is none that could be asked: no URL, no HTTP, or a port that Node never asks. */
export function isNoAddress(error: unknown): boolean {
  const words = ['bad port', 'unknown scheme']
  return someCause(error, ({ code, message }) => code === 'ERR_INVALID_URL' || words.some((word) => word === message))
}

/** Causes that are looked through; a chain may end in itself. */
const DEEPEST = 10

function someCause(error: unknown, test: (fault: NetworkFault) => boolean, depth = 0): boolean {
  const fault: NetworkFault = Object(error)
  return test(fault) || (fault.cause !== undefined && depth < DEEPEST && someCause(fault.cause, test, depth + 1))
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
