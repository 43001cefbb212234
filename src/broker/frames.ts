/**
 * JSON lines over a socket, and the messages that worker and broker exchange.
 *
 * @module
 */
import type { Socket } from 'node:net'
import { CallError, type CallInfo, infoOf } from '../errors.js'
import type { Asked, JudgeIdentity } from '../models/asker.js'
import type { JudgeReply, JudgeRequest } from '../models/model.js'
import type { UnjudgedReason } from '../types.js'

/** A failed call on its way between processes. */
export interface Failure extends CallInfo {
  /** Null for an error that is none of ours. */
  readonly reason: UnjudgedReason | null
  readonly message: string
}

/** What a worker sends. The first message of a connection is the token. */
export type ToBroker =
  | { readonly token: string }
  | {
      readonly id: number
      readonly method: 'ask'
      readonly request: JudgeRequest
      readonly fresh: boolean
      /** A judge of the worker's own; null: the run's. */
      readonly own: JudgeIdentity | null
      /** A tier or model id of Claude; null: the run's judge, or the worker's own. */
      readonly model: string | null
    }
  | { readonly id: number; readonly method: 'ran'; readonly reply: JudgeReply }
  | { readonly id: number; readonly method: 'ran'; readonly failure: Failure }
  | { readonly id: number; readonly method: 'keep'; readonly key: string; readonly reply: JudgeReply | null }
  | { readonly id: number; readonly method: 'abort' }

/** What the broker sends: the end of a call, or the word to the worker's own judge to make an attempt, or to stop it. */
export type ToWorker =
  | { readonly id: number; readonly asked: Asked | null }
  | { readonly id: number; readonly failure: Failure }
  | { readonly id: number; readonly run: boolean }

/** An error as it crosses to another process. */
export function packFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof CallError)) return { reason: null, message }
  return { reason: error.reason, message, ...infoOf(error) }
}

/** The error again. */
export function unpackFailure({ reason, message, ...info }: Failure): Error {
  return reason === null ? new Error(message) : new CallError(reason, message, info)
}

/** Longest message in bytes; a longer one ends the connection. */
export const MAX_FRAME: number = 64 * 1024 * 1024
const NEWLINE = 10

/** Lines that are about to be sent. */
const leaving = new WeakMap<Socket, string[]>()

/** Sends one message; those of one moment go together, because each write takes longer than its message. */
export function sendFrame(socket: Socket, message: ToBroker | ToWorker): void {
  const line = `${JSON.stringify(message)}\n`
  const lines = leaving.get(socket)
  if (lines !== undefined) {
    lines.push(line)
    return
  }
  const first = [line]
  leaving.set(socket, first)
  // Tests may have replaced timers and `queueMicrotask`, but not this.
  void Promise.resolve().then(() => {
    leaving.delete(socket)
    if (socket.writable) socket.write(first.join(''))
  })
}

/**
 * Calls back for each message; a message that is too long or no JSON ends the connection.
 *
 * @param limit - Longest message in bytes, asked for with every piece that comes. Default 64 MiB.
 */
export function readFrames(
  socket: Socket,
  onFrame: (message: unknown) => void,
  limit: () => number = () => MAX_FRAME,
): void {
  let chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    let rest = chunk
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const last = rest.subarray(0, end)
      const line = chunks.length === 0 ? last : Buffer.concat([...chunks, last])
      rest = rest.subarray(end + 1)
      chunks = []
      size = 0
      onFrame(JSON.parse(line.toString('utf8')))
    }
    if (rest.length > 0) chunks.push(rest)
    size += rest.length
    if (size > limit()) throw new Error(`a message is longer than ${limit()} bytes`)
  }
  socket.on('data', (chunk: Buffer) => {
    try {
      take(chunk)
    } catch (error) {
      socket.destroy(error as Error)
    }
  })
}
