/**
 * The working tree's difference from a base as what is judged.
 *
 * @module
 */
import { devNull } from 'node:os'
import { relative } from 'node:path'
import { badInput, JudgeError } from '../errors.js'
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
  /** Absolute paths of folders that are no part of the change. */
  readonly leftOut: readonly string[]
}

/**
 * A subject that gives every case the same diff: all that differs between the working tree, files that are new to git
 * included, and the commit at which the current branch left `base`. Ignored files and all evals are left out.
 */
export function workingTreeSubject(tree: WorkingTree): () => Promise<unknown> {
  let diff: Promise<string> | undefined
  return async () => {
    diff ??= diffWorkingTree(tree)
    return { output: '', diff: await diff }
  }
}

// Whatever the user's git is set to, it is the form that is read back.
const FORM = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/']

// What is expected stands in the evals, so a diff that showed them would pass by itself.
const EVALS = ['*.eval.*', 'evalset.*', '*.evalset.*', '*.subject.*'].map((name) => `:(exclude,glob)**/${name}`)

async function diffWorkingTree({ root, base, leftOut }: WorkingTree): Promise<string> {
  const top = (await git(root, ['rev-parse', '--show-toplevel'])).trimEnd()
  const start = await findStart(root, base)
  const folders = leftOut.map((folder) => relative(top, folder)).filter((path) => !/^(?:\.\.|$)/.test(path))
  const paths = ['--', '.', ...folders.map((path) => `:(exclude,literal)${path}`), ...EVALS]
  const tracked = await git(top, ['diff', ...FORM, start, ...paths])
  const untracked = (await git(top, ['ls-files', '-z', '--others', '--exclude-standard', ...paths])).split('\0')
  const added: string[] = []
  for (const path of untracked.filter((name) => name !== '')) {
    // It ends with 1 because the files differ.
    added.push(await git(top, ['diff', ...FORM, '--no-index', '--', devNull, path], [0, 1]))
  }
  return [tracked, ...added].join('')
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

async function git(cwd: string, args: readonly string[], codes: readonly number[] = [0]): Promise<string> {
  const { ending, stdout, stderr } = await runCommand({
    program: 'git',
    args: ['-c', 'core.quotePath=off', ...args],
    cwd,
    env: programEnvironment({}),
    outputLimit: OUTPUT_LIMIT,
  })
  if (ending.how === 'exit' && codes.includes(ending.code)) return stdout
  if (ending.how === 'not_started')
    throw new JudgeError(`\`subject.diff\` needs git, which cannot be run: ${ending.code}.`)
  if (ending.how === 'output_limit') {
    throw new JudgeError(
      `The working tree differs by more than ${OUTPUT_LIMIT} bytes. Is there something generated that belongs into .gitignore?`,
    )
  }
  throw new JudgeError(`git ${args[0]} failed in ${cwd}: ${oneLine(stderr, 300)}`)
}
