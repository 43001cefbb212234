/**
 * Labelled tasks, checked against the mode that they name before anybody is asked.
 *
 * @module
 */
import { placeOf } from '../check.js'
import { badInput, InputError } from '../errors.js'
import { readProduced } from '../evalset/produced.js'
import { evalCase } from '../modes/eval-case.js'
import type { Mode } from '../modes/mode.js'
import { modeOf } from '../modes/registry.js'
import type { Rating } from '../scoring/kappa.js'
import type { EvalSet } from '../types.js'
import { atLine, type LabelledTask } from './labels.js'
import { type Measure, type Measures, measuresOf } from './measures.js'

/** One thing of a task that people labelled. */
export interface Labelled {
  readonly measure: Measure
  /** Under which it is gathered. */
  readonly name: string
  readonly form: 'boolean' | 'number' | 'string'
  /** Null for the whole. */
  readonly part: string | null
  readonly labels: Readonly<Record<string, Rating>>
}

/** A task that can be judged, and its labels. */
export interface PreparedTask {
  readonly id: string
  readonly threshold: number
  readonly mode: Mode<unknown, unknown, object>
  readonly task: unknown
  /** Characters of what is judged; 0 where that is more than one text. */
  readonly length: number
  readonly labelled: readonly Labelled[]
}

/**
 * @param set - In which cases are looked up.
 * @throws {@link InputError} naming file and line.
 */
export function prepareTasks(tasks: readonly LabelledTask[], file: string, set: EvalSet | null): PreparedTask[] {
  return tasks.map((one) => atLine(file, one.line, () => prepare(one, set)))
}

function prepare(given: LabelledTask, set: EvalSet | null): PreparedTask {
  const { id, threshold } = given
  const { mode, task } = 'case' in given.task ? caseOf(given.task, set) : modeOf(given.task)
  const input = mode.check(task)
  return {
    ...{ id, threshold, mode, task },
    length: lengthOf(input),
    labelled: labelledOf(given, measuresOf(mode.name, input, threshold)),
  }
}

function caseOf(row: LabelledTask['task'], set: EvalSet | null): Pick<PreparedTask, 'mode' | 'task'> {
  const { case: id, produced, ...others } = row
  const [stray] = Object.keys(others)
  if (stray !== undefined) {
    throw new InputError(`there is no ${placeOf([stray])} beside \`case\`. Known are \`case\` and \`produced\`.`)
  }
  if (set === null) throw new InputError('`case` names a case of an eval set. Name its file: --set FILE.')
  const found = set.cases.find((one) => one.id === id)
  if (found === undefined) {
    const ids = set.cases.map((one) => one.id).slice(0, 10)
    throw badInput('the line', { place: '`case`', expected: `a case of the set (${ids.join(', ')})`, received: id })
  }
  const made = readProduced(produced, '`produced`')
  const dimensions = set.rubric.dimensions.filter(
    ({ category }) => category === 'artifact' || made.toolCalls !== undefined,
  )
  return { mode: evalCase as Mode<unknown, unknown, object>, task: { set, case: found, produced: made, dimensions } }
}

function lengthOf(input: unknown): number {
  const { response, produced } = input as { response?: unknown; produced?: { output: string } }
  return produced?.output.length ?? (typeof response === 'string' ? response.length : 0)
}

/** A label of the whole and labels of parts may stand side by side, one rater giving this and another that. */
function labelledOf({ labels }: LabelledTask, measures: Measures): Labelled[] {
  const given = Object.entries(labels).flatMap(([rater, label]): Given[] =>
    typeof label === 'object'
      ? Object.entries(label).map(([part, value]) => ({ rater, part, value }))
      : [{ rater, part: null, value: label }],
  )
  return [...new Set(given.map(({ part }) => part))].map((part) => {
    const own = given.filter((one) => one.part === part)
    return gatherLabels(part, own, measures)
  })
}

/** One label of one rater. */
interface Given {
  readonly rater: string
  readonly part: string | null
  readonly value: Rating
}

function gatherLabels(part: string | null, given: readonly Given[], measures: Measures): Labelled {
  const measure = part === null ? measures.whole : ownOf(measures.parts, part)
  if (measure === null) throw unknownPart(part, measures, given[0]?.value)
  for (const one of given) checkFit(measure, one)
  const labels = Object.fromEntries(
    given.map(({ rater, value }) => [rater, typeof value === 'string' ? (measure.words?.[value] ?? value) : value]),
  )
  const [form = 'string', other] = new Set(given.map(({ value }) => typeof value as Labelled['form']))
  if (other !== undefined) {
    throw badInput('the line', { place: nameOf(part), expected: 'labelled alike by all raters', received: labels })
  }
  return { measure, name: measure.names[form] ?? form, form, part, labels }
}

function ownOf<T>(parts: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(parts, name) ? (parts[name] ?? null) : null
}

function unknownPart(part: string | null, { parts }: Measures, value: unknown): InputError {
  const names = Object.keys(parts).map((name) => `\`${name}\``)
  if (part === null) {
    return badInput('the line', { place: 'the label', expected: `one of parts (${names.join(', ')})`, received: value })
  }
  const known = names.length === 0 ? 'Here only the whole is labelled.' : `Known are ${names.slice(0, 20).join(', ')}.`
  return new InputError(`there is no part ${placeOf([part])} to label. ${known}`)
}

function checkFit({ names, scale, words }: Measure, { rater, part, value }: Given): void {
  const fits =
    names[typeof value as Labelled['form']] !== undefined &&
    (typeof value !== 'number' || scale === undefined || (value >= scale.min && value <= scale.max)) &&
    (typeof value !== 'string' || Object.hasOwn(words ?? {}, value))
  if (fits) return
  const forms = [
    ...(names.boolean === undefined ? [] : ['true, false']),
    ...(names.number === undefined ? [] : [`a number from ${scale?.min} to ${scale?.max}`]),
    ...(names.string === undefined ? [] : [`one of ${Object.keys(words ?? {}).join(', ')}`]),
  ]
  throw badInput(`${rater}'s label`, { place: nameOf(part), expected: forms.join(' or '), received: value })
}

function nameOf(part: string | null): string {
  return part === null ? 'the whole' : placeOf([part])
}
