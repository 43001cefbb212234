/**
 * The working tree's difference from a base as what is judged.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { dirname, join, posix, relative } from 'node:path'
import { badInput, JudgeError } from '../errors.js'
import { isEvalFile, isEvalSet, subjectNames } from '../evalset/file-names.js'
import { programEnvironment } from '../process/environment.js'
import { runCommand } from '../process/run-command.js'
import { oneLine } from '../text.js'

/** Most bytes of a diff that are read. */
const OUTPUT_LIMIT = 16 * 1024 * 1024

/** Where and against what. */
export interface WorkingTree {
  /** Absolute path of a folder in the repository. */
  readonly root: string
  /** Branch, tag or commit. */
  readonly base: string
  /** Absolute paths of files and folders that are no part of the change. */
  readonly leftOut: readonly string[]
}

/**
 * A subject that gives every case the same diff: all that differs between the working tree, files that are new to git
 * included, and the commit at which the current branch left `base`. Ignored files and all evals are left out.
 *
 * @throws {@link InputError} when `base` is no commit; {@link JudgeError} when git cannot be asked.
 */
export async function workingTreeSubject(tree: WorkingTree): Promise<() => unknown> {
  const diff = await diffWorkingTree(tree)
  return () => ({ output: '', diff })
}

// Whatever the user's git is set to, it is the form that is read back.
const FORM = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/']

async function diffWorkingTree({ root, base, leftOut }: WorkingTree): Promise<string> {
  const top = (await git(root, ['rev-parse', '--show-toplevel'])).replace(/\n$/, '')
  const start = await findStart(root, base)
  const index = await freshIndex(top)
  try {
    const look = (args: readonly string[]) => git(top, args, index)
    const known = await look(['ls-files', '-z'])
    const fresh = await listFresh(top, index)
    const folders = leftOut.map((folder) => relative(top, folder)).filter((path) => !/^(?:\.\.|$)/.test(path))
    const isLeftOut = whatIsLeftOut([...known.split('\0'), ...fresh], folders)
    const parts = [await diffKnown(top, start, isLeftOut, look)]
    for (const path of fresh.filter((path) => !isLeftOut(path))) parts.push(await diffFresh(top, path))
    return parts.join('')
  } finally {
    await rm(dirname(index), { recursive: true, force: true })
  }
}

/** An index in which no file is marked as one that git need not look at. */
async function freshIndex(top: string): Promise<string> {
  const index = join(await mkdtemp(join(tmpdir(), 'vitest-judge-index-')), 'index')
  await git(top, ['read-tree', 'HEAD'], index)
  return index
}

/** Files that are new to git and not ignored; of a repository in this one all of them. */
async function listFresh(top: string, index?: string): Promise<string[]> {
  const names = await git(top, ['ls-files', '-z', '--others', '--exclude-standard'], index)
  const found: string[] = []
  for (const name of names.split('\0').slice(0, -1)) {
    if (!name.endsWith('/')) found.push(name)
    else found.push(...(await listInside(join(top, name))).map((path) => `${name}${path}`))
  }
  return found
}

async function listInside(repository: string): Promise<string[]> {
  const known = (await git(repository, ['ls-files', '-z'])).split('\0').slice(0, -1)
  return [...known, ...(await listFresh(repository))].filter((path) => existsSync(join(repository, path)))
}

/** What is expected stands in the evals and beside them, so a diff that showed them would pass by itself. */
function whatIsLeftOut(files: readonly string[], folders: readonly string[]): (path: string) => boolean {
  const subjects = new Set(
    files
      .filter(isEvalSet)
      .flatMap((set) => subjectNames(posix.basename(set)).map((name) => posix.join(posix.dirname(set), name))),
  )
  return (path) =>
    isEvalFile(path) || subjects.has(path) || folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** Text that attributes of the tree call binary is shown as text all the same. */
async function diffKnown(
  top: string,
  start: string,
  isLeftOut: (path: string) => boolean,
  look: (args: readonly string[]) => Promise<string>,
): Promise<string> {
  const changed = (await look(['diff', '--numstat', '--no-renames', '-z', start])).split('\0').slice(0, -1)
  const entries = changed.map((entry) => ({
    path: entry.replace(/^[^\t]*\t[^\t]*\t/, ''),
    isBinary: entry.startsWith('-'),
  }))
  const shown = entries.filter(({ path }) => !isLeftOut(path))
  const hidden = shown.filter(({ path, isBinary }) => isBinary && isText(join(top, path))).map(({ path }) => path)
  const others = entries.filter(({ path }) => isLeftOut(path) || hidden.includes(path))
  const but = others.map(({ path }) => `:(exclude,literal)${path}`)
  const parts = [await look(['diff', ...FORM, start, '--', '.', ...but])]
  for (const path of hidden) parts.push(await look(['diff', ...FORM, '--text', start, '--', `:(literal)${path}`]))
  return parts.join('')
}

async function diffFresh(top: string, path: string): Promise<string> {
  const compare = (...more: readonly string[]) =>
    git(top, ['diff', ...FORM, ...more, '--no-index', '--', devNull, path], undefined, DIFFERS)
  const diff = await compare()
  const isHidden = /^Binary files .* differ$/m.test(diff) && isText(join(top, path))
  return isHidden ? await compare('--text') : diff
}

/** As git tells it: no zero byte at its beginning. */
function isText(file: string): boolean {
  try {
    return !readFileSync(file).subarray(0, 8_000).includes(0)
  } catch {
    return false
  }
}

/** The commit at which the current branch left the base; the base itself where they have none in common. */
async function findStart(root: string, base: string): Promise<string> {
  const commit = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${base}^{commit}`]).catch(
    () => null,
  )
  if (commit === null) {
    throw badInput('vitest-judge options', {
      place: '`subject.diff`',
      expected: 'a branch, tag or commit of this repository',
      received: base,
      hint: 'A shallow clone has few of them: in GitHub Actions check out with `fetch-depth: 0`, and name `origin/main`.',
    })
  }
  const common = await git(root, ['merge-base', commit.trimEnd(), 'HEAD']).catch(() => commit)
  return common.trimEnd()
}

/** With `--no-index` git ends with 1 because the files differ. */
const DIFFERS = 1

async function git(cwd: string, args: readonly string[], index?: string, accepted = 0): Promise<string> {
  const { ending, stdout, stderr } = await runCommand({
    program: 'git',
    args: ['-c', 'core.quotePath=off', '-c', 'core.fsmonitor=false', ...args],
    cwd,
    // Its faults are told in the language of ours.
    env: programEnvironment({ LC_ALL: 'C', ...(index !== undefined && { GIT_INDEX_FILE: index }) }),
    outputLimit: OUTPUT_LIMIT,
  })
  const isDone = ending.how === 'exit' && (ending.code === 0 || (ending.code === accepted && stderr === ''))
  if (isDone) return stdout
  if (ending.how === 'not_started')
    throw new JudgeError(`\`subject.diff\` needs git, which cannot be run: ${ending.code}.`)
  if (ending.how === 'output_limit') {
    throw new JudgeError(
      `The working tree differs by more than ${OUTPUT_LIMIT} bytes. Is there something generated that belongs into .gitignore?`,
    )
  }
  throw new JudgeError(`git ${args[0]} failed in ${cwd}: ${oneLine(stderr, 300)}`)
}
