/**
 * The broker's local socket. Workers reach it with a token; only the user who started the run can open it.
 *
 * @module
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallError } from '../errors.js'
import type { Broker } from './broker.js'
import { readFrames, sendFrame, type ToBroker, type ToWorker } from './frames.js'

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
    serveWorker(socket, broker, token)
  })
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
  const folder = mkdtempSync(join(tmpdir(), 'vitest-judge-'))
  return { address: join(folder, 'broker.sock'), remove: () => rmSync(folder, { recursive: true, force: true }) }
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

type Request = Exclude<ToBroker, { token: string }>

function serveWorker(socket: Socket, broker: Broker, token: string): void {
  const calls = new Map<number, AbortController>()
  let admitted = false
  socket.on('close', () => {
    // A worker that is gone needs no answers.
    for (const call of calls.values()) call.abort(new CallError('aborted', 'The worker ended.'))
  })
  readFrames(socket, (frame) => {
    const message = frame as ToBroker
    if (admitted && !('token' in message)) void answer(message)
    else if ('token' in message && isSame(String(message.token), token)) admitted = true
    else socket.destroy()
  })

  async function answer(message: Request): Promise<void> {
    const { id } = message
    if (message.method === 'abort') return calls.get(id)?.abort(new CallError('aborted', 'The test was aborted.'))
    const call = new AbortController()
    calls.set(id, call)
    sendFrame(socket, await perform(broker, message, call.signal))
    calls.delete(id)
  }
}

async function perform(broker: Broker, message: Request, signal: AbortSignal): Promise<ToWorker> {
  const { id } = message
  try {
    if (message.method === 'ask') {
      return { id, asked: await broker.ask(message.request, { fresh: message.fresh, signal }) }
    }
    if (message.method === 'keep') await broker.keep(message.key, message.reply)
    return { id, asked: null }
  } catch (error) {
    const reason = error instanceof CallError ? error.reason : null
    return { id, error: { reason, message: error instanceof Error ? error.message : String(error) } }
  }
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}
