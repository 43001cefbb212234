/**
 * Eval sets from JSON, YAML or JSON Lines, checked, with all defaults filled in (spec/eval-sets.md).
 *
 * @module
 */
import type { z } from 'zod'
import { faultOf, knownKeys, placeOf, suggest } from '../check.js'
import { badInput, type InputError, show } from '../errors.js'
import { oneLine } from '../text.js'
import type { CaseRun, EvalCase, EvalSet, SetDimension } from '../types.js'
import { DEFAULT_DIMENSIONS, defaultCategory } from './defaults.js'
import { explainPattern } from './pattern.js'
import { type Place, readSource, type Source, type ValuePath } from './read.js'
import { type RawCase, type RawDimension, type RawSet, setSchema } from './schema.js'

/** An eval set and where its cases stand. */
export interface ParsedSet {
  readonly set: EvalSet
  /** Place of each case's `{` or list item, in the order of `set.cases`. */
  readonly lines: readonly Place[]
}

/**
 * Reads an eval set.
 *
 * A file ending in `.jsonl` holds one case a line; a first line with `version`, `feature` or `rubric` and no `id` is its
 * header, and without one the set is named after the file. Any other file is read as YAML, of which JSON is a subset.
 * A set without `rubric` gets the default dimensions, and the threshold of the gate's settings.
 *
 * @param file - As messages shall show it; its ending decides the format.
 * @throws {@link InputError} naming file, line, column, field, what was expected and what came: the first fault only.
 */
export function parseEvalSet(text: string, file: string): ParsedSet {
  const source = readSource(text, file)
  const checked = setSchema.safeParse(source.value)
  if (!checked.success) throw explainIssue(checked.error, source, file)
  const raw = checked.data
  checkUnique(raw, source, file)
  checkPatterns(raw.cases, source, file)
  return {
    set: {
      version: raw.version,
      feature: raw.feature,
      draft: raw.draft,
      rubric: {
        dimensions: raw.rubric?.dimensions.map(completeDimension) ?? DEFAULT_DIMENSIONS,
        pass_threshold: raw.rubric?.pass_threshold ?? null,
        invert_mode: raw.rubric?.invert_mode ?? 'subtract',
      },
      cases: raw.cases.map((one, index) => completeCase(one, index, source, file)),
    },
    lines: raw.cases.map((_, index) => source.place(['cases', index])),
  }
}

function completeDimension({ name, weight, invert, category, measures }: RawDimension): SetDimension {
  return {
    name,
    weight,
    invert: invert || name === 'hallucination',
    category: category ?? defaultCategory(name),
    ...(measures === undefined ? {} : { measures }),
  }
}

const RUNS: readonly CaseRun[] = ['only', 'skip', 'todo']

function completeCase({ only, skip, todo, ...rest }: RawCase, index: number, source: Source, file: string): EvalCase {
  const given = { only, skip, todo }
  const [run, second] = RUNS.filter((name) => given[name])
  if (second !== undefined) {
    const path = ['cases', index, second]
    const expected = `absent beside \`${run}\`: a case has one of only, skip, todo`
    throw badInput(file, { place: placeOf(path), expected, received: true, ...source.place(path) })
  }
  return { ...rest, ...(run !== undefined && { run }) }
}

function explainIssue(error: z.ZodError, source: Source, file: string): InputError {
  // A misspelt field is also a missing one; its name says more.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0]
  if (issue === undefined) throw error
  const path = issue.path.filter((step) => typeof step !== 'symbol')
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const place = `every field of ${placeOf(path)}`
    const hint = suggest(key, knownKeys(setSchema, path))
    return badInput(file, { place, expected: issue.message, received: key, hint, ...source.place([...path, key]) })
  }
  return faultOf(file, issue, source.value, { ...source.place(path), ...hintFraction(path, source.value) })
}

function hintFraction(path: ValuePath, value: unknown): { hint?: string } {
  if (path.join('.') !== 'rubric.pass_threshold') return {}
  const percent = Number((value as RawSet).rubric?.pass_threshold)
  return percent > 1 && percent <= 100 ? { hint: `For ${percent} % write ${percent / 100}.` } : {}
}

function checkUnique(raw: RawSet, source: Source, file: string): void {
  const check = (names: readonly string[], pathOf: (index: number) => ValuePath, what: string): void => {
    const seen = new Set<string>()
    const index = names.findIndex((name) => seen.size === seen.add(name).size)
    if (index < 0) return
    const path = pathOf(index)
    const expected = `unlike that of every other ${what}`
    throw badInput(file, { place: placeOf(path), expected, received: names[index], ...source.place(path) })
  }
  const dimensions = raw.rubric?.dimensions ?? []
  check(
    dimensions.map(({ name }) => name),
    (index) => ['rubric', 'dimensions', index, 'name'],
    'dimension',
  )
  check(
    raw.cases.map(({ id }) => id),
    (index) => ['cases', index, 'id'],
    'case',
  )
}

function checkPatterns(cases: readonly RawCase[], source: Source, file: string): void {
  for (const [index, { id, expected, must_not }] of cases.entries()) {
    const texts: [string, ValuePath][] = [
      [expected, ['cases', index, 'expected']],
      ...must_not.map((text, entry): [string, ValuePath] => [text, ['cases', index, 'must_not', entry]]),
    ]
    for (const [text, path] of texts) {
      const fault = explainPattern(text)
      if (fault === null) continue
      throw badInput(file, {
        place: placeOf(path),
        expected: 'a regular expression after `re:`',
        received: text,
        hint: `Case ${show(id)}: ${oneLine(fault, 300)}.`,
        ...source.place(path),
      })
    }
  }
}
