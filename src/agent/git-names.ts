/**
 * Files and folders that Git passes over in silence because they are called as its own.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { JudgeError } from '../errors.js'
import { oneLine } from '../text.js'

const SLASH = Buffer.from('/')
/** What every repository has. */
const PARTS = ['HEAD', 'objects', 'refs']

/**
 * Looks for `.git`, in whatever case, below the top folder. That of a repository is Git's own affair; all else of that name would be
 * missing from a diff.
 *
 * @param ignored - Folders that are not looked into: paths from the top, as bytes in latin1.
 * @throws {@link JudgeError} naming the first that is found.
 */
export async function refuseGitNames(top: string, ignored: ReadonlySet<string>): Promise<void> {
  const pending: Buffer[] = [Buffer.alloc(0)]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const [path, entry] of await list(top, folder)) {
      if (/^\.git$/i.test(entry.name.toString('latin1'))) await refuse(top, path)
      else if (entry.isDirectory() && !ignored.has(path.toString('latin1'))) pending.push(path)
    }
  }
}

function at(top: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(top), SLASH, path])
}

/** What is in a folder, with its paths from the top. */
async function list(top: string, folder: Buffer): Promise<(readonly [Buffer, Dirent<Buffer>])[]> {
  try {
    const entries = await readdir(at(top, folder), { withFileTypes: true, encoding: 'buffer' })
    const start = folder.length === 0 ? [] : [folder, SLASH]
    return entries.map((entry) => [Buffer.concat([...start, entry.name]), entry])
  } catch (error) {
    throw new JudgeError(`The workspace cannot be read: ${oneLine((error as Error).message, 300)}`, { cause: error })
  }
}

async function refuse(top: string, path: Buffer): Promise<void> {
  const name = path.toString()
  if (name === '.git' || (name.endsWith('.git') && (await isRepository(at(top, path))))) return
  throw new JudgeError(
    `The workspace holds ${oneLine(name, 200)}. Git keeps that name for itself, so the diff would not show it. Only a repository may be called that.`,
  )
}

/** A folder with what a repository has, or a file that says where it is. */
async function isRepository(path: Buffer): Promise<boolean> {
  const found = await lstat(path)
  if (found.isFile()) return found.size < 4096 && /^gitdir: [^\n]+\n?$/.test(await readFile(path, 'utf8'))
  const names = found.isDirectory() ? await readdir(path) : []
  return PARTS.every((part) => names.includes(part))
}
