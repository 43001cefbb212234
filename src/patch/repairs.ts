/**
 * What the tolerant reader had to put right, in words.
 *
 * @module
 */

/** Everything that the reader puts right or leaves aside. */
const REPAIRS = {
  crlf: 'CRLF line ends read as LF',
  outside: 'text outside of the hunks left out',
  noGitLine: 'file without a `diff --git` line',
  trimmed: 'hunk without its last context lines',
  counts: 'hunk header with wrong line counts',
  noNumbers: 'hunk header without line numbers',
  noFile: 'hunk without a file name left out',
  sameFile: 'parts of the same file joined',
  bareBlank: 'blank context line without its space',
  bareContext: 'context line without its space',
  glued: 'file header glued to a context line',
  marker: 'leftover conflict marker left out',
  noFinalNewline: 'no newline at the end of the patch',
  mode: 'change of file mode left out',
  binary: 'binary file or submodule not compared',
  rename: 'renamed or copied file read by its new name',
  noPrefix: 'file names without a/ and b/',
  absolute: 'absolute file name made relative',
} as const

/** Name of a repair. */
export type Repair = keyof typeof REPAIRS

/** Lines at which each repair was first needed, and how often. */
export type RepairLog = Map<Repair, { readonly line: number; times: number }>

/** Notes a repair at a line, counted from 1. */
export function noteRepair(log: RepairLog, repair: Repair, line: number): void {
  const seen = log.get(repair)
  if (seen === undefined) log.set(repair, { line, times: 1 })
  else seen.times++
}

/** One sentence a kind of repair, in the order in which they were needed. */
export function describeRepairs(log: RepairLog): string[] {
  return [...log].map(([repair, { line, times }]) => {
    const often = times === 1 ? '' : `, ${times} times`
    return `${REPAIRS[repair]} (line ${line}${often})`
  })
}
