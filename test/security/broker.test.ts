/**
 * The broker against strangers and broken workers. Injected: 400 hostile messages of one admitted worker and 200 mute connections; lost
 * answers of the worker beside them: none.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BrokerClient } from '../../src/broker/client.js'
import { type BrokerServer, serveBroker } from '../../src/broker/server.js'
import { echo, makeBroker, requestAbout } from '../broker/brokers.js'

async function serve() {
  const { broker } = makeBroker(echo)
  const server = await serveBroker(broker)
  onTestFinished(() => server.close())
  return { server, client: new BrokerClient({ ...server, identity: broker.identity }) }
}

async function dial({ address }: BrokerServer): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect(address)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.resume()
  const closed = new Promise<void>((resolve) => void socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => void socket.once('connect', () => resolve()))
  return { socket, closed }
}

describe('the broker', () => {
  it('listens on a socket in the file system or a pipe, and on no port', async () => {
    const { server } = await serve()
    expect(server.address).toMatch(process.platform === 'win32' ? /^\\\\\.\\pipe\\/ : /^\/.*\/broker\.sock$/)
  })

  it('cuts off a stranger who says more than a token', async () => {
    const { server, client } = await serve()
    const { socket, closed } = await dial(server)
    socket.write('x'.repeat(300))
    await closed
    expect(await client.ask(requestAbout('a'), {})).toMatchObject({ reply: { value: 'a' } })
  })

  it('cuts off a stranger who takes longer than ten seconds to say it, and nobody who said it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { server, client } = await serve()
    const [mute, slow] = [await dial(server), await dial(server)]
    slow.socket.write('{"tok')
    expect(await client.ask(requestAbout('a'), {})).toMatchObject({ reply: { value: 'a' } })
    vi.advanceTimersByTime(10_000)
    await Promise.all([mute.closed, slow.closed])
    expect(await client.ask(requestAbout('b'), {})).toMatchObject({ reply: { value: 'b' } })
  })

  it('answers a worker beside 200 connections that say nothing', async () => {
    const { server, client } = await serve()
    await Promise.all(Array.from({ length: 200 }, () => dial(server)))
    expect(await client.ask(requestAbout('a'), {})).toMatchObject({ reply: { value: 'a' } })
  })

  it('property: whatever an admitted worker sends, the others are answered', { timeout: 60_000 }, async () => {
    const { server, client } = await serve()
    const id = fc.oneof(fc.nat(3), fc.jsonValue())
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id,
          method: fc.constantFrom('ask', 'ran', 'keep', 'abort', 'constructor'),
          key: fc.constantFrom('../../x', '__proto__', 'a'),
          request: fc.jsonValue(),
          reply: fc.jsonValue(),
          failure: fc.jsonValue(),
          own: fc.oneof(fc.constant(null), fc.jsonValue()),
          model: fc.oneof(fc.constant(null), fc.jsonValue()),
          fresh: fc.boolean(),
        },
        { requiredKeys: ['id', 'method'] },
      ),
    )
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 8 }), async (messages) => {
        const { socket } = await dial(server)
        const lines = [{ token: server.token }, ...messages].map((one) => `${JSON.stringify(one)}\n`)
        socket.write(lines.join(''))
        const about = `n${count++}`
        expect(await client.ask(requestAbout(about), {})).toMatchObject({ reply: { value: about } })
        socket.destroy()
      }),
      { numRuns: 100 },
    )
  })
})
