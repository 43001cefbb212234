/**
 * Eval sets as modules. With it come the parser and the schema, so it is loaded for the first set.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { badInput } from '../errors.js'
import { subjectNames } from '../evalset/file-names.js'
import { type GeneratedModule, generateModule } from '../evalset/module.js'
import { type ParsedSet, parseEvalSet } from '../evalset/parse.js'
import { tagsOf } from '../evalset/tags.js'
import type { VitestJudgeOptions } from '../options.js'
import { trialsOf } from '../set-options.js'
import { refusePassedBy } from './passed-by.js'

/** Sets whose head was read, until their module is made. */
const read = new Map<string, { readonly text: string; readonly parsed: ParsedSet }>()

/** A set's module, and that of its subject where it has one. */
export interface LoadedSet extends GeneratedModule {
  readonly subject: string | null
}

/**
 * Reads an eval set as the source of its module.
 *
 * @throws {@link InputError} with the place of the fault; when there is no subject beside the set and none in the options.
 */
export function loadEvalSet(file: string, root: string, runtime: string, options: LoadOptions): LoadedSet {
  const shown = relative(root, file)
  refusePassedBy(file, shown)
  const text = readFileSync(file, 'utf8')
  const known = read.get(file)
  // The head was wanted a moment ago, and reading a large set takes most of a second.
  read.delete(file)
  const parsed = known?.text === text ? known.parsed : parseEvalSet(text, shown)
  const subject = findSubject(file, shown, parsed.set.feature, options)
  const trials = trialsOf(parsed.set.feature, options)
  const parts = { file: shown, source: file, text, runtime, subject: urlOf(subject, root), trials }
  return { ...generateModule(parsed, parts), subject }
}

/** What there is to know of a set before its module is made. */
export interface SetHead {
  readonly feature: string
  /** Names of its rubric's dimensions. */
  readonly dimensions: readonly string[]
  /** Labels of its cases, as tags. */
  readonly tags: readonly string[]
}

/** Null for a set that cannot be read, which its module says better. */
export function readHead(file: string): SetHead | null {
  try {
    const text = readFileSync(file, 'utf8')
    const parsed = parseEvalSet(text, file)
    read.set(file, { text, parsed })
    const { set } = parsed
    return {
      feature: set.feature,
      dimensions: set.rubric.dimensions.map(({ name }) => name),
      tags: tagsOf(set.cases.flatMap(({ labels }) => labels)),
    }
  } catch {
    return null
  }
}

/** From the root, as Vite writes imports: `--changed` follows no other ones. */
function urlOf(path: string | null, root: string): string | null {
  if (path === null) return null
  const below = relative(root, path)
  return below.startsWith('..') || isAbsolute(below) ? path : `/${below.split(sep).join('/')}`
}

/** Options that change a set's module. */
type LoadOptions = Pick<VitestJudgeOptions, 'sets' | 'subject' | 'trials'>

/** The set's own option wins, then the module beside it, then the option for all; null where it is an option. */
function findSubject(file: string, shown: string, feature: string, options: LoadOptions): string | null {
  const { sets = {}, subject } = options
  if (Object.hasOwn(sets, feature) && sets[feature]?.subject !== undefined) return null
  const { module, expected } = findModule(file)
  if (module !== null || subject !== undefined) return module
  const nearby = readdirSync(dirname(file)).filter((name) => name.includes('.subject.'))
  throw badInput(shown, {
    place: 'the subject beside it',
    expected: `a file \`${expected}\``,
    received: nearby.length === 0 ? undefined : nearby.slice(0, 3).join(', '),
    hint: 'Its default export gets a case and returns what is judged: export default async ({ input }) => await agent(input). Or name a `subject` in the options of vitestJudge().',
  })
}

/** `refund.evalset.json` has `refund.subject.ts`, `evalset.json` has `evalset.subject.ts`. */
function findModule(file: string): { module: string | null; expected: string } {
  const names = subjectNames(basename(file))
  const paths = names.map((name) => join(dirname(file), name))
  return { module: paths.find((path) => existsSync(path)) ?? null, expected: `${names[0]}` }
}
