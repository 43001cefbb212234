/**
 * Git, with nothing but its defaults: no configuration, hooks, filters or attributes of the user, of the machine, or of the files
 * that it looks at.
 *
 * @module
 */
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { JudgeError } from '../errors.js'
import { programEnvironment } from '../process/environment.js'
import { type Ended, runCommand } from '../process/run-command.js'
import { oneLine } from '../text.js'
import { refuseGitNames } from './git-names.js'

/** The files that Git looks at, and where it keeps what it knows of them. */
export interface Repository {
  readonly gitDir: string
  readonly workTree: string
  readonly signal?: AbortSignal
}

/** How to call it. */
interface GitCall {
  readonly input?: string
  /** Lists of names are bytes, which need not be text. Default `utf8`. */
  readonly encoding?: 'utf8' | 'latin1'
  /** File of the index, where it is not the repository's. */
  readonly index?: string
  /** Objects go into one pack and not into a file each, which is many times faster. */
  readonly packed?: boolean
}

const TIME_LIMIT = 120_000
/** Most bytes that are read of a diff or list. */
const OUTPUT_LIMIT = 16 * 1024 * 1024

/** What is fixed here cannot be different in the repository. The figures make a diff the same everywhere, as recordings need. */
const SETTINGS = [
  'core.abbrev=10',
  `core.attributesFile=${devNull}`,
  'core.autocrlf=false',
  'core.bigFileThreshold=16m',
  'core.compression=0',
  `core.excludesFile=${devNull}`,
  'core.fsmonitor=',
  `core.hooksPath=${devNull}`,
  'core.protectHFS=false',
  'core.protectNTFS=false',
  'core.quotePath=false',
  'core.untrackedCache=false',
  'gc.auto=0',
  'init.defaultBranch=main',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/** What is taken for big goes into a pack. */
const PACKED = ['-c', 'core.bigFileThreshold=1']

const ENVIRONMENT = {
  HOME: devNull,
  XDG_CONFIG_HOME: devNull,
  LC_ALL: 'C',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  ...identity('AUTHOR'),
  ...identity('COMMITTER'),
}

function identity(role: string): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: 'fixture',
    [`GIT_${role}_EMAIL`]: 'fixture@localhost',
    [`GIT_${role}_DATE`]: '2000-01-01T00:00:00Z',
  }
}

/** Wins over every `.gitattributes`: files are taken byte by byte, and whether one is text is seen in it. */
const ATTRIBUTES = '* !diff -text -filter -ident !working-tree-encoding !eol !crlf\n'

/** For the agent, which may commit and has perhaps no set-up of its own. */
const AGENT_CONFIG = '[user]\n\tname = agent\n\temail = agent@localhost\n[commit]\n\tgpgSign = false\n'

/** Makes `.git` in the work tree, with one commit of all that is there and not ignored. */
export async function commitAll(workTree: string, signal?: AbortSignal): Promise<Repository> {
  const repository = { gitDir: join(workTree, '.git'), workTree, ...(signal && { signal }) }
  await git(repository, ['init', '--quiet', '--template=', '--object-format=sha1'])
  await mkdir(join(repository.gitDir, 'info'), { recursive: true })
  await writeFile(join(repository.gitDir, 'info/attributes'), ATTRIBUTES)
  await appendFile(join(repository.gitDir, 'config'), AGENT_CONFIG)
  await git(repository, ['add', '--all'], { packed: true })
  await git(repository, ['commit', '--quiet', '--allow-empty', '--no-verify', '--no-gpg-sign', '--message=fixture'])
  return repository
}

/** The files' own `.gitignore` alone says what is ignored: `info/exclude` stands where an agent may reach it. */
const OTHERS = ['ls-files', '--others', '--exclude-per-directory=.gitignore']

