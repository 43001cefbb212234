import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Recordings } from '../../src/broker/recordings.js'
import { CallError } from '../../src/errors.js'
import { echo, makeBroker, messageOf, requestAbout, USAGE } from './brokers.js'

const request = requestAbout('a')
/** A dollar for every token. */
const priceOf = () => (usage: { input: number; output: number }) => usage.input + usage.output

describe('a dry run', () => {
  it('asks nobody, and counts each request once', async () => {
    const { broker, asked } = makeBroker(echo, { dryRun: true, priceOf })
    expect(await messageOf(broker.ask(request, {}))).toMatchInlineSnapshot(`
      {
        "message": ""about a" would be asked; this is a dry run.",
        "reason": "dry_run",
      }
    `)
    await messageOf(broker.ask(request, {}))
    await messageOf(broker.ask(requestAbout('b'), {}))
    const { requests, input, output, usd } = broker.planned
    expect(requests).toBe(2)
    expect(usd).toBe(input + output)
    expect(asked).toEqual([])
  })

  it('does not count what a recording answers', async () => {
    const real = makeBroker(echo)
    const { key, reply } = await real.broker.ask(request, {})
    await real.broker.keep(key, reply)
    const { broker } = makeBroker(echo, { dryRun: true, recordingsDir: real.folder })
    expect(await broker.ask(request, {})).toMatchObject({ source: 'recorded' })
    expect(broker.planned).toEqual({ requests: 0, input: 0, output: 0, usd: 0 })
  })

  it('without a price has no sum', async () => {
    const { broker } = makeBroker(echo, { dryRun: true })
    await messageOf(broker.ask(request, {}))
    expect(broker.planned).toMatchObject({ requests: 1, usd: null })
  })
})

describe('costs', () => {
  it('stand with every reply, fresh or recorded', async () => {
    const { broker } = makeBroker(echo, { priceOf })
    const fresh = await broker.ask(request, {})
    await broker.keep(fresh.key, fresh.reply)
    expect([fresh.usd, (await broker.ask(request, {})).usd]).toEqual([110, 110])
  })

  it('hold the budget: what does not fit is not asked, and says so', async () => {
    const { broker, asked } = makeBroker(echo, { budget: { tokens: 600 }, recordings: 'off' })
    await broker.ask(requestAbout('first'), {})
    const late = await messageOf(broker.ask(requestAbout('x'.repeat(2_000)), {}))
    expect(late).toMatchInlineSnapshot(`
      {
        "message": "The budget of 600 tokens does not hold another call: 110 tokens are spent and 0 tokens expected of calls under way, and it may need 535 tokens. What is left is not judged; raise \`budget\` to judge it.",
        "reason": "budget",
      }
    `)
    expect(await messageOf(broker.ask(requestAbout('small'), {}))).toMatchObject({ reason: 'budget' })
    expect(asked).toHaveLength(1)
  })

  it('of a recording are none: a spent budget does not stop it', async () => {
    const { broker } = makeBroker(echo, { budget: { tokens: 600 } })
    const { key, reply } = await broker.ask(request, {})
    await broker.keep(key, reply)
    await messageOf(broker.ask(requestAbout('x'.repeat(4_000)), {}))
    expect(await broker.ask(request, {})).toMatchObject({ source: 'recorded' })
  })
})

it('a run that is given up says so once, and asks no more', async () => {
  const { broker, asked, warnings } = makeBroker([new CallError('fatal', 'no credit')])
  expect(await messageOf(broker.ask(request, {}))).toMatchObject({ reason: 'fatal' })
  expect(await messageOf(broker.ask(requestAbout('b'), {}))).toMatchObject({ reason: 'fatal' })
  expect(warnings).toEqual(['Judging was given up, what was left is unjudged. no credit'])
  expect(asked).toHaveLength(1)
})

it('prompts are kept in recordings where they are asked for', async () => {
  const { broker, folder } = makeBroker(echo, { recordPrompts: true })
  const { key, reply } = await broker.ask(request, {})
  await broker.keep(key, reply)
  expect(JSON.parse(readFileSync(new Recordings(folder).fileOf(key), 'utf8')).prompt.user).toEqual(['a', 'question'])
})

describe('of requests with one prefix', () => {
  const long = 'rubric '.repeat(400)
  const about = (text: string) => requestAbout(text, { system: [{ text: 'contract' }, { text: long, cache: '1h' }] })

  it('one goes first, so that the others read what it wrote to the cache', async () => {
    let running = 0
    const beside: number[] = []
    const { broker } = makeBroker(
      async () => {
        beside.push(++running)
        await sleep(10)
        running--
        return { stop: 'ok', value: 1, usage: USAGE }
      },
      { cacheMinimum: 512, recordings: 'off' },
    )
    await Promise.all(['a', 'b', 'c', 'd'].map((text) => broker.ask(about(text), {})))
    expect(beside).toEqual([1, 1, 2, 3])
  })

  it('one that waits for the first can give up', async () => {
    const { broker, asked } = makeBroker(() => sleep(40, 'x'), { cacheMinimum: 512, recordings: 'off' })
    const first = broker.ask(about('a'), {})
    const second = broker.ask(about('b'), { signal: AbortSignal.timeout(5) })
    expect(await messageOf(second)).toMatchObject({ reason: 'aborted' })
    expect(await first).toMatchObject({ reply: { value: 'x' } })
    expect(asked).toHaveLength(1)
  })
})
