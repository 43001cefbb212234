/**
 * The time of a test: it goes to the next thing that is due as soon as nothing else is left to do, so that a loaded machine
 * neither lengthens a wait nor moves two starts apart. To be given to `vi.mock` for `node:timers/promises` and `src/clock.js`.
 */
import { afterEach } from 'vitest'

const due: { readonly at: number; readonly wake: () => void }[] = []

export const clock = {
  /** Milliseconds. */
  now: 0,
  sleep(ms: number, _value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      due.push({ at: clock.now + ms, wake: resolve })
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  },
  /** Lets time pass until that is so. */
  async runUntil(isDone: () => boolean): Promise<void> {
    for (await settle(); !isDone(); await settle()) {
      due.sort((a, b) => a.at - b.at)
      const next = due.shift()
      if (next === undefined) throw new Error('nothing is left that could go on')
      clock.now = next.at
      next.wake()
    }
  },
}

/** Until all is done that needs no time. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

afterEach(() => {
  clock.now = 0
  due.length = 0
})
