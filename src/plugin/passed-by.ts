/**
 * Eval sets that are there and that globs pass by without a word: a link to nowhere, a folder, an ending in capitals. Each is a
 * test file that fails with what is wrong.
 *
 * @module
 */
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import picomatch from 'picomatch'
import { badInput } from '../errors.js'
import { isEvalSet, smallEnding } from '../evalset/file-names.js'

/** Folders in which no set is looked for. */
const NEVER = /^(?:node_modules|recordings|results|\..*)$/

/**
 * Those in paths that were asked for, with slashes as Vite writes them.
 *
 * @param filters - As Vitest was given them: from its root, or from the folder in which a project looks for tests.
 * @param exclude - Globs of what the user leaves out.
 */
export function findPassedBy(
  filters: readonly string[],
  { root, folder, exclude }: { root: string; folder: string; exclude: readonly string[] },
): string[] {
  if (filters.length === 0) return []
  const starts = [root, folder].flatMap((base) =>
    filters.map((filter) => resolve(base, filter) + (/[\\/]$/.test(filter) ? sep : '')),
  )
  const isAsked = (path: string) => starts.some((start) => path.startsWith(start) || start.startsWith(path + sep))
  const isExcluded = picomatch([...exclude], { dot: true })
  const found = listBelow(resolve(folder), isAsked).filter((path) => !isExcluded(relative(folder, path)))
  return found.map((path) => path.split(sep).join('/'))
}

function listBelow(folder: string, isAsked: (path: string) => boolean): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!isAsked(path)) return []
    if (isEvalSet(path)) return faultOf(path) === null ? [] : [path]
    return entry.isDirectory() && !NEVER.test(entry.name) ? listBelow(path, isAsked) : []
  })
}

/** What is in a folder; nothing where it is not there or may not be read: Vitest finds nothing there either. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** @throws {@link InputError} for an eval set that no glob finds. */
export function refusePassedBy(file: string, shown: string): void {
  const fault = faultOf(file)
  if (fault !== null) throw badInput(shown, fault)
}

/** Null for a set that is found. */
function faultOf(path: string): Parameters<typeof badInput>[1] | null {
  const [name, small] = [path, smallEnding(path)].map((each) => basename(each))
  if (name !== small) return { place: 'its name', expected: `\`${small}\`, in small letters`, received: name }
  const kind = kindOf(path)
  if (kind === 'file') return null
  return { place: 'it', expected: 'a file, or a link to one', received: kind, hint: 'Remove it, or put the set there.' }
}

function kindOf(path: string): 'file' | 'a folder' | 'a link to nowhere' {
  try {
    return statSync(path).isDirectory() ? 'a folder' : 'file'
  } catch {
    return 'a link to nowhere'
  }
}

/** Whether something is there, and be it a link to nowhere. */
export function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
