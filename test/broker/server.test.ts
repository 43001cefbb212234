import { existsSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BrokerClient } from '../../src/broker/client.js'
import { readFrames, sendFrame, type ToBroker } from '../../src/broker/frames.js'
import { type BrokerServer, serveBroker } from '../../src/broker/server.js'
import { CallError } from '../../src/errors.js'
import type { JudgeModel, JudgeReply } from '../../src/models/model.js'
import { scriptedModel } from '../../src/models/scripted.js'
import { brokerOf, echo, makeBroker, requestAbout, type TestBroker, USAGE } from './brokers.js'

const request = requestAbout('a')

async function serve<B extends Pick<TestBroker, 'broker'>>(
  made: B,
): Promise<B & { server: BrokerServer; client: BrokerClient }> {
  const server = await serveBroker(made.broker)
  onTestFinished(() => server.close())
  return { ...made, server, client: new BrokerClient({ ...server, identity: made.broker.identity }) }
}

/** A judge that never answers, and the signals that it was given. */
function silentJudge(): JudgeModel & { signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  const judge = (_request: unknown, { signal }: { signal: AbortSignal }): Promise<JudgeReply> => {
    signals.push(signal)
    return new Promise(() => {})
  }
  return { id: 'silent', settings: {}, judge, signals }
}

/** A connection that speaks for itself. */
function dial({ address }: BrokerServer): { socket: Socket; frames: unknown[]; closed: Promise<boolean> } {
  const socket = connect(address)
  onTestFinished(() => void socket.destroy())
  const frames: unknown[] = []
  socket.on('error', () => {})
  readFrames(socket, (frame) => frames.push(frame))
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
  return { socket, frames, closed }
}

describe('a worker', () => {
  it('is answered as if the broker were in its own process', async () => {
    const { client, broker, asked } = await serve(makeBroker(echo))
    const fresh = await client.ask(request, {})
    expect(fresh).toMatchObject({ source: 'fresh', reply: { value: 'a', usage: USAGE } })
    await client.keep(fresh.key, fresh.reply)
    expect(await client.ask(request, {})).toEqual({ ...fresh, source: 'recorded' })
    expect(await client.ask(request, { fresh: true })).toEqual(fresh)
    expect(asked).toHaveLength(2)
    expect(client.identity).toEqual(broker.identity)
  })

  it('can name a model of Claude to be asked instead of the run’s judge', async () => {
    const stronger = scriptedModel({ id: 'stronger', reply: ['certain'] })
    const claude = (name: string) => ({ identity: { model: `${name} resolved`, settings: {} }, model: stronger })
    const { client, asked } = await serve(makeBroker(echo, { claude }))
    const fresh = await client.ask(request, { model: 'tier-best' })
    expect(fresh.reply.value).toBe('certain')
    await client.keep(fresh.key, fresh.reply)
    expect(await client.ask(request, { model: 'tier-best' })).toMatchObject({ source: 'recorded', key: fresh.key })
    expect((await client.ask(request, {})).key).not.toBe(fresh.key)
    expect(asked).toHaveLength(1)
  })

  it('gets a text of any kind back unchanged', async () => {
    const text = `line\nend \u2028 "quoted" 😀 ${'é'.repeat(200_000)}`
    const { client } = await serve(makeBroker(echo))
    expect((await client.ask(requestAbout(text), {})).reply.value).toBe(text)
  })

  it('gets the failure of a call with everything in it', async () => {
    const { client } = await serve(makeBroker([new CallError('rejected', 'no such model', { status: 404 })]))
    const error = await client.ask(request, {}).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ reason: 'rejected', status: 404, message: 'no such model' })
  })

  it('shares one call with another worker that asks the same', async () => {
    const { client, server, broker, asked } = await serve(
      makeBroker((about) => sleep(500, about.user[0]?.text), { recordings: 'off' }),
    )
    const other = new BrokerClient({ ...server, identity: broker.identity })
    const sources = (await Promise.all([client.ask(request, {}), other.ask(request, {})])).map(({ source }) => source)
    expect(sources.sort()).toEqual(['fresh', 'recorded'])
    expect(asked).toHaveLength(1)
  })

  it('can ask 200 things at once, under the limit of the run', async () => {
    let running = 0
    let most = 0
    const reply = async (about: { user: readonly { text: string }[] }) => {
      most = Math.max(most, ++running)
      await sleep(1)
      running--
      return about.user[0]?.text
    }
    const { client } = await serve(makeBroker(reply, { concurrency: 6, recordings: 'off' }))
    const texts = Array.from({ length: 200 }, (_, index) => `case ${index}`)
    const asked = await Promise.all(texts.map((text) => client.ask(requestAbout(text), {})))
    expect(asked.map(({ reply: { value } }) => value)).toEqual(texts)
    expect(most).toBe(6)
  })

  it('is not disturbed by fake timers', async () => {
    const { client } = await serve(makeBroker(echo))
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await client.ask(request, {})).toMatchObject({ reply: { value: 'a' } })
  })
})

