/**
 * The one way to write a file that is there whole or not at all.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Only ours end so. */
const DRAFT = /\.[0-9a-f-]{36}\.vitest-judge\.tmp$/
/** Writing one takes milliseconds; what is so old a killed process has left. */
const DRAFT_AGE_MS = 3_600_000
/** Folders that were looked through. */
const swept = new Set<string>()

/**
 * Writes beside the file and renames, so that a kill leaves the old one or the new one.
 *
 * @throws Error of the file system.
 */
export function writeFileWhole(file: string, text: string, options: { readonly mode?: number } = {}): void {
  throughDraft(file, text, (draft) => renameSync(draft, file), options)
}

/**
 * Writes a draft beside a file, lets it be put in its place, and leaves none behind: not its own, nor old ones of killed
 * processes.
 *
 * @throws Error of the file system.
 */
export function throughDraft<T>(
  file: string,
  text: string,
  place: (draft: string) => T,
  options: { readonly mode?: number } = {},
): T {
  const draft = `${file}.${randomUUID()}.vitest-judge.tmp`
  const folder = dirname(draft)
  try {
    writeFileSync(draft, text, { ...options, flag: 'wx' })
    if (!swept.has(folder)) removeOld(folder, DRAFT, DRAFT_AGE_MS, draft)
    swept.add(folder)
    return place(draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes the files of a folder that are so much older than another one, which was just written: clocks of tests and of other
 * machines may be wrong.
 */
export function removeOld(folder: string, name: RegExp, ageMs: number, written: string): void {
  try {
    const now = statSync(written).mtimeMs
    for (const entry of readdirSync(folder)) {
      const file = join(folder, entry)
      // Another process may be removing the same.
      const since = name.test(entry) ? statSync(file, { throwIfNoEntry: false })?.mtimeMs : undefined
      if (since !== undefined && now - since > ageMs) rmSync(file, { force: true })
    }
  } catch {
    // Sweeping is no reason to fail.
  }
}
