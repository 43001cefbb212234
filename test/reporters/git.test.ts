import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readGit } from '../../reporters/git.js'

const PATH = process.env.PATH ?? ''
const SHA = 'c0ffee'.padEnd(40, '0')
const CI = { GITHUB_SHA: SHA, GITHUB_REF_NAME: 'main' }

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-judge-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Git as it is without any settings of the user. */
function git(folder: string, ...args: string[]): string {
  const user = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'init.defaultBranch=main']
  const env = { PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', [...user, ...args], { cwd: folder, env, encoding: 'utf8' }).trim()
}

function newRepository(): string {
  const folder = newFolder()
  git(folder, 'init', '-q')
  writeFileSync(join(folder, 'a.txt'), 'a')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'first')
  return folder
}

test('commit and branch are those of the repository, also from a folder below its root', () => {
  const folder = newRepository()
  mkdirSync(join(folder, 'evals'))
  const commit = git(folder, 'rev-parse', 'HEAD')
  expect(readGit(join(folder, 'evals'), { PATH, ...CI })).toEqual({
    commit,
    branch: 'main',
    dirty: false,
    folder: 'evals/',
  })
  expect(readGit(folder, { PATH })?.folder).toBe('')
})

test('a changed file makes it dirty, a new one that nobody added does not', () => {
  const folder = newRepository()
  writeFileSync(join(folder, 'results.json'), '{}')
  expect(readGit(folder, { PATH })?.dirty).toBe(false)
  writeFileSync(join(folder, 'a.txt'), 'b')
  expect(readGit(folder, { PATH })?.dirty).toBe(true)
})

test('without a branch checked out there is none', () => {
  const folder = newRepository()
  git(folder, 'checkout', '-q', '--detach')
  expect(readGit(folder, { PATH, ...CI })).toMatchObject({ branch: null, dirty: false })
})

test('a variable that points to another repository is not followed', () => {
  const [one, other] = [newRepository(), newRepository()]
  writeFileSync(join(other, 'a.txt'), 'other')
  git(other, 'commit', '-qam', 'second')
  const env = { PATH, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other }
  expect(readGit(one, env)?.commit).toBe(git(one, 'rev-parse', 'HEAD'))
})

test('no program runs that a repository names', () => {
  const folder = newRepository()
  const trace = join(folder, 'ran')
  git(folder, 'config', 'core.fsmonitor', `touch ${trace}; false`)
  expect(readGit(folder, { PATH })?.dirty).toBe(false)
  expect(() => execFileSync('ls', [trace], { stdio: 'ignore' })).toThrow()
})

test.each<[string, Record<string, string>, unknown]>([
  ['nothing is known', {}, null],
  ['a CI’s variables count', CI, { commit: SHA, branch: 'main', dirty: null }],
  ['a CI’s commit without a branch counts', { GITHUB_SHA: SHA }, { commit: SHA, branch: null, dirty: null }],
  ['a variable that holds no commit does not', { GITHUB_SHA: '$(id)' }, null],
])('outside of a repository %s', (_what, env, expected) => {
  expect(readGit(newFolder(), { PATH, ...env })).toEqual(expected)
})

test('before the first commit, and without git or the folder, nothing is known', () => {
  const folder = newFolder()
  git(folder, 'init', '-q')
  expect(readGit(folder, { PATH })).toBeNull()
  expect(readGit(newRepository(), { PATH: newFolder() })).toBeNull()
  expect(readGit(join(folder, 'is-not-there'), { PATH })).toBeNull()
})
