import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { BrokerOptions } from '../../src/broker/broker.js'
import { CallError } from '../../src/errors.js'
import type { JudgeModel } from '../../src/models/model.js'
import * as brokers from './brokers.js'
import { deferred, echo, messageOf, replyOf, requestAbout, USAGE } from './brokers.js'

const request = requestAbout('a')

// Without recordings a request is with the judge, or in the queue, after a few microtasks.
const off = { recordings: 'off' } as const
const makeBroker = (reply: Parameters<typeof brokers.makeBroker>[0], change: Partial<BrokerOptions> = {}) =>
  brokers.makeBroker(reply, { ...off, ...change })
const brokerOf = (model: JudgeModel, change: Partial<BrokerOptions> = {}) =>
  brokers.brokerOf(model, { ...off, ...change })

describe('equal requests', () => {
  it('at the same time are asked once, and their tokens count once', async () => {
    const gate = deferred<unknown>()
    const { broker, asked } = makeBroker(() => gate.promise)
    const calls = Array.from({ length: 10 }, () => broker.ask(request, {}))
    await sleep(10)
    gate.resolve({ stop: 'ok', value: 'a', usage: USAGE })
    const replies = await Promise.all(calls)
    expect(asked).toHaveLength(1)
    expect(replies.filter(({ source }) => source === 'fresh')).toHaveLength(1)
    expect(new Set(replies.map(({ reply }) => reply)).size).toBe(1)
  })

  it('that differ in their label only are equal', async () => {
    const { broker, asked } = makeBroker(async (about) => {
      await sleep(5)
      return about.label
    })
    await Promise.all([broker.ask(request, {}), broker.ask({ ...request, label: 'other' }, {})])
    expect(asked).toHaveLength(1)
  })

  it('share a failure too', async () => {
    const { broker, asked } = makeBroker(async () => {
      await sleep(5)
      return new CallError('rejected', 'no')
    })
    const calls = [broker.ask(request, {}), broker.ask(request, {})]
    expect(await Promise.all(calls.map((call) => messageOf(call)))).toMatchObject([
      { reason: 'rejected' },
      { reason: 'rejected' },
    ])
    expect(asked).toHaveLength(1)
  })

  it('that failed before they were answered are counted once, with the one that sent them', async () => {
    const busy = () => new CallError('overloaded', 'busy', { status: 429, retryAfterMs: 1 })
    const { broker } = makeBroker(async (_request, index) => (index < 2 ? busy() : 'a'))
    const replies = await Promise.all([broker.ask(request, {}), broker.ask(request, {})])
    expect(replies.map(({ source, failed }) => [source, failed])).toEqual([
      ['fresh', 2],
      ['recorded', undefined],
    ])
  })

  it('that fail for good tell how many were sent, to the one that sent them', async () => {
    const { broker } = makeBroker(async () => new CallError('rejected', 'no'))
    const failures = await Promise.allSettled([broker.ask(request, {}), broker.ask(request, {})])
    expect(failures.map((one) => (one as { reason: CallError }).reason.failedRequests)).toEqual([1, undefined])
  })

  it('when the one that asked gives up, another one goes on', async () => {
    const { broker, asked } = makeBroker(async (_request, index) => {
      if (index === 0) await new Promise(() => {})
      await sleep(5)
      return 'second'
    })
    const owner = new AbortController()
    const given = messageOf(broker.ask(request, { signal: owner.signal }))
    await sleep(5)
    const others = [broker.ask(request, {}), broker.ask(request, {})]
    await sleep(5)
    owner.abort()
    expect(await given).toMatchObject({ reason: 'aborted' })
    const replies = await Promise.all(others)
    expect(replies.map(({ reply }) => reply.value)).toEqual(['second', 'second'])
    expect(replies.map(({ source }) => source).sort()).toEqual(['fresh', 'recorded'])
    expect(asked).toHaveLength(2)
  })

  it('when one that waits gives up, the others are not touched', async () => {
    const gate = deferred<unknown>()
    const { broker, asked } = makeBroker(() => gate.promise)
    const owner = broker.ask(request, {})
    await sleep(5)
    const waiting = broker.ask(request, { signal: AbortSignal.timeout(5) })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
    gate.resolve('a')
    expect(await owner).toMatchObject({ reply: { value: 'a' } })
    expect(asked).toHaveLength(1)
  })

  it('one after the other without recordings are asked each', async () => {
    const { broker, asked } = makeBroker(echo)
    await broker.ask(request, {})
    await broker.ask(request, {})
    expect(asked).toHaveLength(2)
  })
})

