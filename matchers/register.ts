/**
 * Set-up file: adds the matchers to `expect` and watches over them. Imports Vitest and Node's own modules only; all else is
 * loaded on first use.
 *
 * @module
 */
import './augment.js'
import { aroundEach, expect, inject, type TestContext, vi } from 'vitest'
import { takeClock } from '../src/clock.js'
import { misuse } from './call-site.js'
import * as matchers from './index.js'
import { type Running, running, tests } from './running.js'

takeClock()
expect.extend(matchers)

const context = inject('vitestJudge')

tests.running = 0

// A judge may take longer than hooks usually may, and a forgotten call is waited for, so that it is recorded.
aroundEach(watchTest, context?.timeout ?? 600_000)

async function watchTest(runTest: () => Promise<void>, { task, signal }: TestContext): Promise<void> {
  const again = signal.aborted ? new AbortController() : null
  const store: Running = { task, signal: again?.signal ?? signal, ended: false, calls: [], softMisuse: [] }
  tests.running = (tests.running ?? 0) + 1
  try {
    await running.run(store, runTest)
  } finally {
    tests.running--
    store.ended = true
  }
  // After a failure or a timeout calls may be left behind without anybody having forgotten an `await`.
  if (task.result?.state === 'fail' || store.signal.aborted) {
    again?.abort(new Error(task.result?.errors?.at(-1)?.message))
    return
  }
  const forgotten = store.calls.find(({ awaited, settled }) => !awaited || !settled)
  if (forgotten !== undefined) {
    await Promise.all(store.calls.map(({ end }) => end))
    const { matcher, called } = forgotten
    const text = `expect(...).${matcher}(...) was not awaited, so its verdict would have been lost. Write "await expect(...).${matcher}(...)".`
    throw called.point(misuse(text))
  }
  const [lost] = store.softMisuse
  if (lost !== undefined) {
    const { matcher, called } = lost
    const text = `expect.soft(...).${matcher}(...) would report to another test: in concurrent tests the global expect does not know its own. Take expect from the test's context: test('...', async ({ expect }) => ...).`
    throw called.point(misuse(text))
  }
}

// Judging outlives the default of 5 s, and cases of one file may run at once: the run-wide limit is the broker's.
if (context && /\.eval\.[cm]?[jt]sx?$|evalset\.(?:jsonl?|ya?ml)$/.test(expect.getState().testPath ?? '')) {
  vi.setConfig({ testTimeout: context.timeout, maxConcurrency: Math.max(context.concurrency, 5) })
}
