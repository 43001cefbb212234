/**
 * The error classes and the one sentence form for bad input.
 *
 * @module
 */
import { oneLine, showHidden } from './text.js'
import type { UnjudgedPart, UnjudgedReason } from './types.js'

/** Base of every error that this package throws on purpose. */
export class JudgeError extends Error {
  /** The name of the class. */
  override name = 'JudgeError'
}

// Optional fields are declared only, so that errors do not print them as undefined.

/** The test, rubric, eval set or option is wrong. Thrown before any model is asked. */
export class InputError extends JudgeError {
  /** The name of the class. */
  override name = 'InputError'
  /** Line of the fault in its file, counted from 1, where it is known. */
  declare readonly line?: number
  /** Column of the fault, counted from 1. */
  declare readonly column?: number

  constructor(message: string, place: { line?: number; column?: number } = {}) {
    super(message)
    if (place.line !== undefined) this.line = place.line
    if (place.column !== undefined) this.column = place.column
  }
}

/** The judge could not decide. This is not a verdict on the output, so it is thrown under `.not` too. */
export class UnjudgedError extends JudgeError {
  /** The name of the class. */
  override name = 'UnjudgedError'
  /** What is unjudged, where it is known. */
  declare readonly parts: readonly UnjudgedPart[]

  constructor(message: string, parts: readonly UnjudgedPart[] = []) {
    super(message)
    // The message names them; Vitest would print them once more below it.
    Object.defineProperty(this, 'parts', { value: parts })
  }
}

/** What may be known of a failed call, as {@link CallError} has it. */
export type CallInfo = Partial<Pick<CallError, 'status' | 'retryAfterMs' | 'failedRequests' | 'unreachable'>>

/** One attempt to ask a judge failed. */
export class CallError extends JudgeError {
  /** The name of the class. */
  override name = 'CallError'
  /** Which kind of failure. */
  readonly reason: UnjudgedReason
  /** HTTP status, where there is one. */
  declare readonly status?: number
  /** Milliseconds that the service asks to wait. */
  declare readonly retryAfterMs?: number
  /** How many requests were sent for the call; not there where none was, or nobody counted. */
  declare readonly failedRequests?: number
  /** Nobody listened at the address, or no such host is known. Is tried for some seconds, not for half a minute. */
  declare readonly unreachable?: boolean

  constructor(reason: UnjudgedReason, message: string, info: CallInfo & { cause?: unknown } = {}) {
    super(message, 'cause' in info ? { cause: info.cause } : {})
    this.reason = reason
    if (info.status !== undefined) this.status = info.status
    if (info.retryAfterMs !== undefined) this.retryAfterMs = info.retryAfterMs
    if (info.failedRequests !== undefined) this.failedRequests = info.failedRequests
    if (info.unreachable !== undefined) this.unreachable = info.unreachable
  }
}

/** What is known of a failed call besides its reason and message. */
export function infoOf({ status, retryAfterMs, failedRequests, unreachable }: CallError): CallInfo {
  return {
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(failedRequests !== undefined && { failedRequests }),
    ...(unreachable !== undefined && { unreachable }),
  }
}

/** A value as it can be shown in a message: short, on one line, hidden characters as their escapes. */
export function show(value: unknown, limit = 80): string {
  const text = typeof value === 'string' ? showHidden(JSON.stringify(value)) : describe(value)
  return oneLine(text, limit)
}

function describe(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Promise) return 'a promise, which was not awaited'
  if (value instanceof Error) return `${value.name}: ${value.message}`
  try {
    return showHidden(JSON.stringify(value) ?? Object.prototype.toString.call(value))
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/**
 * Bad input, always in one form: `<what>: expected <place> to be <expected>, but received <value>. <hint>`.
 *
 * @param what - The thing that is wrong, with its file where it has one: `evals/evalset.json`, `rubric`.
 */
export function badInput(
  what: string,
  fault: {
    place: string
    expected: string
    received: unknown
    hint?: string | undefined
    line?: number
    column?: number
  },
): InputError {
  const hint = fault.hint === undefined ? '' : ` ${fault.hint}`
  const at = fault.line === undefined ? '' : `:${fault.line}${fault.column === undefined ? '' : `:${fault.column}`}`
  return new InputError(
    `${what}${at}: expected ${fault.place} to be ${fault.expected}, but received ${show(fault.received)}.${hint}`,
    fault,
  )
}
