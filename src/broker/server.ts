/**
 * The broker's local socket. Workers reach it with a token; only the user who started the run can open it.
 *
 * @module
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallError } from '../errors.js'
import type { Asked, JudgeIdentity } from '../models/asker.js'
import type { JudgeModel, JudgeReply } from '../models/model.js'
import type { Broker } from './broker.js'
import { MAX_FRAME, packFailure, readFrames, sendFrame, type ToBroker, unpackFailure } from './frames.js'

/** A running server. */
export interface BrokerServer {
  /** Path of the socket (a pipe's name on Windows). */
  readonly address: string
  readonly token: string
  close(): void
}

/** Serves a broker until closed; it does not keep the process alive. */
export async function serveBroker(broker: Broker): Promise<BrokerServer> {
  const token = randomUUID()
  const { address, remove } = newAddress()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    new Line(socket, broker, token)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.unref()
  await listen(server, address)
  // Ctrl-C and SIGTERM end Vitest without any hook, but not without this event.
  process.once('exit', remove)
  const close = () => {
    process.off('exit', remove)
    for (const socket of sockets) socket.destroy()
    server.close()
    remove()
  }
  return { address, token, close }
}

function newAddress(): { address: string; remove: () => void } {
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\vitest-judge-${randomUUID()}`, remove: () => {} }
  // mkdtemp makes the folder readable by its owner only, and with it the socket.
  const folder = mkdtempSync(join(socketParent(), 'vitest-judge-'))
  return { address: join(folder, 'broker.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A longer path would be cut without a word, and then be that of another run. */
const MAX_PARENT = 70

function socketParent(): string {
  const own = tmpdir()
  return Buffer.byteLength(own) <= MAX_PARENT && existsSync(own) ? own : '/tmp'
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** A stranger may not say more than a token, and not take longer to say it. */
const MAX_TOKEN_BYTES = 256
const MAX_TOKEN_MS = 10_000
/** Every worker has one connection, and one is left by a test file that ends. */
const MAX_CONNECTIONS = 1_000

type Question = Extract<ToBroker, { method: 'ask' | 'keep' }>
type Ran = Extract<ToBroker, { method: 'ran' }>

/** One worker at the other end of a socket. */
class Line {
  readonly #socket: Socket
  readonly #broker: Broker
  readonly #calls = new Map<number, AbortController>()
  /** Attempts that the worker's own judge is making. */
  readonly #attempts = new Map<number, { resolve: (reply: JudgeReply) => void; reject: (error: Error) => void }>()

  constructor(socket: Socket, broker: Broker, token: string) {
    this.#socket = socket
    this.#broker = broker
    let admitted = false
    const patience = setTimeout(() => socket.destroy(), MAX_TOKEN_MS).unref()
    socket.on('close', () => {
      clearTimeout(patience)
      this.#hangUp()
    })
    const take = (frame: unknown) => {
      const message = frame as ToBroker
      if (admitted && !('token' in message)) this.#receive(message)
      else if ('token' in message && isSame(String(message.token), token)) {
        admitted = true
        clearTimeout(patience)
      } else socket.destroy()
    }
    readFrames(socket, take, () => (admitted ? MAX_FRAME : MAX_TOKEN_BYTES))
  }

  #receive(message: Exclude<ToBroker, { token: string }>): void {
    if (message.method === 'abort') {
      this.#calls.get(message.id)?.abort(new CallError('aborted', 'The test was aborted.'))
    } else if (message.method === 'ran') this.#end(message)
    else void this.#answer(message)
  }

  async #answer(message: Question): Promise<void> {
    const { id } = message
    const call = new AbortController()
    this.#calls.set(id, call)
    try {
      sendFrame(this.#socket, { id, asked: await this.#perform(message, call.signal) })
    } catch (error) {
      sendFrame(this.#socket, { id, failure: packFailure(error) })
    } finally {
      this.#calls.delete(id)
    }
  }

  async #perform(message: Question, signal: AbortSignal): Promise<Asked | null> {
    if (message.method === 'keep') {
      await this.#broker.keep(message.key, message.reply)
      return null
    }
    const { id, request, fresh, own, model } = message
    return await this.#broker.ask(request, {
      fresh,
      signal,
      ...(own === null ? {} : { judge: this.#ownJudge(id, own) }),
      ...(model === null ? {} : { model }),
    })
  }

  /** A judge that lives in the worker: an attempt is a message there and one back. */
  #ownJudge(id: number, { model, settings }: JudgeIdentity): JudgeModel {
    return {
      id: model,
      settings,
      judge: (_request, { signal }) =>
        new Promise((resolve, reject) => {
          const stop = () => sendFrame(this.#socket, { id, run: false })
          const end = <T>(settle: (value: T) => void) => {
            return (value: T) => {
              // The signal outlives the attempt, and must not stop the next one.
              signal.removeEventListener('abort', stop)
              settle(value)
            }
          }
          this.#attempts.set(id, { resolve: end(resolve), reject: end(reject) })
          signal.addEventListener('abort', stop, { once: true })
          sendFrame(this.#socket, { id, run: true })
        }),
    }
  }

  #end(message: Ran): void {
    const attempt = this.#attempts.get(message.id)
    this.#attempts.delete(message.id)
    if ('reply' in message) attempt?.resolve(message.reply)
    else attempt?.reject(unpackFailure(message.failure))
  }

  /** A worker that is gone needs no answers, and gives none. */
  #hangUp(): void {
    const gone = new CallError('aborted', 'The worker ended.')
    for (const call of this.#calls.values()) call.abort(gone)
    for (const { reject } of this.#attempts.values()) reject(gone)
  }
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
