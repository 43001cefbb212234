/**
 * `vitest-judge batch` killed before each of its steps in turn, whatever they are: every change of a file, every request, and
 * every answer before anything is made of it; in the command, and in the run that it starts. The suite takes every fourth step,
 * `VITEST_JUDGE_KILLS=100` (`npm run check:kill`) all of them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { STATE, TASKS, tasksOf } from './batch-folder.js'
import { age, goOn, run, start } from './batch-kills.js'
import { makeFolder } from './run-files.js'

const KILL_AT = new URL('../support/kill-at.mjs', import.meta.url).href
const CALLS = 2
const STRIDE = process.env.VITEST_JUDGE_KILLS === undefined ? 4 : 1

/** Kills the command before its n-th step, and goes on; false where it has fewer. */
async function killAt(command: 'submit' | 'fetch', victim: 'submit' | 'fetch' | 'run', step: number): Promise<boolean> {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(CALLS))
  if (command === 'fetch') await run(path, api, 'submit', ...TASKS)
  const args = command === 'submit' ? ['submit', ...TASKS] : ['fetch', '--wait']
  const env = { NODE_OPTIONS: `--import=${KILL_AT}`, KILL_AT: `${victim}:${step}` }
  const { code } = await start(path, api, args, env).ran
  const batch = join(path, STATE, 'batches/0001.json')
  // What was not submitted is known after a minute only.
  if (existsSync(batch) && JSON.parse(readFileSync(batch, 'utf8')).id === null) age(path, 120)
  await goOn(path, api, CALLS)
  return code === null
}

// Windows has no such signal.
test.skipIf(process.platform === 'win32').each([
  ['submit', 'submit'],
  ['submit', 'run'],
  ['fetch', 'fetch'],
  ['fetch', 'run'],
] as const)('batch %s, killed before each step of its %s, goes on', { timeout: 1_200_000 }, async (command, victim) => {
  let [step, kills] = [1, 0]
  while (await killAt(command, victim, step)) {
    step += STRIDE
    kills++
  }
  console.log(`batch ${command}: killed before ${kills} steps of its ${victim}`)
  expect(kills * STRIDE).toBeGreaterThan(5)
})
