/**
 * Checks input with zod and says in one sentence what is wrong. By convention the message of a schema's own refinement is
 * the phrase after "expected … to be".
 *
 * @module
 */
import type { z } from 'zod'
import { badInput, type InputError } from './errors.js'

/**
 * @param what - The thing that is checked, for the message: `rubric`, `evals/evalset.json`.
 * @throws {@link InputError} that names the place, what was expected and what came.
 */
export function parseWith<T>(schema: z.ZodType<T>, what: string, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw issue ? faultOf(what, issue, input) : badInput(what, { place: 'it', expected: 'valid', received: input })
}

/** One zod issue as an error of this package. */
export function faultOf(what: string, issue: z.core.$ZodIssue, input: unknown, at: object = {}): InputError {
  if (issue.code === 'unrecognized_keys') {
    const place = placeOf([...issue.path, issue.keys[0] ?? ''])
    return badInput(what, { place, expected: 'absent, because no such field is known', received: issue.keys[0], ...at })
  }
  return badInput(what, {
    place: placeOf(issue.path),
    expected: expectedBy(issue),
    received: valueAt(input, issue.path),
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

/** `cases[3].id` in back quotes; the whole is "it". */
export function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'it'
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `\`${text.replace(/^\./, '')}\``
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input)
}
