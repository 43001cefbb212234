/**
 * What `swebench` looks for: the facts of an instance's gold patch and problem statement.
 *
 * @module
 */
import { readPatch } from '../patch/read.js'

/** What the criteria compare a response with. */
export interface GoldFacts {
  /** Paths of the changed files. */
  readonly files: readonly string[]
  /** The texts behind `@@` of the hunk headers, one for each hunk that has one. */
  readonly contexts: readonly string[]
  /** Added lines, trimmed, without empty lines and `#` comments. */
  readonly additions: readonly string[]
  /** Removed lines, likewise. */
  readonly deletions: readonly string[]
  /** Key terms of the problem, lower-cased, at most 10. */
  readonly terms: readonly string[]
}

const MOST_TERMS = 10
/** A quote is closed by the next quote of any kind: recorded scores were made so. */
const QUOTED = /[`'"]([^`'"]+)[`'"]/g
const ERROR_NAME = /\b\w+(?:error|exception)\b/g

/** Reads the facts. Anything that is no diff has none. */
export function readGoldFacts(patch: string, problem: string): GoldFacts {
  const { files } = readPatch(patch)
  const lines = files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))
  return {
    files: files.map(({ path }) => path),
    contexts: [...patch.matchAll(/^@@ .*? @@[ \t]*(\S.*)$/gm)].map(([, context = '']) => context),
    additions: changedLines(lines, '+'),
    deletions: changedLines(lines, '-'),
    terms: keyTerms(problem),
  }
}

function changedLines(lines: readonly string[], sign: '+' | '-'): string[] {
  return lines
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(1).trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Quoted strings, then names of errors, each in order of first appearance. */
function keyTerms(problem: string): string[] {
  const text = problem.toLowerCase()
  const quoted = [...text.matchAll(QUOTED)].map(([, term = '']) => term)
  const errors = [...text.matchAll(ERROR_NAME)].map(([term]) => term)
  return [...new Set([...quoted, ...errors])].slice(0, MOST_TERMS)
}
