/**
 * The Vite that a Vitest uses.
 *
 * @module
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Vite is a dependency of Vitest, so it is found from there: from any of its files, as path or `file:` address. */
export async function importVite(vitest: string): Promise<typeof import('vite')> {
  const path = createRequire(vitest).resolve('vite')
  return (await import(pathToFileURL(path).href)) as typeof import('vite')
}
