/**
 * Copies a fixture, without any history of Git and without links that leave it.
 *
 * @module
 */
import { cp, lstat, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { badInput, InputError, JudgeError, show } from '../errors.js'
import { oneLine } from '../text.js'

/**
 * Copies a folder to a new one.
 *
 * @throws {@link InputError} when it is no folder, or holds a symbolic link that leaves it. {@link JudgeError} when something in it
 * cannot be copied.
 */
export async function copyFixture(fixture: string, target: string): Promise<void> {
  const root = await folderAt(fixture)
  try {
    await cp(root, target, {
      recursive: true,
      verbatimSymlinks: true,
      async filter(path) {
        if (path !== root && basename(path) === '.git') return false
        if ((await lstat(path)).isSymbolicLink()) await checkLink(path, root)
        return true
      },
    })
  } catch (error) {
    if (error instanceof InputError) throw error
    const words = oneLine((error as Error).message, 300)
    throw new JudgeError(`The fixture ${show(fixture)} cannot be copied: ${words}`, { cause: error })
  }
}

async function folderAt(fixture: string): Promise<string> {
  const found = await stat(fixture).catch(() => null)
  if (found?.isDirectory()) return realpath(fixture)
  throw badInput('workspace', {
    place: 'the fixture',
    expected: `a folder (below ${process.cwd()})`,
    received: fixture,
  })
}

/** Where it says that it leads, and where it does: links on the way may turn it elsewhere. A link to nothing has no second. */
async function checkLink(path: string, root: string): Promise<void> {
  const target = await readlink(path)
  const real = await realpath(path).catch(() => root)
  if (!isAbsolute(target) && isInside(resolve(dirname(path), target), root) && isInside(real, root)) return
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
