import { existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BrokerClient } from '../../src/broker/client.js'
import { sendFrame, type ToBroker } from '../../src/broker/frames.js'
import { brokerOf, echo, makeBroker, requestAbout } from './brokers.js'
import { dial, serve, silentJudge } from './serving.js'

const request = requestAbout('a')

describe('the socket', () => {
  it('is in a folder that only its owner can open, and gone after the run', async () => {
    const { server } = await serve(makeBroker(echo))
    const folder = dirname(server.address)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    server.close()
    expect(existsSync(folder)).toBe(false)
  })

  it.each<[string, (token: string) => string[]]>([
    ['a wrong token', (token) => [JSON.stringify({ token: token.replace(/./g, 'x') })]],
    ['a token of another length', () => [JSON.stringify({ token: '' })]],
    ['a token that is no text', () => [JSON.stringify({ token: { length: 36 } })]],
    ['no token first', () => [JSON.stringify({ id: 1, method: 'ask', request, fresh: false, own: null, model: null })]],
    ['no JSON', () => ['GET / HTTP/1.1']],
    ['JSON that is no message', () => ['null']],
    ['no message after the token', (token) => [JSON.stringify({ token }), '7']],
  ])('cuts off who sends %s', async (_what, lines) => {
    const { server, asked } = await serve(makeBroker(echo))
    const { socket, frames, closed } = dial(server)
    socket.write(`${lines(server.token).join('\n')}\n`)
    expect(await closed).toBe(true)
    expect([frames, asked]).toEqual([[], []])
  })

  it('cuts off who sends a message without end', async () => {
    const { server } = await serve(makeBroker(echo))
    const { socket, closed } = dial(server)
    sendFrame(socket, { token: server.token })
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    for (let sent = 0; sent <= 65; sent++) socket.write(megabyte)
    expect(await closed).toBe(true)
  })

  it('goes on after someone was cut off', async () => {
    const { server, client } = await serve(makeBroker(echo))
    const { socket, closed } = dial(server)
    socket.write('no JSON\n')
    await closed
    expect(await client.ask(request, {})).toMatchObject({ reply: { value: 'a' } })
  })

  it('takes messages in pieces of any size', async () => {
    const { server } = await serve(makeBroker(echo))
    const { socket, frames } = dial(server)
    const messages: ToBroker[] = [
      { token: server.token },
      { id: 1, method: 'ask', request: requestAbout('é😀'), fresh: false, own: null, model: null },
    ]
    const bytes = Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
    for (let at = 0; at < bytes.length; at += 7) {
      socket.write(bytes.subarray(at, at + 7))
      if (at % 70 === 0) await sleep(1)
    }
    await expect.poll(() => frames).toMatchObject([{ id: 1, asked: { reply: { value: 'é😀' } } }])
  })
})

describe('a dead broker', () => {
  const cut = { name: 'CallError', reason: 'transient', message: 'The line to the broker was cut.' }

  it('that never was rejects every call', async () => {
    const identity = { model: 'x', settings: {} }
    const client = new BrokerClient({ address: join(tmpdir(), 'vitest-judge-nobody.sock'), token: 'x', identity })
    await expect(client.ask(request, {})).rejects.toMatchObject(cut)
    await expect(client.ask(request, {})).rejects.toMatchObject(cut)
  })

  it('that dies rejects every call under way', async () => {
    const judge = silentJudge()
    const { client, server } = await serve(brokerOf(judge))
    const calls = [client.ask(request, {}), client.ask(requestAbout('b'), {})]
    const outcomes = Promise.allSettled(calls)
    await expect.poll(() => judge.signals).toHaveLength(2)
    server.close()
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: cut },
      { status: 'rejected', reason: cut },
    ])
  })

  it('that refuses the token rejects the call', async () => {
    const { server, broker } = await serve(makeBroker(echo))
    const stranger = new BrokerClient({ ...server, token: 'wrong', identity: broker.identity })
    await expect(stranger.ask(request, {})).rejects.toMatchObject(cut)
  })
})