describe('limit and deadline', () => {
  it('never more calls at once than the limit, in the order in which they came', async () => {
    let running = 0
    let most = 0
    const { broker, asked } = makeBroker(
      async () => {
        most = Math.max(most, ++running)
        await sleep(3)
        running--
        return 'ok'
      },
      { concurrency: 3 },
    )
    const labels = Array.from({ length: 12 }, (_, index) => `n${index}`)
    await Promise.all(labels.map((text) => broker.ask(requestAbout(text), {})))
    expect(most).toBe(3)
    expect(asked.map(({ user }) => user[0]?.text)).toEqual(labels)
  })

  it('who gives up while waiting for a place is never asked about, and frees no place that it did not have', async () => {
    const gates = [deferred<unknown>(), deferred<unknown>(), deferred<unknown>()]
    const { broker, asked } = makeBroker((_request, index) => gates[index]?.promise, {
      concurrency: 1,
      recordings: 'off',
    })
    const first = broker.ask(requestAbout('first'), {})
    await sleep(5)
    const quitter = new AbortController()
    const given = messageOf(broker.ask(requestAbout('given up'), { signal: quitter.signal }))
    const third = broker.ask(requestAbout('third'), {})
    await sleep(5)
    quitter.abort()
    expect(await given).toMatchObject({ reason: 'aborted' })
    expect(asked).toHaveLength(1)
    gates[0]?.resolve('1')
    await first
    gates[1]?.resolve('3')
    expect(await third).toMatchObject({ reply: { value: '3' } })
    expect(asked.map(({ user }) => user[0]?.text)).toEqual(['first', 'third'])
    const fourth = broker.ask(requestAbout('fourth'), {})
    gates[2]?.resolve('4')
    expect(await fourth).toMatchObject({ reply: { value: '4' } })
  })

  it('ends a call that takes too long, and frees its place though the judge does not listen', async () => {
    const deaf: JudgeModel = {
      id: 'deaf',
      settings: {},
      judge: ({ user }) => (user[0]?.text === 'slow' ? new Promise(() => {}) : Promise.resolve(replyOf('quick'))),
    }
    const { broker } = brokerOf(deaf, { concurrency: 1, deadline: 30 })
    const slow = messageOf(broker.ask(requestAbout('slow'), {}))
    const quick = broker.ask(requestAbout('quick'), {})
    expect(await slow).toMatchInlineSnapshot(`
      {
        "message": "The judge gave no answer about "about slow" within 30 ms.",
        "reason": "deadline",
      }
    `)
    expect(await quick).toMatchObject({ reply: { value: 'quick' } })
  })

  it('counts the deadline from the call’s place, not from its question', async () => {
    const { broker } = makeBroker(() => sleep(150, 'done'), { concurrency: 1, deadline: 1_000 })
    const calls = Array.from({ length: 8 }, (_, index) => broker.ask(requestAbout(`n${index}`), {}))
    expect((await Promise.all(calls)).map(({ reply }) => reply.value)).toEqual(Array(8).fill('done'))
  })

  it('tells the judge when the test is aborted', async () => {
    const signals: AbortSignal[] = []
    const listening: JudgeModel = {
      id: 'listening',
      settings: {},
      judge: (_request, { signal }) => {
        signals.push(signal)
        return new Promise(() => {})
      },
    }
    const { broker } = brokerOf(listening)
    const test = new AbortController()
    const call = messageOf(broker.ask(request, { signal: test.signal }))
    await sleep(5)
    test.abort()
    expect(await call).toEqual({ reason: 'aborted', message: 'The test was aborted.' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('calls a judge that throws anything a failed call, and names it', async () => {
    const { broker } = makeBroker(() => {
      throw new TypeError('x is not a function')
    })
    expect(await messageOf(broker.ask(request, {}))).toMatchInlineSnapshot(`
      {
        "message": "scripted failed: x is not a function",
        "reason": "rejected",
      }
    `)
  })
})
