/**
 * Where errors of eval sets are shown: at the user's own lines.
 *
 * @module
 */
import { fileURLToPath } from 'node:url'

/** Shown at the case's line in its file: frames from `method` on are left out. */
export function pointBelow<E extends Error>(error: E, method: (...args: never[]) => unknown): E {
  Error.captureStackTrace(error, method)
  return error
}

const OWN = new URL('..', import.meta.url)
const OWN_PATHS = [OWN.href, fileURLToPath(OWN)]

/**
 * What a subject threw, or we about it, without frames of this package, which say nothing to whoever wrote the subject. Where no other is
 * left it is shown as by {@link pointBelow}.
 */
export function withoutOwnFrames(error: Error, method: (...args: never[]) => unknown): Error {
  try {
    const lines = error.stack?.split('\n') ?? []
    const kept = lines.filter((line) => !isFrame(line) || !OWN_PATHS.some((path) => line.includes(path)))
    if (!kept.some((line) => isFrame(line) && !line.includes('node:'))) return pointBelow(error, method)
    error.stack = kept.join('\n')
  } catch {
    // What was thrown is the user's, and may be frozen, or no error at all.
  }
  return error
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line)
}
