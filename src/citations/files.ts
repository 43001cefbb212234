/**
 * The citation gate over files of a folder. The only file of this folder that reads from the disk.
 *
 * @module
 */
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badInput } from '../errors.js'
import { type CitationReport, checkClaims, normalPath, type Sources, type Standing, unverifiable } from './check.js'
import { numberClaims } from './claim.js'
import { claimsIn } from './json.js'
import { readMarkdownClaims } from './markdown.js'

/** Options of {@link verifyCitations}. */
export interface CitationOptions {
  /** Folder that cited paths start from and must stay in. */
  readonly sourceRoot: string | URL
  /** Files and folders below the root that may be cited. Default: all. */
  readonly allow?: readonly string[]
  /** The file that holds the answer, which cannot be its own evidence. Default: none. */
  readonly answerFile?: string
  /** What a text is. Default: JSON where it reads as such, else Markdown. */
  readonly format?: CitationFormat
}

/** Formats of an answer: JSON, a JSON value a line, or Markdown. */
export type CitationFormat = 'json' | 'jsonl' | 'markdown'

/** Larger files are not read: nobody quotes from them, and a string can hold no more than half a gigabyte. */
const MAX_BYTES = 32 * 1024 * 1024
/** Some editors begin a file with it, and JSON may not. */
const BYTE_ORDER_MARK = /^\ufeff/
/** No system has longer paths. */
const LONGEST_PATH = 4096

/**
 * Checks that every citation of an answer is true: the file exists below the root, and the quote stands in the cited lines.
 *
 * In Markdown a citation is a bold `path#L12-L14` or `path:12-14` with the block quote that follows; in JSON an object with
 * `path`, `line` and `line_end` or `lines`, and `quote`. Quotes match in case, with white space folded; `...` leaves out.
 *
 * @param answer - Text, or JSON as a value.
 * @throws {@link InputError} when the root is no folder, or a path in `allow` is not below it.
 * @example
 * ```ts
 * const { verdict, failures } = verifyCitations(answer, { sourceRoot: '.', allow: ['docs'] })
 * ```
 */
export function verifyCitations(answer: unknown, options: CitationOptions): CitationReport {
  const { allow, answerFile, format } = options
  const root = readRoot(options.sourceRoot)
  const allowed = allow?.map(readAllowed) ?? ['']
  const mayCite = (path: string) =>
    allowed.some((start) => start === '' || path === start || path.startsWith(`${start}/`))
  try {
    return checkClaims(numberClaims(readAnswer(answer, format)), folderSources(root, answerFile), mayCite)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return unverifiable('input_unreadable', `expected the answer to be JSON, but it is not (${error.message})`)
  }
}

function readAnswer(answer: unknown, format: CitationFormat | undefined): ReturnType<typeof claimsIn> {
  if (typeof answer !== 'string') return claimsIn(answer)
  const text = answer.replace(BYTE_ORDER_MARK, '')
  if (format === 'json') return claimsIn(JSON.parse(text))
  if (format === 'jsonl') {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.flatMap((line) => claimsIn(JSON.parse(line)))
  }
  const value = format === undefined ? jsonIn(text) : undefined
  return value === undefined ? readMarkdownClaims(text) : claimsIn(value)
}

function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
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
  if (normal !== null) return normal
  throw badInput('verifyCitations', {
    place: 'every path in `allow`',
    expected: 'relative, and below the source root',
    received: path,
  })
}

function folderSources(root: string, answerFile: string | undefined): Sources {
  const answer = answerFile === undefined ? undefined : statOf(answerFile)
  return {
    stat(path) {
      if (path.length > LONGEST_PATH) return 'missing'
      const file = join(root, path)
      const real = realPath(file)
      if (!isInside(root, real)) return 'outside'
      const stat = statOf(file)
      if (stat === undefined) return 'missing'
      // The root is real, so what is not the same is a link or stands below one.
      return real === file ? standingOf(stat, answer) : 'link'
    },
    read(path) {
      try {
        const text = readFileSync(join(root, path), 'utf8')
        return text.includes('\0') ? null : text
      } catch {
        return null
      }
    },
  }
}

function standingOf(stat: Stats, answer: Stats | undefined): Standing {
  // By what is on the disk, for a hard link has another name.
  if (stat.ino === answer?.ino && stat.dev === answer.dev) return 'answer'
  if (!stat.isFile()) return 'no_file'
  return stat.size > MAX_BYTES ? 'too_large' : 'file'
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** As far as it exists, with links resolved. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    const above = dirname(file)
    return above === file ? file : join(realPath(above), relative(above, file))
  }
}

function isInside(root: string, file: string): boolean {
  return file === root || file.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}
