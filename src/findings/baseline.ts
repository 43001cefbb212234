/**
 * Reading a list of known issues.
 *
 * @module
 */
import { z } from 'zod'
import { faultOf, namedLists, placeOf, suggest, unknownField } from '../check.js'
import { badInput } from '../errors.js'
import type { BaselineIssue, Severity } from '../types.js'
import { findPlaces } from './place.js'

const SEVERITIES: readonly string[] = ['critical', 'high', 'medium', 'low'] satisfies Severity[]

const filled = z.string().refine((value) => value.trim() !== '', 'a text that is not empty')
const lineNumber = z.int('a line number from 1').min(1, 'a line number from 1')
const locationSchema = z.strictObject({
  file: filled,
  line: lineNumber.optional(),
  lineEnd: lineNumber.optional(),
})
// Scenario files hold more fields, which are theirs.
const issueSchema = z.object({
  id: filled,
  description: filled,
  location: z.string().optional(),
  locations: z.array(locationSchema).optional(),
})
const flatSchema = issueSchema.extend({ severity: filled })
const groupsSchema = namedLists(z.array(z.unknown(), 'a list of issues'), 'a list of issues or an object of lists')

/** An issue as it stands in the input, and where. */
interface Entry {
  readonly value: unknown
  readonly path: readonly PropertyKey[]
  /** Name of its group, undefined in a flat list. */
  readonly group?: string
}

/**
 * Reads known issues: an object of lists by group, `{ critical: [{ id, description, location? }] }`, or one list with a
 * `severity` each. A group or severity that is none of critical, high, medium and low (in any case) becomes medium and is
 * kept as `category`. Where `locations` is missing it is read from `location`, as far as that names files. Other fields
 * of an issue are ignored, but not those that are nearly called like one which the issue lacks.
 *
 * @throws InputError that names the place, such as `issues.critical[1].id`, when an id is missing or there twice, a
 * description is empty, a field is misspelt or there is no issue at all.
 */
export function readBaseline(input: unknown): BaselineIssue[] {
  const entries = listEntries(input)
  if (entries.length === 0) {
    throw badInput('baseline', { place: '`issues`', expected: 'at least one issue', received: input })
  }
  const issues = entries.map((entry) => readIssue(entry, input))
  checkIds(issues, entries)
  return issues
}

function listEntries(input: unknown): Entry[] {
  if (Array.isArray(input)) return input.map((value: unknown, i) => ({ value, path: [i] }))
  const groups = groupsSchema.safeParse(input)
  if (!groups.success) throw fault(groups.error, input, [])
  return Object.entries(groups.data).flatMap(([group, values]) =>
    values.map((value, i) => ({ value, path: [group, i], group })),
  )
}

function readIssue({ value, path, group }: Entry, input: unknown): BaselineIssue {
  const parsed = (
    group === undefined ? flatSchema : issueSchema.extend({ severity: z.unknown().optional() })
  ).safeParse(value)
  // A misspelt field is often a missing one too, and its name says more.
  checkNames(value, path)
  if (!parsed.success) throw fault(parsed.error, input, path)
  const { id, description, location, severity } = parsed.data
  const locations = (parsed.data.locations ?? findPlaces(location ?? '')).map(({ file, line, lineEnd }) => ({
    file,
    ...(line === undefined ? {} : { line }),
    ...(lineEnd === undefined ? {} : { lineEnd }),
  }))
  return {
    id,
    description,
    ...readSeverity(group ?? String(severity)),
    ...(location === undefined ? {} : { location }),
    ...(locations.length === 0 ? {} : { locations }),
  }
}

function checkNames(value: unknown, path: readonly PropertyKey[]): void {
  const names = Object.keys(Object(value))
  const known = Object.keys(flatSchema.shape)
  const given = new Set(names)
  // Either of them is the place.
  if (given.has('location') || given.has('locations')) given.add('location').add('locations')
  const lacking = known.filter((name) => !given.has(name))
  const misspelt = names.find((name) => !known.includes(name) && suggest(name, lacking, 2) !== undefined)
  if (misspelt !== undefined) throw unknownField('baseline', ['issues', ...path, misspelt], known)
}

function readSeverity(name: string): Pick<BaselineIssue, 'severity' | 'category'> {
  const severity = name.trim().toLowerCase()
  return isSeverity(severity) ? { severity } : { severity: 'medium', category: name }
}

function isSeverity(name: string): name is Severity {
  return SEVERITIES.includes(name)
}

function checkIds(issues: readonly BaselineIssue[], entries: readonly Entry[]): void {
  const seen = new Set<string>()
  issues.forEach(({ id }, i) => {
    if (seen.has(id)) {
      const place = placeOf(['issues', ...(entries[i]?.path ?? []), 'id'])
      throw badInput('baseline', { place, expected: 'an id that no other issue has', received: id })
    }
    seen.add(id)
  })
}

/** The first fault of a parse, with its place in the whole input. */
function fault(error: z.ZodError, input: unknown, path: readonly PropertyKey[]): Error {
  const [issue] = error.issues
  if (!issue) return error
  if (issue.code === 'unrecognized_keys') {
    const place = ['issues', ...path, ...issue.path, issue.keys[0] ?? '']
    return unknownField('baseline', place, Object.keys(locationSchema.shape))
  }
  return faultOf('baseline', { ...issue, path: ['issues', ...path, ...issue.path] }, { issues: input })
}
