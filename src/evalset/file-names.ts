/**
 * Which files are evals, by their names alone.
 *
 * @module
 */

/** Globs of eval files, sets included. */
export const EVAL_GLOBS: readonly string[] = [
  '**/*.eval.?(c|m)[jt]s?(x)',
  '**/{evalset,*.evalset}.{json,yaml,yml,jsonl}',
]

const SET_FILE = /(?:^|[\\/])(?:[^\\/?]+\.)?evalset\.(?:jsonl?|ya?ml)$/i
const EVAL_FILE = /\.eval\.[cm]?[jt]sx?$/
const SUBJECT_ENDINGS = ['ts', 'mts', 'js', 'mjs', 'tsx']

/** Whether a path is that of an eval set, also where capitals keep the globs from finding it. */
export function isEvalSet(path: string): boolean {
  return SET_FILE.test(path)
}

/** The path by which the globs find an eval set: its ending in small letters. */
export function smallEnding(path: string): string {
  return path.replace(/evalset\.[^.]+$/i, (ending) => ending.toLowerCase())
}

/** Whether a test file is an eval. */
export function isEvalFile(path: string): boolean {
  return EVAL_FILE.test(path) || isEvalSet(path)
}

/** What the subject of a set may be called, the usual name first: that of `refund.evalset.json` is `refund.subject.ts`. */
export function subjectNames(setName: string): readonly string[] {
  const stem = setName.replace(/\.(?:jsonl?|ya?ml)$/, '')
  const names = [...new Set([stem.replace(/\.evalset$/, ''), stem])].map((name) => `${name}.subject`)
  return names.flatMap((name) => SUBJECT_ENDINGS.map((ending) => `${name}.${ending}`))
}
