import { expect, test, vi } from 'vitest'
import { Gate } from '../../src/broker/gate.js'
import { CallError } from '../../src/errors.js'
import { randomNumbers } from '../../src/scoring/random.js'
import { clock } from './clock.js'

vi.mock('node:timers/promises', async () => ({ setTimeout: (await import('./clock.js')).clock.sleep }))
vi.mock('../../src/clock.js', async () => {
  const { clock } = await import('./clock.js')
  return { now: () => clock.now }
})

const LATENCY = 200
const RETRY_AFTER = 1_000

/** Asks a service that answers after a while and refuses at once; tells what it took. */
async function judge(count: number, limit: number, refuse: () => 429 | 529 | null) {
  const gate = new Gate({ limit, maxOutage: 300_000, maxRetryAfter: 60_000 })
  const seen = { refused: 0, failed: 0, most: 0 }
  let [running, ended] = [0, 0]
  const call = async () => {
    seen.most = Math.max(seen.most, ++running)
    const status = refuse()
    await clock.sleep(status === null ? LATENCY : 2)
    running--
    if (status === null) return
    seen.refused++
    throw new CallError('overloaded', 'refused', { status, retryAfterMs: RETRY_AFTER })
  }
  for (let n = 0; n < count; n++) {
    void gate
      .run(call)
      .catch(() => seen.failed++)
      .finally(() => ended++)
  }
  await clock.runUntil(() => ended === count)
  return { ...seen, seconds: clock.now / 1_000 }
}

/** Refuses this share by chance. */
function share(part: number, seed = 1): () => 429 | null {
  const random = randomNumbers(seed)
  return () => (random() < part ? 429 : null)
}

/** Allows so many calls a second; a second's allowance is there at first. */
function rate(perSecond: number): () => 429 | null {
  let [tokens, at] = [perSecond, 0]
  return () => {
    tokens = Math.min(perSecond, tokens + ((clock.now - at) / 1_000) * perSecond)
    at = clock.now
    if (tokens < 1) return 429
    tokens--
    return null
  }
}

const outage = (from: number, to: number) => () => (clock.now >= from && clock.now < to ? 529 : null)
const either =
  (...services: (() => 429 | 529 | null)[]) =>
  () =>
    services.map((refuse) => refuse()).find((status) => status !== null) ?? null

test.each([1, 2, 3, 4, 5])('a fifth of refusals by chance holds back those calls alone (%i)', async (seed) => {
  const { failed, seconds, most } = await judge(1_000, 50, share(0.2, seed))
  expect(failed).toBe(0)
  expect(most).toBe(50)
  // Twenty rounds of 50, a fifth of them twice, are 5 s; the last ones refused come some seconds after.
  expect(seconds).toBeLessThan(13)
})

test.each([
  { perSecond: 50, limit: 50, count: 200 },
  { perSecond: 20, limit: 50, count: 200 },
  { perSecond: 5, limit: 50, count: 200 },
  { perSecond: 5, limit: 6, count: 100 },
  { perSecond: 2, limit: 50, count: 60 },
])('a limit of $perSecond calls a second is kept by $limit places without a storm', async (service) => {
  const { perSecond, limit, count } = service
  const { failed, refused, seconds } = await judge(count, limit, rate(perSecond))
  const least = count / perSecond - 1
  expect(failed).toBe(0)
  // What all places at once ran into, then half of them and so on, and a row for each pause of at least a second.
  expect(refused).toBeLessThan(2 * limit + 5 * seconds)
  expect(seconds).toBeLessThan(least * 1.4 + 2)
})

test('in an outage only probes are sent, and the width of before is soon there again', async () => {
  const { failed, refused, seconds } = await judge(200, 50, outage(300, 10_300))
  expect(failed).toBe(0)
  // Those under way when it began, and one probe a second.
  expect(refused).toBeLessThanOrEqual(50 + 11)
  expect(seconds).toBeLessThan(12.5)
})

test('chance, a limit and an outage together fail no call', async () => {
  const { failed, seconds } = await judge(400, 50, either(outage(500, 3_500), share(0.1), rate(50)))
  expect(failed).toBe(0)
  expect(seconds).toBeLessThan(25)
})

test('where nothing is refused all places are used at once', async () => {
  expect(await judge(200, 50, () => null)).toEqual({ refused: 0, failed: 0, most: 50, seconds: 0.8 })
})
