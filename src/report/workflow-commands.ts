/**
 * Remarks as workflow commands, which GitHub Actions takes from what a step prints and shows at the lines of a change.
 *
 * @module
 */
import { stripHidden } from '../text.js'
import { type Annotation, listRemarks, type Remark } from './annotations.js'
import type { RunResults } from './results.js'

/** What else stands in the same log. */
export interface ToldElsewhere {
  /** Vitest's own reporter annotates the errors of red tests. */
  readonly byVitest: boolean
  /** Ids of the red tests. */
  readonly red: ReadonlySet<string>
}

/** GitHub shows no more of one kind and step. */
const MOST = 10

/**
 * One command a line: what nobody else says about a line, and the run's gate where it is closed. Of each kind at most ten; then
 * the last one says how many more there are.
 *
 * @param pathOf - A file as GitHub finds it.
 */
export function workflowCommands(
  results: RunResults,
  told: ToldElsewhere,
  pathOf: (file: string) => string = (file) => file,
): readonly string[] {
  const own = listRemarks(results)
    .filter((remark) => isOurs(remark, told))
    .map(({ annotation }) => ({ ...annotation, path: pathOf(annotation.path) }))
  const { passed, line } = results.gate
  const whole = passed ? [] : [command('error', { title: 'vitest-judge' }, line)]
  const failures = own.filter(({ annotation_level }) => annotation_level === 'failure')
  const warnings = own.filter(({ annotation_level }) => annotation_level === 'warning')
  return [...whole, ...shorten('error', failures, MOST - whole.length), ...shorten('warning', warnings, MOST)]
}

/** A check that failed in a test that is green was expected to. */
function isOurs({ about, toldBy }: Remark, { byVitest, red }: ToldElsewhere): boolean {
  if (toldBy === null) return true
  if (toldBy === 'test') return !byVitest
  const isRed = red.has(toldBy.test_id)
  return isRed ? !byVitest : about === 'open'
}

function shorten(kind: 'error' | 'warning', annotations: readonly Annotation[], most: number): string[] {
  const shown = annotations.length > most ? annotations.slice(0, most - 1) : annotations
  const more = annotations.length - shown.length
  const texts = shown.map(({ path, start_line, title, message }) =>
    command(kind, { file: path, line: `${start_line}`, title }, message),
  )
  return more === 0
    ? texts
    : [...texts, command(kind, { title: 'vitest-judge' }, `… and ${more} more in the results file`)]
}

function command(kind: string, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`)
  return `::${kind} ${list.join(',')}::${escapeData(stripHidden(message))}`
}

/** As the runner of GitHub Actions reads it back. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
