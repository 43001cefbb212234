/**
 * Which files are evals, and eval sets as modules.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { badInput } from '../errors.js'
import { type GeneratedModule, generateModule } from '../evalset/module.js'
import { parseEvalSet } from '../evalset/parse.js'

/** Globs of eval files, sets included. */
export const EVAL_GLOBS: readonly string[] = [
  '**/*.eval.?(c|m)[jt]s?(x)',
  '**/{evalset,*.evalset}.{json,yaml,yml,jsonl}',
]

const SET_FILE = /(?:^|[\\/])(?:[^\\/?]+\.)?evalset\.(?:jsonl?|ya?ml)$/
const EVAL_FILE = /\.eval\.[cm]?[jt]sx?$/
const NEVER = /(?:^|[\\/])(?:dist|fixtures|__fixtures__)[\\/]/
const SUBJECT_ENDINGS = ['ts', 'mts', 'js', 'mjs', 'tsx']

/** `raw` keeps Vite's own JSON plugin away. */
const QUERY = '?evalset&raw'

/** Whether a test file is an eval; what lies under `dist` or `fixtures` of the project never is. */
export function isEvalFile(path: string): boolean {
  return EVAL_FILE.test(path) || SET_FILE.test(path)
}

/** Whether an eval file is a build product or a fixture. */
export function isLeftOut(path: string, root: string): boolean {
  return isEvalFile(path) && NEVER.test(relative(root, path))
}

/** The id of an eval set as a module, or null for any other id. */
export function evalSetId(id: string, importer: string | undefined, root: string): string | null {
  const [path = '', query] = id.split('?')
  // An import of the set as data is left to Vite. Test files are asked for by nobody, or by Vite's stand-in for that.
  const isEntry = importer === undefined || importer === join(root, 'index.html')
  const wanted = query === undefined ? isEntry : `?${query}` === QUERY
  if (!wanted || !SET_FILE.test(path)) return null
  return (isAbsolute(path) && existsSync(path) ? path : join(root, path)) + QUERY
}

/** The file of an eval set's module, or null for any other id. */
export function evalSetFile(id: string): string | null {
  return id.endsWith(QUERY) ? id.slice(0, -QUERY.length) : null
}

/**
 * Reads an eval set as the source of its module.
 *
 * @throws {@link InputError} with the place of the fault; when there is no subject beside the set.
 */
export function loadEvalSet(file: string, root: string, runtime: string): GeneratedModule {
  const text = readFileSync(file, 'utf8')
  const shown = relative(root, file)
  const parsed = parseEvalSet(text, shown)
  return generateModule(parsed, { file: shown, source: file, text, runtime, subject: findSubject(file, shown) })
}

/** `refund.evalset.json` has `refund.subject.ts`, `evalset.json` has `evalset.subject.ts`. */
function findSubject(file: string, shown: string): string {
  const stem = basename(file).replace(/\.(?:jsonl?|ya?ml)$/, '')
  const names = [...new Set([stem.replace(/\.evalset$/, ''), stem])].map((name) => `${name}.subject`)
  const folder = dirname(file)
  for (const name of names) {
    const found = SUBJECT_ENDINGS.map((ending) => join(folder, `${name}.${ending}`)).find((path) => existsSync(path))
    if (found !== undefined) return found
  }
  const nearby = readdirSync(folder).filter((name) => name.includes('.subject.'))
  throw badInput(shown, {
    place: 'the subject beside it',
    expected: `a file \`${names[0]}.ts\``,
    received: nearby.length === 0 ? undefined : nearby.slice(0, 3).join(', '),
    hint: 'Its default export gets a case and returns what is judged: export default async ({ input }) => await agent(input).',
  })
}
