/**
 * Where that which is judged comes from, where the options say it: recorded artifacts, the working tree, or a command.
 *
 * @module
 */
import { resolve } from 'node:path'
import { z } from 'zod'
import { type CommandSubjectOptions, commandSubjectSchema, partsOf } from './command-options.js'
import type { WorkingTree } from './working-tree.js'

/**
 * What is judged, as an option: a folder with a recorded artifact for each case (`ID.json` in the form that subjects return, or
 * `ID.md`, `ID.diff` or both), the working tree's difference from a branch, tag or commit, or a command that is run once a case.
 * Relative paths start at the root.
 */
export type SubjectSource = { readonly artifacts: string } | { readonly diff: string } | CommandSubjectOptions

/** The same with absolute paths, as workers get it. */
export type SubjectPlace = { readonly artifacts: string } | WorkingTree | CommandSubjectOptions

const KINDS = '{ artifacts: a folder }, { diff: a branch, tag or commit } or { command: a program and its arguments }'

const text = z.string().min(1)

/** Checks a {@link SubjectSource}. A command's own faults are told as such. */
export const subjectSourceSchema: z.ZodType<SubjectSource> = z.unknown().transform((value, context) => {
  const kind = ['artifacts', 'diff', 'command'].find((name) => Object.hasOwn(Object(value), name))
  const fields = { artifacts: z.strictObject({ artifacts: text }), diff: z.strictObject({ diff: text }) }
  const schema = kind === 'command' ? commandSubjectSchema : kind === undefined ? z.never() : fields[kind as 'diff']
  const read = schema.safeParse(value)
  if (read.success) return read.data as SubjectSource
  const issues = kind === 'command' ? read.error.issues : [{ code: 'custom' as const, message: KINDS, path: [] }]
  for (const issue of issues) context.addIssue(issue as Parameters<typeof context.addIssue>[0])
  return z.NEVER
}) as unknown as z.ZodType<SubjectSource>

/**
 * @param root - Absolute path that relative ones start from.
 * @param leftOut - Absolute paths of files and folders that are no part of a change.
 */
export function placeOf(source: SubjectSource, root: string, leftOut: readonly string[]): SubjectPlace {
  if ('artifacts' in source) return { artifacts: resolve(root, source.artifacts) }
  if ('diff' in source) return { root, base: source.diff, leftOut }
  const { command, cwd, workspace } = source
  const [program, ...args] = partsOf(command)
  return {
    ...source,
    // What is no path is looked up on the PATH.
    command: [/[/\\]/.test(program) ? resolve(root, program) : program, ...args],
    ...(workspace === undefined ? { cwd: resolve(root, cwd ?? '.') } : { workspace: resolve(root, workspace) }),
  }
}
