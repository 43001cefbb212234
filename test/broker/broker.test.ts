import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Broker, BrokerOptions } from '../../src/broker/broker.js'
import { Recordings } from '../../src/broker/recordings.js'
import { CallError } from '../../src/errors.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from '../../src/models/model.js'
import { brokerOf, deferred, echo, makeBroker, newFolder, requestAbout, USAGE } from './brokers.js'

const request = requestAbout('a')

/** Asks, and keeps the reply as the conductor does with a good one. */
async function askAndKeep(broker: Broker, about: JudgeRequest = request) {
  const asked = await broker.ask(about, {})
  if (asked.source === 'fresh') await broker.keep(asked.key, asked.reply)
  return asked
}

/** A second broker on the same folder. */
function again(folder: string, change: Partial<BrokerOptions> = {}) {
  return makeBroker(echo, { recordingsDir: folder, ...change })
}

async function messageOf(call: Promise<unknown>, folder = ''): Promise<{ reason: string; message: string }> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('no CallError', { cause: error })
  return { reason: error.reason, message: error.message.replaceAll(folder || '\0', '<folder>') }
}

describe('recordings', () => {
  it('auto: asks once, records, and answers from the recording from then on', async () => {
    const first = makeBroker(echo)
    const fresh = await askAndKeep(first.broker)
    expect(fresh).toMatchObject({ source: 'fresh', reply: { value: 'a', usage: USAGE } })
    const second = again(first.folder)
    expect(await second.broker.ask(request, {})).toEqual({ ...fresh, source: 'recorded' })
    expect([first.asked.length, second.asked.length]).toEqual([1, 0])
  })

  it('auto: records nothing that was not found good', async () => {
    const { broker, folder } = makeBroker(echo)
    await broker.ask(request, {})
    expect(readdirSync(folder)).toEqual([])
  })

  it('fresh passes the recording by, and a good reply replaces it', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const second = makeBroker(['better'], { recordingsDir: first.folder })
    const asked = await second.broker.ask(request, { fresh: true })
    expect(asked).toMatchObject({ source: 'fresh', reply: { value: 'better' } })
    await second.broker.keep(asked.key, asked.reply)
    expect(await again(first.folder).broker.ask(request, {})).toMatchObject({ reply: { value: 'better' } })
  })

  it('record: asks again though there is a recording, and records', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const second = makeBroker(['new'], { recordingsDir: first.folder, recordings: 'record' })
    expect(await askAndKeep(second.broker)).toMatchObject({ source: 'fresh', reply: { value: 'new' } })
    expect(await again(first.folder).broker.ask(request, {})).toMatchObject({ reply: { value: 'new' } })
  })

  it('off: neither reads nor writes', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const second = makeBroker(['new', 'newer'], { recordingsDir: first.folder, recordings: 'off' })
    expect(await askAndKeep(second.broker)).toMatchObject({ source: 'fresh', reply: { value: 'new' } })
    expect(await again(first.folder).broker.ask(request, {})).toMatchObject({ reply: { value: 'a' } })
  })

  it('replay: answers from recordings, and never asks', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    const { broker, asked, folder } = again(first.folder, { recordings: 'replay' })
    expect(await broker.ask(request, {})).toMatchObject({ source: 'recorded' })
    expect(await messageOf(broker.ask(requestAbout('b'), {}), folder)).toMatchInlineSnapshot(`
      {
        "message": "There is no recording of "about b", and recordings are in replay mode. Run with VITEST_JUDGE_RECORDINGS=auto and a key, and commit the new file.",
        "reason": "recording_missing",
      }
    `)
    expect(await messageOf(broker.ask(request, { fresh: true }), folder)).toMatchInlineSnapshot(`
      {
        "message": "The recording of "about a" no longer reads, and recordings are in replay mode. Run with VITEST_JUDGE_RECORDINGS=auto and a key, and commit the new file.",
        "reason": "recording_missing",
      }
    `)
    expect(asked).toEqual([])
  })

  it('replay: names what changed since the same thing was recorded', async () => {
    const first = makeBroker(echo)
    await askAndKeep(first.broker)
    await askAndKeep(first.broker, { ...request, sample: 1 })
    const { broker } = again(first.folder, { recordings: 'replay' })
    const changed = { ...request, system: [{ text: 'contract' }, { text: 'another rubric' }], maxOutputTokens: 7 }
    expect(await messageOf(broker.ask(changed, {}))).toMatchInlineSnapshot(`
      {
        "message": "There is no recording of "about a", and recordings are in replay mode. Since it was recorded this has changed: rubric, max_output_tokens. Run with VITEST_JUDGE_RECORDINGS=auto and a key, and commit the new file.",
        "reason": "recording_missing",
      }
    `)
  })

  it('a damaged recording is asked again with a warning, and under replay is missing', async () => {
    const { broker, folder, warnings, asked } = makeBroker(echo)
    const { key } = await askAndKeep(broker)
    const file = new Recordings(folder).fileOf(key)
    writeFileSync(file, '{"format":')
    const replay = again(folder, { recordings: 'replay' })
    const missing = await messageOf(replay.broker.ask(request, {}), folder)
    expect(missing.reason).toBe('recording_missing')
    expect(missing.message).toMatch(
      /^The recording of "about a" cannot be read \(<folder>.*\)\. Restore the file, or record it again\.$/,
    )
    expect(await askAndKeep(broker)).toMatchObject({ source: 'fresh' })
    expect(warnings).toEqual([
      expect.stringMatching(/^The recording of "about a" cannot be read .* It is asked again\.$/),
    ])
    expect(asked).toHaveLength(2)
    expect(await broker.ask(request, {})).toMatchObject({ source: 'recorded' })
  })

  it('a folder that cannot be written costs a warning, not the verdict', async () => {
    const file = join(newFolder(), 'in-the-way')
    writeFileSync(file, '')
    const { broker, warnings } = makeBroker(echo, { recordingsDir: join(file, 'recordings'), recordings: 'record' })
    expect(await askAndKeep(broker)).toMatchObject({ reply: { value: 'a' } })
    expect(warnings).toEqual([expect.stringMatching(/^The reply about "about a" could not be recorded: ENOTDIR/)])
  })

  it('a key that nobody asked about is not recorded', async () => {
    const { broker, folder } = makeBroker(echo)
    await broker.keep('0'.repeat(32), { stop: 'ok', value: 1, text: '1', usage: USAGE, servedBy: 'x' })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('without a judge', () => {
  it('a recording answers, and a miss says what to do', async () => {
    const { broker } = brokerOf(null)
    expect(await messageOf(broker.ask(request, {}))).toMatchInlineSnapshot(`
      {
        "message": "There is no recording of "about a" and no judge to ask. Set ANTHROPIC_API_KEY (or \`apiKey\`), or give the plugin a \`judge\`.",
        "reason": "no_judge",
      }
    `)
    const recorded = makeBroker(echo, { identity: { model: 'nobody', settings: {} } })
    await askAndKeep(recorded.broker)
    expect(await brokerOf(null, { recordingsDir: recorded.folder }).broker.ask(request, {})).toMatchObject({
      source: 'recorded',
      reply: { value: 'a' },
    })
  })
})

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
    const { broker, asked } = makeBroker(echo, { recordings: 'off' })
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
      { concurrency: 3, recordings: 'off' },
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
    const { broker } = makeBroker(() => sleep(40, 'done'), { concurrency: 1, deadline: 100, recordings: 'off' })
    const calls = Array.from({ length: 4 }, (_, index) => broker.ask(requestAbout(`n${index}`), {}))
    expect((await Promise.all(calls)).map(({ reply }) => reply.value)).toEqual(Array(4).fill('done'))
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

it('a judge of the caller’s own is asked instead, under its own key', async () => {
  const { broker, asked, folder } = makeBroker(echo)
  const mine: JudgeModel = { id: 'mine', settings: { mood: 'mild' }, judge: async () => replyOf('from mine') }
  const own = await broker.ask(request, { judge: mine })
  await broker.keep(own.key, own.reply)
  expect(own.reply.value).toBe('from mine')
  expect(asked).toEqual([])
  expect((await askAndKeep(broker)).key).not.toBe(own.key)
  expect(await again(folder).broker.ask(request, { judge: mine })).toMatchObject({ source: 'recorded', key: own.key })
})

function replyOf(value: unknown): JudgeReply {
  return { stop: 'ok', value, text: JSON.stringify(value), usage: USAGE, servedBy: 'x' }
}
