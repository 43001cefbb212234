/**
 * Recorded artifacts as what is judged: a folder with files named after the cases.
 *
 * @module
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { badInput } from '../errors.js'
import { leavesFolder } from '../process/inside.js'
import type { EvalCase } from '../types.js'

/** Endings of files, by what they hold. */
const KINDS = {
  /** All that a subject returns. */
  whole: ['.json'],
  /** The output alone. */
  output: ['.md', '.txt'],
  /** The diff alone. */
  diff: ['.diff', '.patch'],
} as const

type Kind = keyof typeof KINDS

/**
 * A subject that reads what was recorded: for case `late` either `late.json`, in the form that subjects return, or `late.md`
 * (or `.txt`) with the output, `late.diff` (or `.patch`) with the diff, or both of these.
 *
 * A file belongs to a case when its name is the case's id, or the id as `encodeURIComponent` writes it. Ids are compared
 * with the names that are there and never become paths.
 *
 * @param folder - Absolute path.
 * @throws {@link InputError} when the folder cannot be read.
 */
export async function artifactSubject(folder: string): Promise<(evalCase: EvalCase) => Promise<unknown>> {
  const names = await listFiles(folder)
  return async ({ id }) => {
    const own = names.filter((name) => belongsTo(parse(name).name, id))
    const read = async (kind: Kind) => readOnly(folder, id, own, kind)
    const [whole, output, diff] = [await read('whole'), await read('output'), await read('diff')]
    if (whole !== null && output === null && diff === null) return parseWhole(whole.text, join(folder, whole.name))
    if (whole === null && (output !== null || diff !== null)) {
      return { output: output?.text ?? '', ...(diff !== null && { diff: diff.text }) }
    }
    throw explainFiles(folder, id, own)
  }
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  } catch (error) {
    throw badInput('recorded artifacts', {
      place: 'the folder of `subject.artifacts`',
      expected: 'a folder that can be read',
      received: folder,
      hint: (error as Error).message,
    })
  }
}

function belongsTo(stem: string, id: string): boolean {
  const [name, wanted] = [stem.normalize('NFC'), id.normalize('NFC')]
  return name === wanted || name === encodeURIComponent(wanted)
}

async function readOnly(folder: string, id: string, own: readonly string[], kind: Kind) {
  const endings: readonly string[] = KINDS[kind]
  const [name, second] = own.filter((file) => endings.includes(parse(file).ext))
  if (name === undefined) return null
  if (second !== undefined) throw explainFiles(folder, id, own)
  const file = join(folder, name)
  if (leavesFolder(folder, file)) {
    throw badInput(`recorded artifact of case ${JSON.stringify(id)}`, {
      place: file,
      expected: 'a file of that folder',
      received: 'a link that leads out of it',
    })
  }
  return { name, text: await readFile(file, 'utf8') }
}

function parseWhole(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw badInput(file, {
      place: 'the recorded artifact',
      expected: 'JSON of the form { output, diff?, toolCalls?, usage? }',
      received: text.slice(0, 40),
      hint: `${(error as Error).message}.`,
    })
  }
}

function explainFiles(folder: string, id: string, own: readonly string[]): Error {
  return badInput(`recorded artifact of case ${JSON.stringify(id)}`, {
    place: `what is in ${folder}`,
    expected: 'either ID.json, or ID.md (.txt), ID.diff (.patch) or both',
    received: own.length === 0 ? undefined : own.join(', '),
    hint: own.length === 0 ? 'Record the agent once more, or skip the case.' : 'Only one of them can be meant.',
  })
}
