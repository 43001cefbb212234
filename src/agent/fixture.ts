/**
 * Copies a fixture, without any history of Git and without links that leave it.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, readlink, realpath, stat, symlink } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badInput, InputError, JudgeError, show } from '../errors.js'
import { oneLine } from '../text.js'

/**
 * Copies a folder to a new one.
 *
 * @throws {@link InputError} when it is no folder, or holds a symbolic link that leaves it. {@link JudgeError} when something in it
 * cannot be copied.
 */
export async function copyFixture(fixture: string | URL, target: string): Promise<void> {
  const root = await folderAt(fixture)
  try {
    await copyFolder(root, target, root)
  } catch (error) {
    if (error instanceof InputError) throw error
    const words = oneLine((error as Error).message, 300)
    throw new JudgeError(`The fixture ${show(String(fixture))} cannot be copied: ${words}`, { cause: error })
  }
}

/** Faster by far than `cp` of Node's, which looks at each file several times. */
async function copyFolder(from: string, to: string, root: string): Promise<void> {
  await mkdir(to)
  const entries = await readdir(from, { withFileTypes: true })
  const copies = entries
    .filter(({ name }) => name !== '.git')
    .map((entry) => copyEntry(entry, join(from, entry.name), join(to, entry.name), root))
  // When one fails, the others must be done too before the copy can be removed.
  for (const copy of await Promise.allSettled(copies)) if (copy.status === 'rejected') throw copy.reason
}

async function copyEntry(entry: Dirent, from: string, to: string, root: string): Promise<void> {
  if (entry.isDirectory()) return copyFolder(from, to, root)
  if (entry.isSymbolicLink()) return symlink(await checkLink(from, root), to)
  if (entry.isFile()) return copyFile(from, to)
  throw new Error(`${relative(root, from)} is neither a file nor a folder nor a link`)
}

async function folderAt(fixture: string | URL): Promise<string> {
  const path = typeof fixture === 'object' && fixture?.protocol === 'file:' ? fileURLToPath(fixture) : fixture
  const found = typeof path === 'string' ? await stat(path).catch(() => null) : null
  if (typeof path === 'string' && found?.isDirectory()) return realpath(path)
  throw badInput('workspace', {
    place: 'the fixture',
    expected: `a folder (below ${process.cwd()})`,
    received: fixture,
  })
}

/** Where it says that it leads, and where it does: links on the way may turn it elsewhere. A link to nothing has no second. */
async function checkLink(path: string, root: string): Promise<string> {
  const target = await readlink(path)
  const real = await realpath(path).catch(() => root)
  if (!isAbsolute(target) && isInside(resolve(dirname(path), target), root) && isInside(real, root)) return target
  throw badInput('workspace', {
    place: `the link ${relative(root, path)} of the fixture`,
    expected: 'relative and to something inside of the fixture',
    received: target,
    hint: 'Put a copy of what it leads to into the fixture.',
  })
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}
