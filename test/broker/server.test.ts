import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { BrokerClient } from '../../src/broker/client.js'
import { sendFrame } from '../../src/broker/frames.js'
import { CallError } from '../../src/errors.js'
import { scriptedModel } from '../../src/models/scripted.js'
import { brokerOf, echo, makeBroker, requestAbout, USAGE } from './brokers.js'
import { dial, serve, silentJudge } from './serving.js'

const request = requestAbout('a')

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