/** Brings the index up to date with the files. What is in repositories of their own counts as files like all others. */
export async function stageAll(repository: Repository): Promise<void> {
  await git(repository, ['add', '--update'])
  const ignored = await list(repository, [...OTHERS, '--ignored', '--directory'])
  await refuseGitNames(repository.workTree, new Set(ignored.map((name) => name.replace(/\/$/, ''))))
  const entries = await list(repository, ['ls-files', '--stage'])
  const links = entries.filter((entry) => entry.startsWith('160000 ')).map((entry) => entry.replace(/^[^\t]*\t/, ''))
  let names = await newFiles(repository)
  for (const link of links) names = names.concat(await inside(repository, link))
  if (names.length === 0) return
  const input = names.map((name) => `${name}\0`).join('')
  await git(repository, ['update-index', '--add', '--replace', '-z', '--stdin'], { input, encoding: 'latin1' })
}

/** Files that Git does not know yet and does not ignore. A repository is listed by its name only, with a slash. */
async function newFiles(repository: Repository, index?: string): Promise<string[]> {
  const names = await list(repository, OTHERS, index)
  let files = names.filter((name) => !name.endsWith('/'))
  for (const name of names.filter((name) => name.endsWith('/'))) {
    files = files.concat(await inside(repository, name.slice(0, -1)))
  }
  return files
}

/** The files of a repository in this one. */
async function inside(repository: Repository, name: string): Promise<string[]> {
  const text = Buffer.from(name, 'latin1').toString()
  if (Buffer.from(text).toString('latin1') !== name) {
    throw new JudgeError(
      `The workspace holds a repository in ${oneLine(text, 200)}, whose name is not UTF-8, so it cannot be looked into.`,
    )
  }
  const workTree = join(repository.workTree, text)
  const files = await newFiles({ ...repository, workTree }, join(repository.gitDir, 'no-index'))
  return files.map((file) => `${name}/${file}`)
}

async function list(repository: Repository, args: readonly string[], index?: string): Promise<string[]> {
  const text = await git(repository, [...args, '-z'], { encoding: 'latin1', ...(index !== undefined && { index }) })
  return text.split('\0').slice(0, -1)
}

/** The unified diff from the commit to the index. */
export function diffOf(repository: Repository): Promise<string> {
  return git(repository, ['diff', '--cached', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', 'HEAD'])
}

/** Names that differ between the commit and the index; of a renamed file both. */
export async function changedIn(repository: Repository): Promise<string[]> {
  const text = await git(repository, ['diff', '--cached', '--name-only', '--no-renames', '-z', 'HEAD'])
  return text.split('\0').slice(0, -1)
}

async function git(repository: Repository, args: readonly string[], call: GitCall = {}): Promise<string> {
  const { gitDir, workTree, signal } = repository
  const { index, packed = false, ...io } = call
  const ended = await runCommand({
    program: 'git',
    args: [
      '-C',
      workTree,
      `--git-dir=${gitDir}`,
      `--work-tree=${workTree}`,
      ...SETTINGS,
      ...(packed ? PACKED : []),
      ...args,
    ],
    cwd: dirname(workTree),
    env: programEnvironment({ ...ENVIRONMENT, ...(index !== undefined && { GIT_INDEX_FILE: index }) }),
    timeLimit: TIME_LIMIT,
    outputLimit: OUTPUT_LIMIT,
    ...(signal && { signal }),
    ...io,
  })
  // A folder that cannot be read and a name that Git refuses are mere warnings to it, but not to who wants to see all.
  const unread = /could not open directory|Ignoring path/.test(ended.stderr)
  if (ended.ending.how === 'exit' && ended.ending.code === 0 && !unread) return ended.stdout
  throw new JudgeError(explain(ended, args[0] ?? ''))
}

function explain({ ending, stderr }: Ended, name: string): string {
  switch (ending.how) {
    case 'not_started':
      return `A workspace needs git, 2.29 or later, on the PATH, and git cannot be run: ${ending.code}.`
    case 'aborted':
      return `The test ended before git ${name} was done in its workspace.`
    case 'time_limit':
      return `git ${name} took more than ${TIME_LIMIT} ms in the workspace. Is there something very large that belongs into .gitignore?`
    case 'output_limit':
      return `git ${name} prints more than ${OUTPUT_LIMIT} bytes about the workspace. Is there something generated that belongs into .gitignore?`
    default:
      return `The workspace cannot be read, git ${name} failed: ${oneLine(stderr, 500)}`
  }
}
