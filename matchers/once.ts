/**
 * Loading on first use.
 *
 * @module
 */

/** Loads with the first call, and gives the same to all: an import takes its time also where the module is there already. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
