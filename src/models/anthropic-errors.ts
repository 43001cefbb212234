/**
 * Failed calls of the Messages API, told in our reasons and in one line for a person: method, path, status and the
 * service's own short message. Never the key, never headers.
 *
 * @module
 */
import { CallError } from '../errors.js'
import { oneLine } from '../text.js'
import type { UnjudgedReason } from '../types.js'
import { isNoAddress, isRedirect, isUnexpected, isUnreachable, readRetryAfter, reasonOfStatus } from './status.js'

/** The call that every message starts with. */
export const MESSAGES_CALL = 'POST /v1/messages'

/** Longest quotation of the service, in characters. */
export const QUOTED: number = 200

/** What is read of an error. All of it is optional, for an injected client may throw errors of its own. */
interface Fault {
  readonly name?: string
  readonly message?: string
  readonly code?: string
  readonly cause?: Fault
  readonly status?: number
  /** Category of the error: `overloaded_error`. */
  readonly type?: string | null
  /** Stable name of the cause: `enforced_spend_limit_reached`. */
  readonly errorCode?: string | null
  /** The service's own words. */
  readonly apiMessage?: string | null
  readonly headers?: Pick<Headers, 'get' | 'has'>
}

/** How a call was made. */
export interface Way {
  /** The key: taken out of every text, for a gateway may quote it. */
  readonly key?: string | undefined
  /** Where the key was found. */
  readonly keyFrom?: string | undefined
  /** Host of the service. */
  readonly host?: string | undefined
  /** Method and path. Default those of the Messages API. */
  readonly call?: string
}

/**
 * The error as a {@link CallError}. The original is left out on purpose: it carries headers.
 *
 * @param signal - Aborted means `aborted`, whatever the SDK made of it. Whether that was a deadline, its owner knows.
 */
export function toCallError(error: unknown, signal: AbortSignal, way: Way = {}): CallError {
  const { key, keyFrom, host, call = MESSAGES_CALL } = way
  if (signal.aborted) return new CallError('aborted', `${call} was ended before its answer was complete.`)
  const fault: Fault = typeof error === 'object' && error !== null ? error : { message: String(error) }
  const retryAfterMs = readRetryAfter(fault.headers)
  const text = oneLine(hideKey(describe(fault, call), key), call.length + QUOTED)
  const unreachable = isUnreachable(fault)
  return new CallError(reasonOf(fault), `${text}${tellWay(fault, keyFrom, host)}`, {
    ...(unreachable && { unreachable }),
    ...(fault.status !== undefined && { status: fault.status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** What to look at. Whoever is refused has to know which key went where. */
function tellWay(fault: Fault, keyFrom: string | undefined, host: string | undefined): string {
  const { status = 0 } = fault
  if (isUnreachable(fault)) return `. ${NOBODY_THERE}`
  if (isRedirect(status) || isUnexpected(status) || isNoAddress(fault)) return `. ${SET_BASE_URL}`
  if (status !== 401 && status !== 403) return ''
  const parts = [
    ...(keyFrom === undefined ? [] : [`the key of ${keyFrom}`]),
    ...(host === undefined ? [] : [`sent to ${host}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function reasonOf(fault: Fault): UnjudgedReason {
  const { status } = fault
  if (fault.type === 'overloaded_error') return 'overloaded'
  if (isNoAddress(fault)) return 'fatal'
  // Only the SDK's plain base error speaks of wrong set-up; its connection errors are classes of their own.
  if (status === undefined) return fault.name === 'AnthropicError' ? 'fatal' : 'transient'
  if (fault.errorCode?.endsWith('spend_limit_reached') || isEndless429(fault) || isBroke(fault)) return 'fatal'
  return reasonOfStatus(status)
}

// A rate limit says when to come back. A 429 that does not is the spend limit, and no waiting helps.
function isEndless429({ status, headers }: Fault): boolean {
  return status === 429 && !headers?.has('retry-after') && !headers?.has('retry-after-ms')
}

// An account that is empty answers 400, which otherwise means the one request.
function isBroke({ status, apiMessage, message }: Fault): boolean {
  return status === 400 && /credit balance is too low/i.test(apiMessage ?? message ?? '')
}

const BASE_URL = 'the base URL (`baseURL`, or ANTHROPIC_BASE_URL)'
const SET_BASE_URL = `Set ${BASE_URL} to the address that answers by itself.`
const NOBODY_THERE = `Nobody answers at that address. Check ${BASE_URL}, the network, and whether the proxy is running`

function describe(fault: Fault, call: string): string {
  const { status } = fault
  if (status !== undefined && isRedirect(status)) return `${call} answered ${status}: ${describeTarget(fault)}`
  if (status !== undefined && isUnexpected(status))
    return `${call} answered ${status}, a status that the service never sends`
  if (status !== undefined) {
    const code = fault.errorCode ?? (isEndless429(fault) ? 'no retry-after, taken as the spend limit' : undefined)
    // Without words of the service the SDK's message is the body, after the status.
    const words = fault.apiMessage ?? fault.message?.replace(`${status} `, '') ?? 'no message'
    return `${call} answered ${status}${code === undefined ? '' : ` (${code})`}: ${words}`
  }
  if (fault.name === 'SyntaxError') return `${call} answered with broken JSON: ${fault.message}`
  return `${call} got no answer: ${rootCause(fault)}`
}

/** Where a path without a host would lead, were it one. */
const NOWHERE = 'http://nowhere.invalid'

function describeTarget({ headers }: Fault): string {
  const location = headers?.get('location') ?? ''
  if (location === '' || !URL.canParse(location, NOWHERE)) return 'it redirects, and does not say where'
  const { origin, host } = new URL(location, NOWHERE)
  return `it redirects to ${origin === NOWHERE ? 'another path' : host || 'no host'}, and nothing was sent there`
}

// The outer error only says "Connection error."; which one, stands at the end of the chain.
function rootCause(fault: Fault, depth = 0): string {
  // A chain may end in itself.
  if (fault.cause && depth < 10) return rootCause(fault.cause, depth + 1)
  return fault.message || fault.code || fault.name || 'unknown error'
}

/** A service or gateway that repeats what it was sent carries no key into a message or record. */
export function hideKey(text: string, key: string | undefined): string {
  // White space round a key is not sent.
  const sent = key?.trim()
  return sent ? text.replaceAll(sent, '[key]') : text
}
