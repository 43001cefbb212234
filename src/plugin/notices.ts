/**
 * What a run tells beside its tables: what was not judged and why, and options that name nothing.
 *
 * @module
 */
import { resolve } from 'node:path'
import type { TestModule } from 'vitest/node'
import type { Planned } from '../broker/ledger.js'
import { isEvalFile } from '../evalset/file-names.js'
import { ALL_SKIPPED } from '../evalset/gate.js'
import { listNames } from '../evalset/reasons.js'
import type { VitestJudgeOptions } from '../options.js'
import { oneLine, showCount } from '../text.js'
import { PRICES_AS_OF } from '../usage.js'
import { findEvals } from './eval-files.js'

/** Paths that can only mean evals. */
export const EVAL_PATH: RegExp = /(?:^|[\\/.])(?:evals?|evalset)(?:[\\/.:]|$)/

/** The folder of evals itself. */
export const EVALS_FOLDER: RegExp = /(?:^|[\\/])evals[\\/]?$/

/** What was asked for, and what was found. */
export interface Found {
  readonly root: string
  /** Only what has changed was asked for. */
  readonly changed: boolean
  readonly filters: readonly string[]
  /** The options of each project. */
  readonly projects: readonly VitestJudgeOptions[]
  /** Names of all eval sets, those of other shards included, and of their dimensions. */
  readonly features: ReadonlySet<string>
  readonly dimensions: ReadonlySet<string>
}

/** A shard without test files is no error where there are evals. */
export function noteEmptyShard({ length }: readonly TestModule[], found: number): string[] {
  return length === 0 ? [`no test file is left for this shard: there are ${found} in all.`] : []
}

/** Evals were asked for, and none ran. */
export function noteMissing(modules: readonly TestModule[], { root, changed, filters, projects }: Found): string[] {
  const asked = filters.filter((filter) => EVAL_PATH.test(filter))
  if (modules.some(({ moduleId }) => isEvalFile(moduleId))) return []
  if (filters.length === 0 && modules.length === 0) {
    return ['evals run only when a path is given: npx vitest run evals/']
  }
  if (asked.length === 0) return []
  const isOff = projects.every(({ enabled }) => enabled === false)
  if (changed) return [`no eval has changed below ${asked.join(', ')}; nothing was judged.`]
  const left = isOff ? [] : asked.flatMap((filter) => findEvals(resolve(root, filter)))
  if (left.length > 0) {
    return [
      `${listNames(left)} ${left.length === 1 ? 'is' : 'are'} below ${asked.join(', ')} and no eval of this run: look at \`root\`, \`dir\`, \`exclude\` and \`projects\` of the Vitest config, and at the name (evalset.json, NAME.evalset.json, NAME.eval.ts).`,
    ]
  }
  const why = isOff ? 'evals are off (enabled: false)' : 'no eval set or eval file was found'
  return [`${why} for ${asked.join(', ')}; nothing was judged.`]
}

/** What the options say of single sets, where it is not seen in a table. */
export function noteSets(found: Found): string[] {
  const { filters, projects, features } = found
  const named = projects.flatMap(({ sets = {} }) => Object.entries(sets))
  const off = named.flatMap(([name, { enabled }]) => (enabled === false && features.has(name) ? [name] : []))
  const isWhole = filters.length > 0 && filters.every((filter) => EVALS_FOLDER.test(filter))
  return [
    ...list('not judged, because their sets are off (enabled: false)', off),
    ...(isWhole ? noteUnknown(found) : []),
  ]
}

/** A name that is mistyped would be without effect. Only a whole run knows all names. */
function noteUnknown({ projects, features, dimensions }: Found): string[] {
  const sets = projects.flatMap((options) => Object.keys(options.sets ?? {}))
  const advisory = projects.flatMap(({ gate, sets = {} }) =>
    [gate, ...Object.values(sets).map((set) => set.gate)].flatMap((rule) => rule?.advisory ?? []),
  )
  const isNeither = (name: string) => !features.has(name) && !dimensions.has(name)
  const isBoth = (name: string) => features.has(name) && dimensions.has(name)
  return [
    ...list(
      'the option `sets` names what is no eval set here',
      sets.filter((name) => !features.has(name)),
    ),
    ...list('`gate.advisory` names what is no eval set and no dimension here', advisory.filter(isNeither)),
    ...list('`gate.advisory` names what is an eval set and a dimension, and holds for both', advisory.filter(isBoth)),
  ]
}

function list(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${listNames([...new Set(names)])}`]
}

/** A set of which nothing runs is green, and stands in no table. */
export function noteSkipped({ children }: TestModule): string[] {
  const tests = [...children.allTests()]
  const gate = tests.find((test) => (test.result() as { note?: string }).note === ALL_SKIPPED)
  if (gate === undefined) return []
  const { length } = tests.filter((test) => test !== gate)
  const feature = gate.parent.type === 'suite' ? oneLine(gate.parent.name, 60) : ''
  return [`${feature}: ${length} ${length === 1 ? 'case' : 'cases'} skipped, nothing judged.`]
}

/** What a run would cost. The answers' length is a guess; the prompts are the very ones. */
export function describePlan({ requests, input, output, usd }: Planned): string {
  const price =
    usd === null ? 'at a price that is not known' : `about ${usd.toFixed(4)} USD (prices of ${PRICES_AS_OF})`
  return `dry run, nobody was asked: ${requests} requests with about ${showCount(input)} tokens in and ${showCount(output)} out, ${price}.`
}
