/**
 * Checks input with zod and says in one sentence what is wrong. By convention the message of a schema's own refinement is
 * the phrase after "expected … to be".
 *
 * @module
 */
import { z } from 'zod'
import { badInput, InputError } from './errors.js'
import { nameLine } from './text.js'

/** A whole number from 1; `text` is the phrase after "expected … to be". */
export function wholeNumber(text: string, max: number): z.ZodType<number> {
  return z.number({ error: text }).refine((value) => Number.isInteger(value) && value >= 1 && value <= max, text)
}

/** An object of lists by name; `text` is the phrase after "expected … to be". zod leaves out one named `__proto__` without a word. */
export function namedLists<T>(list: z.ZodType<T>, text: string): z.ZodType<Record<string, T>> {
  const isNamed = (value: unknown) => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__')
  return z
    .unknown()
    .refine(isNamed, 'an object without a group named __proto__')
    .pipe(z.record(z.string(), list, text))
}

/** Timers end at once after more milliseconds than this. */
const LONGEST = 2 ** 31 - 1
/** A time that a timer can wait for. */
export const milliseconds: z.ZodType<number> = wholeNumber(
  `a whole number of milliseconds from 1 to ${LONGEST}`,
  LONGEST,
)

/**
 * @param what - The thing that is checked, for the message: `rubric`, `evals/evalset.json`.
 * @throws {@link InputError} that names the place, what was expected and what came.
 */
export function parseWith<T>(schema: z.ZodType<T>, what: string, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  // A misspelt field is also a missing one; its name says more.
  const issue = result.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? result.error.issues[0]
  if (issue?.code === 'unrecognized_keys') {
    throw unknownField(what, [...issue.path, issue.keys[0] ?? ''], knownKeys(schema, issue.path))
  }
  throw issue ? faultOf(what, issue, input) : badInput(what, { place: 'it', expected: 'valid', received: input })
}

/** What is said of a field that is not known; `path` ends in its name. */
export function unknownField(what: string, path: readonly PropertyKey[], known: readonly string[]): InputError {
  return new InputError(`${what}: there is no ${placeOf(path)}. ${listKnown(String(path.at(-1)), known)}`)
}

/** `Did you mean \`weight\`? Known are \`name\`, \`weight\`.` */
export function listKnown(unknown: string, known: readonly string[]): string {
  const all = `Known are ${[...new Set(known)].map((name) => `\`${name}\``).join(', ')}.`
  return [suggest(unknown, known), all].filter((sentence) => sentence !== undefined).join(' ')
}

/**
 * `Did you mean \`weight\`?`; undefined where no name that is known is like this one.
 *
 * @param most - Letters that may differ at most, where a third of them would be too many.
 */
export function suggest(
  name: string,
  known: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
): string | undefined {
  const near = known
    .map((other) => ({ other, steps: distance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(
      ({ other, steps }) => steps <= Math.min(most, other.length < 4 ? 1 : Math.max(2, Math.floor(other.length / 3))),
    )
    .toSorted((a, b) => a.steps - b.steps)
  return near[0] && `Did you mean \`${near[0].other}\`?`
}

/** A name that was cut is the name. */
function distance(given: string, name: string): number {
  return given.length >= 3 && name.replace(/^-+/, '').startsWith(given.replace(/^-+/, '')) ? 0 : editSteps(given, name)
}

/** Letters to add, leave out or change (Levenshtein 1966). */
function editSteps(a: string, b: string): number {
  // What differs by so much is never near, and a key of a file may be of any length.
  if (Math.abs(a.length - b.length) > b.length) return a.length
  const first = Array.from({ length: b.length + 1 }, (_, j) => j)
  return [...a].reduce((row, letter) => nextRow(row, letter, b), first).at(-1) ?? 0
}

function nextRow(row: readonly number[], letter: string, b: string): number[] {
  const next = [(row[0] ?? 0) + 1]
  for (let j = 1; j <= b.length; j++) {
    const change = b[j - 1] === letter ? 0 : 1
    next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change))
  }
  return next
}

/** Names that a schema knows at a place of its input. */
export function knownKeys(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return knownKeys(schema.unwrap(), path)
  const [key, ...rest] = path
  if (key === undefined) return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  if (schema instanceof z.ZodArray) return knownKeys(schema.element, rest)
  if (schema instanceof z.ZodRecord) return knownKeys(schema.valueType, rest)
  return schema instanceof z.ZodObject ? knownKeys(schema.shape[String(key)], rest) : []
}

/** A key may stand in the field for it, in an address, among variables, and in a judge of the user's own. */
function mayHoldKey(path: readonly PropertyKey[], value: unknown): boolean {
  const [field] = path
  if (path.includes('env')) return true
  if (field === 'baseURL') return typeof value === 'string'
  return field === 'apiKey' || (field === 'judge' && typeof value === 'object' && value !== null)
}

/** One zod issue as an error of this package. */
export function faultOf(what: string, issue: z.core.$ZodIssue, input: unknown, at: object = {}): InputError {
  if (issue.code === 'unrecognized_keys') {
    const place = placeOf([...issue.path, issue.keys[0] ?? ''])
    return badInput(what, { place, expected: 'absent, because no such field is known', received: issue.keys[0], ...at })
  }
  const value = valueAt(input, issue.path)
  return badInput(what, {
    place: placeOf(issue.path),
    expected: expectedBy(issue),
    received: mayHoldKey(issue.path, value) ? '(not shown)' : value,
    ...at,
  })
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) return article(issue.expected)
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid')) {
    return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
  }
  return issue.message
}

function article(type: string): string {
  if (type === 'record') return 'an object'
  if (type === 'nonoptional') return 'given'
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
}

/** A key of a file may be of any length. */
const LONGEST_PLACE = 200

/** `cases[3].id` in back quotes; the whole is "it". */
export function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'it'
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `\`${nameLine(text.replace(/^\./, ''), LONGEST_PLACE)}\``
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
}
