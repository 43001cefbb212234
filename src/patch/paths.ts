/**
 * File names as patches write them.
 *
 * @module
 */

/** Two names of one file, as plain relative paths. */
export interface FileNames {
  /** Null where the file is new. */
  readonly old: string | null
  /** Null where the file is deleted. */
  readonly new: string | null
  /** The names carried no `a/` and `b/`. */
  readonly bare: boolean
  /** A name started at the root of a disk. */
  readonly absolute: boolean
}

/** Longest path of common systems; what is longer is no name. */
const LONGEST = 4096
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' }

/** Takes Git's C quotes off a name; bytes above 127 are written as octal UTF-8. */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name
  const bytes: number[] = []
  for (const [unit, octal, escaped] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255)
    else bytes.push(...new TextEncoder().encode(escaped === undefined ? unit : (ESCAPES[escaped] ?? escaped)))
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

/** The name in a `---` or `+++` line: without quotes, and without the time that `diff -u` sets after a tab. */
function nameOf(text: string): string | null {
  const name = unquote(text.slice(0, LONGEST).replace(/\t.*$/, '').trim())
  return name === '/dev/null' ? null : name
}

/**
 * Reads the names behind `---` and `+++`. The prefixes `a/` and `b/` (or Git's mnemonic `i/`, `w/`, `c/`, `o/`) are taken
 * off only in pairs, so that a folder named `a` survives.
 *
 * @param old - Text after `--- `.
 * @param next - Text after `+++ `.
 */
export function readNames(old: string, next: string): FileNames {
  const [from, to] = [nameOf(old), nameOf(next)]
  const prefixed = (from === null || /^[aiwco]\//.test(from)) && (to === null || /^[biwco]\//.test(to))
  const [oldName, newName] = prefixed ? [from?.slice(2) ?? null, to?.slice(2) ?? null] : [from, to]
  return {
    old: oldName === null ? null : plainPath(oldName),
    new: newName === null ? null : plainPath(newName),
    bare: !prefixed,
    absolute: [oldName, newName].some((name) => name !== null && /^(?:\/|[A-Za-z]:[\\/])/.test(name)),
  }
}

/** A path without `./` and without a root: `/testbed/a.py` is `testbed/a.py`. */
export function plainPath(path: string): string {
  return path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:\//, '')
    .replace(/^(?:\.?\/)+/, '')
}

/** Reads the names in a `diff --git` line; null where they cannot be told apart. */
export function readGitLine(line: string): FileNames | null {
  const text = line.replace(/^\s*diff --git /, '').trimEnd()
  const quoted = /^("(?:\\.|[^"\\])*"|\S+) ("(?:\\.|[^"\\])*"|\S+)$/.exec(text)
  if (quoted?.[1] !== undefined && quoted[2] !== undefined) return readNames(quoted[1], quoted[2])
  // Names with spaces are not quoted; both halves are equal then, apart from the prefix.
  const middle = text.indexOf(' b/', text.length / 2 - 2)
  return middle === -1 ? null : readNames(text.slice(0, middle), text.slice(middle + 1))
}

/** Folders above the repository that a candidate's names may carry. */
const MOST_FOLDERS = 20

/**
 * The name under which a candidate's file stands in the gold patch. Agents write names that start at the disk's root or
 * inside another folder (`/testbed/src/a.py`), so a longer name that ends in a gold name of two or more parts is that file.
 */
export function alignPath(path: string, goldPaths: ReadonlySet<string>): string {
  let name = path
  for (let folders = 0; folders <= MOST_FOLDERS && name.includes('/'); folders++) {
    if (goldPaths.has(name)) return name
    name = name.slice(name.indexOf('/') + 1)
  }
  return path
}
