/**
 * `vitest-judge create`: a draft eval set from the scenarios of an intent file.
 *
 * @module
 */
import { basename, dirname, join } from 'node:path'
import { badInput, InputError } from '../errors.js'
import { isEvalSet, subjectNames } from '../evalset/file-names.js'
import { type Blank, readIntent } from '../evalset/intent.js'
import { oneLine } from '../text.js'
import { findObstacle, isTaken, readText, writeNew } from './files.js'
import { draftSubject } from './init-files.js'
import { prefersTypeScript } from './init-project.js'

/**
 * Writes the set, and a subject where there is none.
 *
 * @param file - The intent file.
 * @param out - The set's file. Default `evals/<feature>.evalset.json`.
 * @returns What is printed.
 * @throws {@link InputError} when the intent cannot be read, and when the set is there already.
 */
export function createCommand(file: string, out: string | undefined): string {
  const { feature, set, cases, blanks } = readIntent(readText(file), file)
  const target = out ?? join('evals', `${feature}.evalset.json`)
  if (!isEvalSet(target) || !target.endsWith('evalset.json')) {
    throw badInput('--out', { place: 'it', expected: 'a name that ends in `.evalset.json`', received: target })
  }
  if (isTaken(target)) {
    throw new InputError(
      `${target} is there already and is not overwritten. Give another name with --out, or move it away first.`,
    )
  }
  const subject = addSubject(target)
  write(target, `${JSON.stringify(set, null, 2)}\n`)
  return [
    `${target} written: ${cases} draft ${cases === 1 ? 'case' : 'cases'}`,
    subject,
    ...(blanks.length > 0 ? ['', `To fill in, there and in ${file}:`, ...blanks.map(describe)] : []),
    '',
    `Run it with: npx vitest run ${target}`,
    'A draft is scored and blocks nothing; take "draft": true out when its cases are right.',
  ].join('\n')
}

function addSubject(target: string): string {
  const folder = dirname(target)
  const subjects = subjectNames(basename(target)).map((name) => join(folder, name))
  const found = subjects.find(isTaken)
  if (found !== undefined) return `${found} left: it is there already`
  const isTypeScript = prefersTypeScript(folder)
  const subject = subjects.find((name) => name.endsWith(isTypeScript ? '.ts' : '.js')) ?? ''
  write(subject, draftSubject(basename(target), isTypeScript))
  return `${subject} written: it stands in for your agent; ask it there`
}

function describe({ text, lines }: Blank): string {
  const where = lines.length === 0 ? '' : `  ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`
  return `  ${oneLine(text, 100)}${where}`
}

function write(file: string, text: string): void {
  const obstacle = findObstacle(dirname(file))
  if (obstacle !== null) throw new InputError(`Cannot write ${file}: ${obstacle} is no folder.`)
  try {
    writeNew(file, text)
  } catch (error) {
    throw new InputError(`Cannot write ${file}: ${(error as Error).message}`)
  }
}
