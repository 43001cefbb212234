import { expect, it } from 'vitest'
import { CallError } from '../../src/errors.js'
import { makeBroker, requestAbout } from './brokers.js'

it('tells what is under way, what waits, what was answered and what was recorded', async () => {
  const answers: (() => void)[] = []
  const judge = () => new Promise<string>((resolve) => answers.push(() => resolve('x')))
  const { broker } = makeBroker(judge, { concurrency: 2 })
  const asked = ['a', 'b', 'c'].map((about) => broker.ask(requestAbout(about), {}))
  await expect.poll(() => broker.progress).toMatchObject({ answered: 0, inFlight: 2, waiting: 1, pausedFor: null })
  while (broker.progress.answered < 3) {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [first] = await Promise.all(asked)
  if (first !== undefined) await broker.keep(first.key, first.reply)
  await broker.ask(requestAbout('a'), {})
  expect(broker.progress).toMatchObject({ answered: 3, recorded: 1, inFlight: 0, waiting: 0 })
})

it('tells how long the service holds all calls', async () => {
  let overloaded = true
  const judge = () => {
    if (overloaded) throw new CallError('overloaded', 'busy', { retryAfterMs: 400 })
    return 'x'
  }
  const { broker } = makeBroker(judge)
  const asked = broker.ask(requestAbout('a'), {})
  await expect.poll(() => broker.progress.pausedFor).toBeGreaterThan(0)
  expect(broker.progress.pausedFor).toBeLessThanOrEqual(400)
  overloaded = false
  await asked
  expect(broker.progress.pausedFor).toBeNull()
})

it('counts what a refusal holds back as waiting', async () => {
  let refused = true
  const judge = () => {
    if (refused) throw new CallError('overloaded', 'limited', { status: 429, retryAfterMs: 300 })
    return 'x'
  }
  const { broker } = makeBroker(judge)
  const asked = broker.ask(requestAbout('a'), {})
  await expect.poll(() => broker.progress).toMatchObject({ inFlight: 0, waiting: 1, pausedFor: null })
  refused = false
  await asked
  expect(broker.progress).toMatchObject({ answered: 1, waiting: 0 })
})
