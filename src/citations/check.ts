/**
 * The citation gate: does every quote stand where the answer says? (spec/review-matching.md, "Citation gate")
 *
 * @module
 */
import { foldText, oneLine, stripHidden } from '../text.js'
import type { Claim, LineRange } from './claim.js'
import { FoldedLines } from './folded-lines.js'
import { hasQuote, type LeastQuote, proves } from './quote.js'

/**
 * Why a citation does not hold, in the order of the checks; then why there was nothing to check. `usage` comes from the command
 * only.
 */
export type CitationReason =
  | 'invalid_claim'
  | 'quote_required'
  | 'path_outside_source_root'
  | 'path_not_allowed'
  | 'file_not_found'
  | 'symlink_not_allowed'
  | 'line_unresolvable'
  | 'quote_not_found'
  | 'no_falsifiable_claims'
  | 'input_unreadable'
  | 'usage'

/** A citation that does not hold, or why none could be checked. */
export interface CitationFailure {
  /** The first check that failed. */
  readonly reason: CitationReason
  /** What was expected and what is there, in words. */
  readonly message: string
  /** Which citation, such as `claim-3`. */
  readonly claimId?: string
  /** As the answer gives it. */
  readonly path?: string
  /** First cited line. */
  readonly line?: number
  /** As the answer gives it. */
  readonly quote?: string
}

/** What the gate says of an answer. */
export interface CitationReport {
  /** `grounded`: at least one citation, and all of them hold. */
  readonly verdict: 'grounded' | 'unverifiable'
  /** How many citations the answer has. */
  readonly claims: number
  /** In the order of the citations; empty when grounded. */
  readonly failures: readonly CitationFailure[]
}

/**
 * What stands at a path. `outside`: a link on the way leaves the root; `link`: the file or a folder above it is one;
 * `answer`: the file in which the citation itself stands.
 */
export type Standing = 'file' | 'outside' | 'answer' | 'missing' | 'link' | 'no_file' | 'too_large'

/** Where cited files are read from. Paths are relative and normal: neither `.` nor `..` is in them. */
export interface Sources {
  stat(path: string): Standing
  /** The text of a `file`; null where it holds none. */
  read(path: string): string | null
}

type Fault = Pick<CitationFailure, 'reason' | 'message'>

const REFUSED: Readonly<Record<Exclude<Standing, 'file' | 'outside'>, readonly [CitationReason, why: string]>> = {
  answer: ['path_not_allowed', 'is the answer itself, which cannot be its own evidence'],
  missing: ['file_not_found', 'does not exist'],
  link: ['symlink_not_allowed', 'is a symbolic link, or stands below one'],
  no_file: ['file_not_found', 'is no regular file'],
  too_large: ['file_not_found', 'is too large to be read'],
}

/** No system has longer paths, and no project folders so deep. */
const LONGEST_PATH = 4096
const DEEPEST_PATH = 128

/**
 * Checks all claims of an answer. An answer without any is unverifiable.
 *
 * @param mayCite - Of a path that is relative and normal.
 * @param least - What a quote must hold, where it is no whole line.
 */
export function checkClaims(
  claims: readonly Claim[],
  sources: Sources,
  mayCite: (path: string) => boolean,
  least: LeastQuote = 'word',
): CitationReport {
  const gate = new Gate(sources, mayCite, least)
  const failures = claims.flatMap((claim) => gate.check(claim) ?? [])
  return claims.length === 0
    ? unverifiable('no_falsifiable_claims', 'expected at least one citation with a quote, but the answer has none')
    : { verdict: failures.length === 0 ? 'grounded' : 'unverifiable', claims: claims.length, failures }
}

/** A report on an answer without claims that could be checked. */
export function unverifiable(reason: CitationReason, message: string): CitationReport {
  return { verdict: 'unverifiable', claims: 0, failures: [{ reason, message }] }
}

