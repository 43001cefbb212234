/**
 * At most so many calls at once, first come first served.
 *
 * @module
 */

/** Runs tasks in slots. */
export class Limiter {
  readonly #limit: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Waits for a slot, runs the task in it, frees the slot whatever happens. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal)
    try {
      return await task()
    } finally {
      this.#give()
    }
  }

  async #take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#running < this.#limit) {
      this.#running++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(enter), 1)
        reject(signal?.reason)
      }
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      this.#queue.push(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #give(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#running--
  }
}
