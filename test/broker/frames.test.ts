import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { packFailure, readFrames, sendFrame, unpackFailure } from '../../src/broker/frames.js'
import { CallError } from '../../src/errors.js'

const open: { close(): void }[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const one of open.splice(0)) one.close()
})

/** Both ends of a connection over loopback. */
async function connection(): Promise<{ here: Socket; there: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = connect((server.address() as { port: number }).port, '127.0.0.1')
  const [there] = (await once(server, 'connection')) as [Socket]
  open.push({ close: () => [here, there].map((socket) => socket.destroy()) && server.close() })
  return { here, there }
}

const abort = (id: number) => ({ id, method: 'abort' }) as const

/** What comes at the other end, up to this many messages. */
function receive(socket: Socket, count: number): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const messages: unknown[] = []
    readFrames(socket, (message) => {
      if (messages.push(message) === count) resolve(messages)
    })
    socket.on('error', reject)
  })
}

it('messages of one moment go in one write, in their order, also under fake timers', async () => {
  const { here, there } = await connection()
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'queueMicrotask'] })
  const write = vi.spyOn(here, 'write')
  for (let id = 0; id < 100; id++) sendFrame(here, abort(id))
  await Promise.resolve()
  vi.useRealTimers()
  expect(await receive(there, 100)).toEqual(Array.from({ length: 100 }, (_, id) => abort(id)))
  expect(write).toHaveBeenCalledTimes(1)
})

it('a message that comes in pieces, cut inside a character, is put together', async () => {
  const { here, there } = await connection()
  here.setNoDelay(true)
  const received = receive(there, 3)
  for (const byte of Buffer.from('{"a":"ü😀"}\n{"b":1}')) {
    here.write(Buffer.from([byte]))
    await new Promise(setImmediate)
  }
  here.write('\n{"c":[]}\n')
  expect(await received).toEqual([{ a: 'ü😀' }, { b: 1 }, { c: [] }])
})

it('what is no JSON ends the connection', async () => {
  const { here, there } = await connection()
  const received = receive(there, 1)
  here.write('{"id":\n')
  await expect(received).rejects.toThrow(SyntaxError)
  expect(there.destroyed).toBe(true)
})

it('nothing is sent on a connection that has ended, and nothing thrown', async () => {
  const { here } = await connection()
  here.destroy()
  const write = vi.spyOn(here, 'write')
  sendFrame(here, abort(1))
  await Promise.resolve()
  expect(write).not.toHaveBeenCalled()
})

it('a failure that crosses to another process is the same there', () => {
  const info = { status: 503, retryAfterMs: 1_000, failedRequests: 2, unreachable: true }
  for (const error of [new CallError('transient', 'gone', info), new CallError('rejected', 'no'), new Error('x')]) {
    const there = unpackFailure(JSON.parse(JSON.stringify(packFailure(error))))
    expect({ ...there, text: String(there) }).toEqual({ ...error, text: String(error) })
  }
})
