/**
 * Both patches as a reader should see them: what is compared, and nothing else.
 *
 * @module
 */
import type { FilePatch } from './read.js'
import { readAttempt, readGold, readIgnore } from './sides.js'

/** Two unified diffs. */
export interface ShownPatches {
  readonly gold: string
  readonly candidate: string
}

/**
 * The fix files of both patches, without tests, docs, lock files and whatever else the candidate's author wrote round the
 * change.
 *
 * @throws {@link InputError} as {@link comparePatch} does.
 */
export function showPatches(candidate: string, gold: string, ignore: readonly string[]): ShownPatches {
  const ignored = readIgnore(ignore)
  const reference = readGold(gold, ignored)
  const attempt = readAttempt(candidate, reference, ignored)
  return { gold: reference.files.map(showFile).join('\n'), candidate: attempt.files.map(showFile).join('\n') }
}

function showFile({ path, kind, hunks }: FilePatch): string {
  const [from, to] = [kind === 'added' ? '/dev/null' : `a/${path}`, kind === 'deleted' ? '/dev/null' : `b/${path}`]
  const texts = hunks.map(({ oldStart, lines }) => [`@@${oldStart === null ? '' : ` -${oldStart}`} @@`, ...lines])
  return [`--- ${from}`, `+++ ${to}`, ...texts.flat()].join('\n')
}
