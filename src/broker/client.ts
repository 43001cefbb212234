/**
 * A worker's line to the broker. Only `node:net` is behind it, so fake timers, mocked fetch and jsdom do not touch it.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'
import { CallError } from '../errors.js'
import type { Asked, Asker, AskOptions, JudgeIdentity } from '../models/asker.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from '../models/model.js'
import { checkReply } from '../models/partial-reply.js'
import { packFailure, readFrames, sendFrame, type ToBroker, type ToWorker, unpackFailure } from './frames.js'

/** Where a broker is, as told to workers. */
export interface BrokerAddress {
  readonly address: string
  readonly token: string
  readonly identity: JudgeIdentity
}

interface Waiting {
  readonly resolve: (asked: Asked | null) => void
  readonly reject: (error: unknown) => void
  /** For calls to a judge of this worker's own. */
  readonly own?: { readonly judge: JudgeModel; readonly request: JudgeRequest; attempt?: AbortController }
}

/** Connects on the first call. The connection keeps the worker alive only while it waits for an answer. */
export class BrokerClient implements Asker {
  readonly identity: JudgeIdentity
  readonly #where: BrokerAddress
  readonly #waiting = new Map<number, Waiting>()
  #socket: Socket | undefined
  #lastId = 0

  constructor(where: BrokerAddress) {
    this.identity = where.identity
    this.#where = where
  }

  async ask(request: JudgeRequest, { signal, fresh = false, judge, model }: AskOptions): Promise<Asked> {
    signal?.throwIfAborted()
    const id = ++this.#lastId
    const abort = () => {
      sendFrame(this.#line(), { id, method: 'abort' })
      this.#settle(id, ({ reject }) => reject(signal?.reason))
    }
    signal?.addEventListener('abort', abort, { once: true })
    const own = judge === undefined ? null : { model: judge.id, settings: judge.settings }
    try {
      const asked = await this.#send(
        { id, method: 'ask', request, fresh, own, model: model ?? null },
        judge && { own: { judge, request } },
      )
      if (asked === null) throw new CallError('transient', 'The broker gave an empty answer.')
      return asked
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  async keep(key: string, reply: JudgeReply | null): Promise<void> {
    await this.#send({ id: ++this.#lastId, method: 'keep', key, reply })
  }

  #send(message: Extract<ToBroker, { method: 'ask' | 'keep' }>, extra?: Pick<Waiting, 'own'>): Promise<Asked | null> {
    const socket = this.#line()
    socket.ref()
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, { resolve, reject, ...extra })
      sendFrame(socket, message)
    })
  }

  #line(): Socket {
    if (this.#socket !== undefined && !this.#socket.destroyed) return this.#socket
    const socket = connect(this.#where.address)
    socket.on('error', () => {})
    socket.on('close', () => {
      for (const id of [...this.#waiting.keys()]) {
        this.#settle(id, ({ reject }) => reject(new CallError('transient', 'The line to the broker was cut.')))
      }
    })
    readFrames(socket, (frame) => this.#receive(frame as ToWorker))
    sendFrame(socket, { token: this.#where.token })
    this.#socket = socket
    return socket
  }

  #receive(answer: ToWorker): void {
    if ('run' in answer) void this.#attempt(answer.id, answer.run)
    else {
      this.#settle(answer.id, ({ resolve, reject }) =>
        'asked' in answer ? resolve(answer.asked) : reject(unpackFailure(answer.failure)),
      )
    }
  }

  /** The broker gave this worker's own judge a place, or takes it back. */
  async #attempt(id: number, run: boolean): Promise<void> {
    const own = this.#waiting.get(id)?.own
    own?.attempt?.abort(new CallError('aborted', 'The attempt was ended.'))
    if (own === undefined || !run) return
    own.attempt = new AbortController()
    try {
      const given: unknown = await own.judge.judge(own.request, { signal: own.attempt.signal })
      sendFrame(this.#line(), { id, method: 'ran', reply: checkReply(given, own.judge.id) })
    } catch (error) {
      sendFrame(this.#line(), { id, method: 'ran', failure: packFailure(error) })
    }
  }

  #settle(id: number, end: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#socket?.unref()
    if (waiting === undefined) return
    waiting.own?.attempt?.abort(new CallError('aborted', 'The call has ended.'))
    end(waiting)
  }
}
