/**
 * SIGKILL at random moments of a run that records: nothing is damaged, and no reply that the run has read off the wire
 * is paid for again.
 *
 * Counts: 9 kills, 3 of each kind; `VITEST_JUDGE_KILLS=100` for as many (`npm run check:kill`). The moments are seeded.
 */
import { expect, test } from 'vitest'
import { randomNumbers } from '../../src/scoring/random.js'
import { ALL, type Killed, killOnce, VICTIMS } from './kills.js'

const KILLS = Number(process.env.VITEST_JUDGE_KILLS ?? 9)
/** Default of the option `concurrency`. */
const LIMIT = 6
/** A reply is written as soon as the main process has it: a moment on an idle machine, and this much on a busy one. */
const MOMENT = 1_000

// Windows knows neither process groups nor this signal.
test.skipIf(process.platform === 'win32')(`${KILLS} kills at random moments`, { timeout: KILLS * 60_000 }, async () => {
  const random = randomNumbers(20)
  const sum = { kills: 0, paid: 0, again: 0, inFlight: 0, unread: 0 }
  const files = { damaged: 0, drafts: 0, partial: 0 }
  /** Of answers that were given and lost. */
  const ages: number[] = []
  for (let n = 0; n < KILLS; n++) {
    const victim = VICTIMS[n % VICTIMS.length] ?? 'one worker'
    const [questions, delay] = [Math.floor(random() * (ALL.length + 1)), Math.floor(random() * 120)]
    const killed = await killOnce(victim, questions, delay)
    judgeKill(killed, `kill ${n}: ${victim}, ${delay} ms after question ${questions}`)
    sum.kills++
    sum.paid += killed.paid.length
    sum.again += killed.paidAgain.filter((id) => killed.paid.includes(id)).length
    ages.push(...killed.lost.filter((age) => age >= 0))
    sum.inFlight += killed.lost.filter((age) => age < 0).length
    sum.unread += killed.unread
    files.damaged += killed.damaged.length
    files.drafts += killed.drafts
    files.partial += killed.partial.length
  }
  ages.sort((a, b) => a - b)
  console.log(`kills: ${JSON.stringify({ ...sum, ...files })}, answered and lost: ${ages.length}, ms before: ${ages}`)
})

/** What was recorded or held is never asked about again; what was not was in flight, or answered a moment before. */
function judgeKill({ paidAgain, kept, lost, damaged, survivors, next }: Killed, name: string): void {
  expect(damaged, name).toEqual([])
  expect(survivors, name).toEqual([])
  expect([...kept, ...paidAgain].sort(), name).toEqual(ALL)
  expect(lost.filter((age) => age < 0).length, name).toBeLessThanOrEqual(LIMIT)
  expect(
    lost.filter((age) => age > MOMENT),
    name,
  ).toEqual([])
  expect(next, `${name}\n${next.output}`).toMatchObject({ code: 0, checks: ALL.length })
}