describe('an abort', () => {
  it('reaches the judge, and rejects with the reason of its signal', async () => {
    const judge = silentJudge()
    const { client } = await serve(brokerOf(judge))
    const test = new AbortController()
    const call = client.ask(request, { signal: test.signal })
    await expect.poll(() => judge.signals).toHaveLength(1)
    const reason = new Error('the test has ended')
    test.abort(reason)
    await expect(call).rejects.toBe(reason)
    await expect.poll(() => judge.signals[0]?.aborted).toBe(true)
  })

  it('before the question asks nothing', async () => {
    const { client, asked } = await serve(makeBroker(echo))
    await expect(client.ask(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  })

  it('of one call leaves the others alone', async () => {
    const { client } = await serve(makeBroker((about) => sleep(30, about.user[0]?.text)))
    const test = new AbortController()
    const [aborted, other] = [client.ask(request, { signal: test.signal }), client.ask(requestAbout('b'), {})]
    test.abort()
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    expect(await other).toMatchObject({ reply: { value: 'b' } })
  })

  it('happens to all calls of a worker that is gone', async () => {
    const judge = silentJudge()
    const { server } = await serve(brokerOf(judge))
    const { socket } = dial(server)
    sendFrame(socket, { token: server.token })
    for (const id of [1, 2]) {
      sendFrame(socket, { id, method: 'ask', request: requestAbout(`n${id}`), fresh: false, own: null, model: null })
    }
    await expect.poll(() => judge.signals).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => judge.signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })
})

describe('a worker’s own judge', () => {
  it('is called in the worker, under the limit of the run', async () => {
    const { client, asked } = await serve(makeBroker(echo))
    const mine = scriptedModel({ id: 'mine', reply: ({ user }) => `mine: ${user[0]?.text}` })
    expect(await client.ask(request, { judge: mine })).toMatchObject({ source: 'fresh', reply: { value: 'mine: a' } })
    expect(asked).toEqual([])
  })

  it('gets another attempt after a passing fault, and its failure comes back', async () => {
    const { client } = await serve(makeBroker(echo))
    const busy = new CallError('overloaded', 'busy', { status: 429, retryAfterMs: 1 })
    const mine = scriptedModel({ id: 'mine', reply: [busy, 'second', new CallError('refused', 'never')] })
    expect(await client.ask(request, { judge: mine })).toMatchObject({ reply: { value: 'second' } })
    await expect(client.ask(requestAbout('b'), { judge: mine })).rejects.toMatchObject({ reason: 'refused' })
  })

  it('is stopped at the deadline', async () => {
    const { client } = await serve(makeBroker(echo, { deadline: 30 }))
    const slow = silentJudge()
    await expect(client.ask(request, { judge: slow })).rejects.toMatchObject({ reason: 'deadline' })
    await expect.poll(() => slow.signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('is stopped when the test is aborted', async () => {
    const { client } = await serve(makeBroker(echo))
    const slow = silentJudge()
    const test = new AbortController()
    const call = client.ask(request, { judge: slow, signal: test.signal })
    await expect.poll(() => slow.signals).toHaveLength(1)
    test.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(slow.signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

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