/** The path without `.` and `..`; null when it is absolute or leaves the root. */
export function normalPath(path: string): string | null {
  if (/^(?:[\\/]|[A-Za-z]:)/.test(path)) return null
  const kept: string[] = []
  for (const part of path.split(/[\\/]/)) {
    if (part === '' || part === '.') continue
    if (part !== '..') kept.push(part)
    else if (kept.pop() === undefined) return null
  }
  return kept.join('/')
}

class Gate {
  readonly #sources: Sources
  readonly #mayCite: (path: string) => boolean
  readonly #least: LeastQuote
  readonly #standings = new Map<string, Standing>()
  readonly #files = new Map<string, FoldedLines>()

  constructor(sources: Sources, mayCite: (path: string) => boolean, least: LeastQuote) {
    this.#sources = sources
    this.#mayCite = mayCite
    this.#least = least
  }

  check(claim: Claim): CitationFailure | null {
    const fault = this.#faultOf(claim)
    if (fault === null) return null
    const { id, path, lines, quote } = claim
    return {
      ...fault,
      claimId: id,
      ...(path !== '' && { path }),
      ...(lines !== null && Number.isFinite(lines.first) && { line: lines.first }),
      ...(quote !== '' && { quote }),
    }
  }

  #faultOf({ path, lines, quote }: Claim): Fault | null {
    const name = `"${oneLine(path, 200)}"`
    if (foldText(path) === '') return fault('invalid_claim', 'expected the path of a file, but the citation names none')
    if (path.length > LONGEST_PATH || path.split(/[\\/]/).length > DEEPEST_PATH) {
      const expected = `at most ${LONGEST_PATH} characters and ${DEEPEST_PATH} parts`
      return fault('invalid_claim', `expected a path of ${expected}, but received ${name}`)
    }
    if (foldText(quote) === '') return fault('quote_required', `expected a quote with the citation of ${name}`)
    const normal = normalPath(path)
    const standing = normal === null ? 'outside' : this.#standingOf(normal)
    if (normal === null || standing === 'outside') {
      return fault('path_outside_source_root', `expected a relative path inside the source root, but received ${name}`)
    }
    if (!this.#mayCite(normal)) return fault('path_not_allowed', `${name} is not among the files that may be cited`)
    if (standing === 'file') return this.#quoteFault(normal, lines, quote)
    const [reason, why] = REFUSED[standing]
    return fault(reason, `${name} ${why}`)
  }

  #quoteFault(path: string, range: LineRange | null, quote: string): Fault | null {
    const lines = this.#linesOf(path)
    const name = oneLine(path, 200)
    if (range !== null && !lines.has(range)) {
      const holds = `${lines.count} ${lines.count === 1 ? 'line' : 'lines'} of text`
      return fault('line_unresolvable', `expected ${describe(range)} to be in ${name}, but it holds ${holds}`)
    }
    // Anywhere in a file one letter proves nothing.
    const least = range === null ? 'word' : this.#least
    if (hasQuote(lines.text(range), quote, least) || lines.hasLine(range, quote)) return null
    const where = range === null ? name : `${name}, ${describe(range)}`
    const said = `expected "${oneLine(quote, 200)}" in ${where}`
    if (proves(quote, least)) return fault('quote_not_found', `${said}, but it is not there`)
    return fault('quote_not_found', `${said} to be a whole line, or to hold a word of two letters or digits`)
  }

  #standingOf(path: string): Standing {
    const known = this.#standings.get(path) ?? this.#sources.stat(path)
    this.#standings.set(path, known)
    return known
  }

  #linesOf(path: string): FoldedLines {
    const known = this.#files.get(path) ?? new FoldedLines(linesOf(this.#sources.read(path) ?? ''))
    this.#files.set(path, known)
    return known
  }
}

function describe({ first, last }: LineRange): string {
  if (Number.isNaN(first) || Number.isNaN(last)) return 'the cited lines, which are no numbers such as 12 or 12-14,'
  return first === last ? `line ${first}` : `lines ${first} to ${last}`
}

/** Lines as they are counted in citations: a final line end adds none. */
export function linesOf(text: string): string[] {
  const lines = stripHidden(text.replace(/[\f\v\x85]/g, ' ')).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function fault(reason: CitationReason, message: string): Fault {
  return { reason, message }
}
