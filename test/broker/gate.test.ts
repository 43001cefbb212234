import { expect, test, vi } from 'vitest'
import { Gate, type GateOptions } from '../../src/broker/gate.js'
import { CallError } from '../../src/errors.js'
import { clock } from './clock.js'

vi.mock('node:timers/promises', async () => ({ setTimeout: (await import('./clock.js')).clock.sleep }))
vi.mock('../../src/clock.js', async () => {
  const { clock } = await import('./clock.js')
  return { now: () => clock.now }
})

/** A service that answers by script, and what was seen of it. */
function service(script: (call: number) => CallError | null, ms = 5) {
  const seen = { calls: 0, running: 0, most: 0, starts: [] as number[] }
  const call = async () => {
    const number = seen.calls++
    seen.running++
    seen.most = Math.max(seen.most, seen.running)
    seen.starts.push(clock.now)
    await clock.sleep(ms)
    seen.running--
    const error = script(number)
    if (error) throw error
    return number
  }
  return { seen, call }
}

function open(options: Partial<GateOptions> = {}): Gate {
  return new Gate({ limit: 4, maxOutage: 300_000, maxRetryAfter: 60_000, ...options })
}

/** Lets time pass until it is settled. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false
  const done = () => {
    isSettled = true
  }
  promise.then(done, done)
  await clock.runUntil(() => isSettled)
  return promise
}

const overloaded = (retryAfterMs: number) => new CallError('overloaded', 'overloaded', { status: 529, retryAfterMs })
const limited = (retryAfterMs: number) => new CallError('overloaded', 'limited', { status: 429, retryAfterMs })
const all = (gate: Gate, call: () => Promise<number>, count: number) =>
  inTime(Promise.allSettled(Array.from({ length: count }, () => gate.run(call))))
const failures = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as CallError] : []))

test('never more than the limit run at once, and all get their turn', async () => {
  const { seen, call } = service(() => null)
  const results = await all(open({ limit: 3 }), call, 20)
  expect(failures(results)).toEqual([])
  expect(seen).toMatchObject({ calls: 20, most: 3 })
})

test('after one 529 nothing starts until the wait is over, then one probe, then a ramp', async () => {
  const { seen, call } = service((number) => (number === 1 ? overloaded(80) : null), 20)
  const results = await all(open(), call, 12)
  expect(failures(results)).toEqual([])
  expect(seen.calls).toBe(13)
  const gaps = seen.starts.map((start, index) => start - (seen.starts[index - 1] ?? start))
  const pause = gaps.findIndex((gap) => gap > 50)
  // Four at first, and the one that took the place of the first answer before the overload was known.
  expect(pause).toBe(5)
  // The probe is alone: the next start waits for its answer.
  expect(gaps[pause + 1]).toBeGreaterThan(15)
  const together = seen.starts.filter((start) => Math.abs(start - (seen.starts[pause + 1] ?? 0)) < 8).length
  expect(together).toBeLessThanOrEqual(2)
})

test('a share of 429 with retry-after costs time but fails no call', async () => {
  const { seen, call } = service((number) => (number % 5 === 1 ? limited(2) : null), 1)
  const results = await all(open(), call, 60)
  expect(failures(results)).toEqual([])
  expect(seen.calls).toBeGreaterThanOrEqual(70)
  expect(seen.most).toBeLessThanOrEqual(4)
})

const gone = new CallError('transient', 'nobody there', { unreachable: true })

test('where nobody listens a call gets five attempts, and the next ones get one each until somebody answers', async () => {
  const gate = open()
  const { seen, call } = service((number) => (number === 7 ? null : gone))
  const [error] = failures(await all(gate, call, 1))
  expect(error).toMatchObject({ reason: 'transient', message: 'nobody there (5 attempts)' })
  expect((seen.starts[4] ?? 0) - (seen.starts[0] ?? 0)).toBeGreaterThan(5000)
  expect((seen.starts[4] ?? 0) - (seen.starts[0] ?? 0)).toBeLessThan(8000)
  expect(failures(await all(gate, call, 2)).map(({ message }) => message)).toEqual(['nobody there', 'nobody there'])
  expect(failures(await all(gate, call, 1))).toEqual([])
  expect(failures(await all(gate, call, 1))[0]?.message).toContain('5 attempts')
  expect(seen.calls).toBe(13)
})

test('calls that wait for a service that starts again are all answered', async () => {
  const from = clock.now
  const { call } = service(() => (clock.now - from < 5000 ? gone : null))
  expect(failures(await all(open(), call, 20))).toEqual([])
})

test('a service that answers while it stops, and is gone for a moment, is survived', async () => {
  const from = clock.now
  const busy = new CallError('transient', 'stopping', { status: 503 })
  const { call } = service(() => (clock.now - from < 3000 ? busy : clock.now - from < 8000 ? gone : null))
  expect(failures(await all(open(), call, 20))).toEqual([])
})

test('a call gets eight attempts, and its failure says so', async () => {
  const { seen, call } = service(() => limited(1), 1)
  const [error] = failures(await all(open(), call, 1))
  expect(seen.calls).toBe(8)
  expect(error?.message).toBe('limited (8 attempts)')
  expect(error?.reason).toBe('overloaded')
})

test('429 never ends a run: the next call is tried again', async () => {
  const { call } = service((number) => (number < 8 ? limited(1) : null), 1)
  const gate = open({ maxOutage: 0 })
  await expect(inTime(gate.run(call))).rejects.toThrow('8 attempts')
  await expect(inTime(gate.run(call))).resolves.toBe(8)
})

test('529 without a break ends the run after the outage limit, and whoever waits is told once', async () => {
  const ends: CallError[] = []
  const { seen, call } = service(() => overloaded(5), 2)
  const errors = failures(await all(open({ maxOutage: 30, onEnd: (error) => ends.push(error) }), call, 10))
  expect(errors).toHaveLength(10)
  expect(ends).toHaveLength(1)
  expect(ends[0]?.message).toMatch(/^The service has been overloaded for more than 0 s: overloaded/)
  expect(seen.calls).toBeLessThan(20)
})

test('a fatal answer ends the run at once: what waits is rejected without being asked', async () => {
  const ends: CallError[] = []
  const fatal = new CallError('fatal', '401', { status: 401 })
  const { seen, call } = service((number) => (number === 0 ? fatal : null))
  const gate = open({ limit: 2, onEnd: (error) => ends.push(error) })
  const errors = failures(await all(gate, call, 10))
  expect(seen.calls).toBe(2)
  expect(errors).toHaveLength(9)
  expect(new Set(errors)).toEqual(new Set([fatal]))
  expect(ends).toEqual([fatal])
  await expect(gate.run(call)).rejects.toBe(fatal)
})

test('a passing fault backs off alone: other calls go on meanwhile', async () => {
  const { seen, call } = service((number) => (number === 0 ? new CallError('transient', '500', { status: 500 }) : null))
  const began = clock.now
  const gate = open({ limit: 1 })
  const first = gate.run(call)
  const rest = all(gate, call, 5)
  expect(failures(await rest)).toEqual([])
  expect(clock.now - began).toBeLessThan(350)
  await expect(inTime(first)).resolves.toBe(6)
  expect(seen.calls).toBe(7)
})

test.each(['rejected', 'deadline', 'refused'] as const)('%s is not tried again', async (reason) => {
  const { seen, call } = service(() => new CallError(reason, reason))
  expect(failures(await all(open(), call, 1))[0]?.message).toBe(reason)
  expect(seen.calls).toBe(1)
})

test('a wait that the service asks for is cut to the ceiling', async () => {
  const { call } = service((number) => (number === 0 ? overloaded(3_600_000) : null), 1)
  const began = clock.now
  await inTime(open({ maxRetryAfter: 30 }).run(call))
  expect(clock.now - began).toBeLessThan(1_000)
})

test('a probe that fails in another way does not close the gate for good', async () => {
  const script = [overloaded(10), new CallError('rejected', '400', { status: 400 })]
  const { seen, call } = service((number) => script[number] ?? null, 2)
  const results = await all(open({ limit: 1 }), call, 4)
  expect(failures(results).map(({ message }) => message)).toEqual(['400'])
  expect(seen.calls).toBe(5)
})

test('who gives up while waiting leaves the queue, and takes no place', async () => {
  const { seen, call } = service(() => null, 20)
  const gate = open({ limit: 1 })
  const leaving = new AbortController()
  const first = gate.run(call)
  const second = gate.run(call, leaving.signal)
  const third = gate.run(call)
  leaving.abort(new Error('test over'))
  await expect(second).rejects.toThrow('test over')
  await inTime(Promise.all([first, third]))
  expect(seen).toMatchObject({ calls: 2, most: 1, running: 0 })
  await expect(inTime(gate.run(call))).resolves.toBe(2)
})
