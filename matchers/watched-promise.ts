/**
 * A promise that knows whether anybody waits for it, so that a forgotten `await` is seen even where the verdict was there
 * before the test ended.
 *
 * @module
 */

/** What is told to whoever watches. */
export interface Watch {
  /** Somebody waits. */
  onAwaited(): void
  /** Gives an error that Vitest made its last touch: plain promises would have kept its place in the test. */
  onError(error: unknown): unknown
}

/** A class of its own, because `await` calls no `then` of plain promises. */
export class WatchedPromise<T> extends Promise<T> {
  #watch: Watch | undefined
  #steps = 0

  /**
   * Watches over a promise. What it rejects with is not reported as unhandled, for that is left to the watcher.
   *
   * @param steps - How many promises Vitest puts between this one and whoever waits.
   */
  static over<T>(promise: Promise<T>, steps: number, watch: Watch): WatchedPromise<T> {
    return new WatchedPromise<T>((resolve, reject) => promise.then(resolve, reject)).#start(steps, watch)
  }

  #start(steps: number, watch: Watch): this {
    super.then(undefined, () => {})
    this.#steps = steps
    this.#watch = watch
    return this
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const next = super.then(onFulfilled, onRejected)
    const watch = this.#watch
    if (watch === undefined) return next
    if (this.#steps === 0) {
      watch.onAwaited()
      return next
    }
    const placed = next.catch((error: unknown) => {
      throw watch.onError(error)
    }) as WatchedPromise<A | B>
    return placed.#start(this.#steps - 1, watch)
  }
}
