/**
 * The two patches as far as they are compared: their fix files, and the code in them.
 *
 * @module
 */
import picomatch from 'picomatch'
import { badInput } from '../errors.js'
import { type CandidateKind, readCandidate } from './candidate.js'
import { classify, isRootScript } from './classify.js'
import { type ChangedCode, readCode } from './code.js'
import { alignPath } from './paths.js'
import { type FilePatch, joinFiles, readLogged, readPatch } from './read.js'
import type { Repair } from './repairs.js'

/** What is compared of a patch. */
export interface Side {
  readonly files: readonly FilePatch[]
  /** One entry a hunk, in the order of the files. */
  readonly code: readonly ChangedCode[]
  /** Comments are compared too, because the gold changes nothing else. */
  readonly withComments: boolean
}

/** The candidate, and what its reading says about it. */
export interface Attempt extends Side {
  readonly kind: CandidateKind
  readonly repairs: readonly string[]
  /** New code in the repository's root. */
  readonly rootScripts: readonly string[]
  /** Why it cannot match, as a sentence. */
  readonly reason?: string
}

/** Tells whether a file is left out by the user's globs. */
type Ignored = (path: string) => boolean

/** What makes a gold patch doubtful, and what should stand there instead. A candidate gets away with it. */
const GOLD_FAULTS: Partial<Record<Repair, string>> = {
  counts: 'a hunk header whose line counts fit the lines below it',
  noNumbers: 'a hunk header with line numbers, such as `@@ -3,7 +3,9 @@`',
  noFile: 'below a `---` and a `+++` line that name the file',
  bareContext: 'a context line that starts with a space',
  marker: 'a line of a diff, not a conflict marker',
  glued: 'a `diff --git` line without a space before it',
}

/** Compiles globs of files to leave out. */
export function readIgnore(globs: readonly string[]): Ignored {
  const bad = globs.find((glob) => typeof glob !== 'string' || glob === '')
  if (bad !== undefined) throw badInput('ignore', { place: 'every entry', expected: 'a glob', received: bad })
  return picomatch([...globs], { dot: true })
}

/**
 * Reads the gold patch.
 *
 * @throws {@link InputError} unless it is a sound unified diff that changes lines of a fix file.
 */
export function readGold(text: string, ignored: Ignored): Side {
  if (typeof text !== 'string')
    throw badInput('gold patch', { place: 'it', expected: 'a unified diff', received: text })
  const { files, log } = readLogged(text)
  for (const [repair, { line }] of log) {
    const expected = GOLD_FAULTS[repair]
    if (expected === undefined) continue
    throw badInput('gold patch', { place: 'the line', expected, received: text.split('\n')[line - 1], line })
  }
  if (files.length === 0) {
    // One short line is mostly the name of the file that was meant to be read.
    const hint = /^\S+\.\w+$/.test(text.trim()) ? { hint: 'That looks like a file name: give its text.' } : {}
    throw badInput('gold patch', {
      place: 'line 1',
      expected: 'the start of a unified diff',
      received: text,
      line: 1,
      ...hint,
    })
  }
  const fix = files.filter((file) => changesLines(file) && !ignored(file.path) && roleInGold(file) === 'fix')
  if (fix.length > 0) return hasCode(sideOf(fix, false)) ? sideOf(fix, false) : sideOf(fix, true)
  throw badInput('gold patch', {
    place: 'it',
    expected:
      'a diff that changes lines of a file other than tests, docs, lock files, build artifacts and ignored ones',
    received: files.map((file) => file.path).join(', '),
  })
}

/** A file that the gold patch adds is part of the fix, even where an agent's would be a script. */
function roleInGold(file: FilePatch): ReturnType<typeof classify> {
  return classify({ path: file.path, kind: 'changed' })
}

/** Reads what an agent handed in, whatever it is. Never throws. */
export function readAttempt(text: string, gold: Side, ignored: Ignored): Attempt {
  const candidate = readCandidate(text)
  const reading = readPatch(candidate.patch)
  const goldPaths = new Set(gold.files.map((file) => file.path))
  const aligned = reading.files.map((file) => ({ ...file, path: alignPath(file.path, goldPaths) }))
  const files = joinFiles(aligned).filter((file) => !ignored(file.path))
  const fix = files.filter((file) => goldPaths.has(file.path) || classify(file) === 'fix')
  const changed = fix.filter(changesLines)
  const reason = changed.length > 0 ? undefined : reasonAgainst(text, files, fix)
  return {
    ...sideOf(changed, gold.withComments),
    kind: candidate.kind,
    repairs: [...candidate.repairs, ...reading.repairs],
    rootScripts: files.filter((file) => isRootScript(file) && !goldPaths.has(file.path)).map((file) => file.path),
    ...(reason === undefined ? {} : { reason }),
  }
}

function reasonAgainst(text: string, files: readonly FilePatch[], fix: readonly FilePatch[]): string {
  if (text.trim() === '') return 'The candidate is empty.'
  if (files.length === 0) return 'The candidate holds no readable change.'
  if (fix.length === 0)
    return 'The candidate changes only tests, docs, scripts, lock files, build artifacts or ignored files.'
  return 'The candidate changes no line of a fix file.'
}

function changesLines(file: FilePatch): boolean {
  return file.hunks.some((hunk) => hunk.lines.some((line) => !line.startsWith(' ')))
}

function hasCode(side: Side): boolean {
  return side.code.some(({ added, removed }) => added.length + removed.length > 0)
}

function sideOf(files: readonly FilePatch[], withComments: boolean): Side {
  const code = files.flatMap((file) => file.hunks.map((hunk) => readCode(hunk, withComments ? '' : file.path)))
  return { files, code, withComments }
}
