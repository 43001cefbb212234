/**
 * The citation gate over files of a folder. The only file of this folder that reads from the disk.
 *
 * @module
 */
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badInput } from '../errors.js'
import { type CitationFormat, readClaims } from './answer.js'
import { type CitationReport, checkClaims, normalPath, type Sources, type Standing, unverifiable } from './check.js'
import { numberClaims } from './claim.js'

/** Options of {@link verifyCitations}. */
export interface VerifyCitationsOptions {
  /** Folder that cited paths start from and must stay in; a relative one starts from the working folder. */
  readonly sourceRoot: string | URL
  /** Files and folders below the root that may be cited. Default: all. */
  readonly allow?: readonly string[]
  /** The file that holds the answer, where it lies below the root: it cannot be its own evidence. Default: none. */
  readonly answerFile?: string | URL
  /** What a text is. Default: JSON where it reads as such, else Markdown. */
  readonly format?: CitationFormat
}

/** Larger files are not read: nobody quotes from them, and a string can hold no more than half a gigabyte. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Checks that every citation of an answer is true: the file exists below the root, and the quote stands in the cited lines.
 *
 * In Markdown a citation is a bold `path#L12-L14` or `path:12-14` with the block quote that follows; in JSON an object with
 * `path`, `line` and `line_end` or `lines`, and `quote`. Quotes match in case, with white space folded; `...` leaves out. What
 * looks like a place and cannot be read fails.
 *
 * @param answer - Text, or a value: its objects and the texts in it are looked through, but for the messages of others and the
 * calls of tools.
 * @throws {@link InputError} when the root is no folder, or a path in `allow` is not below it.
 * @example
 * ```ts
 * const { verdict, failures } = verifyCitations(answer, { sourceRoot: '.', allow: ['docs'] })
 * ```
 */
export function verifyCitations(answer: unknown, options: VerifyCitationsOptions): CitationReport {
  const { allow, answerFile, format } = options
  const root = readRoot(options.sourceRoot)
  const allowed = allow?.map(readAllowed) ?? ['']
  const mayCite = (path: string) => {
    const name = path.normalize('NFC')
    return allowed.some((start) => start === '' || name === start || name.startsWith(`${start}/`))
  }
  try {
    return checkClaims(numberClaims(readClaims(answer, format)), folderSources(root, answerFile), mayCite, 'letter')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return unverifiable('input_unreadable', `expected the answer to be JSON, but it is not (${error.message})`)
  }
}

function readRoot(given: string | URL): string {
  try {
    const root = realpathSync(given instanceof URL ? fileURLToPath(given) : given)
    if (statSync(root).isDirectory()) return root
  } catch {
    // Said below.
  }
  throw badInput('verifyCitations', { place: '`sourceRoot`', expected: 'a folder', received: String(given) })
}

function readAllowed(path: string): string {
  const normal = normalPath(path)
  if (normal !== null) return normal.normalize('NFC')
  throw badInput('verifyCitations', {
    place: 'every path in `allow`',
    expected: 'relative, and below the source root',
    received: path,
  })
}

function folderSources(root: string, answerFile: string | URL | undefined): Sources {
  const answer = answerFile === undefined ? undefined : statOf(answerFile)
  return {
    stat(path) {
      const { file, real } = locate(root, path)
      if (!isInside(root, real)) return 'outside'
      const stat = statOf(file)
      if (stat === undefined) return 'missing'
      // The root is real, so what is not the same is a link or stands below one.
      return real === file ? standingOf(stat, answer) : 'link'
    },
    read(path) {
      try {
        const text = readFileSync(locate(root, path).file, 'utf8')
        return text.includes('\0') ? null : text
      } catch {
        return null
      }
    },
  }
}

/** Where a path lies, and with links resolved as far as it exists. */
function locate(root: string, path: string): { file: string; real: string } {
  let [file, real] = [root, root]
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    const name = realOf(join(real, part)) === undefined ? nameIn(real, part) : part
    const next = realOf(join(real, name))
    file = join(file, name)
    if (next === undefined) {
      const rest = parts.slice(index + 1)
      return { file: join(file, ...rest), real: join(real, name, ...rest) }
    }
    real = next
  }
  return { file, real }
}

/** As it stands in the folder: a name may be composed in another way than it is cited. */
function nameIn(folder: string, name: string): string {
  if (/^[\0-\x7f]*$/.test(name)) return name
  try {
    return readdirSync(folder).find((entry) => entry.normalize('NFC') === name.normalize('NFC')) ?? name
  } catch {
    return name
  }
}

function standingOf(stat: Stats, answer: Stats | undefined): Standing {
  // By what is on the disk, for a hard link has another name.
  if (stat.ino === answer?.ino && stat.dev === answer.dev) return 'answer'
  if (!stat.isFile()) return 'no_file'
  return stat.size > MAX_BYTES ? 'too_large' : 'file'
}

function statOf(file: string | URL): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

function realOf(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}

function isInside(root: string, file: string): boolean {
  return file === root || file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}
