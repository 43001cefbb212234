import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { workingTreeSubject } from '../../src/agent/working-tree.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }

/** A repository with one commit on `main`. */
function repository(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'))
  folders.push(folder)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, env, encoding: 'utf8' })
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const commit = () => {
    git('add', '-A')
    git('commit', '-qm', 'x')
  }
  git('init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries(files)) put(name, text)
  commit()
  return { folder, git, put, commit }
}

async function diffOf(root: string, base: string, leftOut: string[] = []): Promise<string> {
  const produced = (await workingTreeSubject({ root, base, leftOut }))() as { output: string; diff: string }
  expect(produced.output).toBe('')
  return produced.diff
}

const changed = (diff: string) => [...diff.matchAll(/^diff --git (.*)$/gm)].map(([, names]) => names)

test('what was committed on the branch, changed since, deleted, and is new to git makes one diff', async () => {
  const { folder, git, put, commit } = repository({
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    'gone.txt': 'c\n',
    '.gitignore': 'out/\n',
  })
  git('checkout', '-qb', 'work')
  put('a.txt', 'a\ncommitted\n')
  commit()
  put('b.txt', 'b\nchanged\n')
  rmSync(join(folder, 'gone.txt'))
  put('new file ü.txt', 'fresh\n')
  put('out/built.js', 'ignored\n')
  const diff = await diffOf(folder, 'main')
  expect(changed(diff)).toEqual([
    'a/a.txt b/a.txt',
    'a/b.txt b/b.txt',
    'a/gone.txt b/gone.txt',
    'a/new file ü.txt b/new file ü.txt',
  ])
  expect(diff).toContain('+committed')
  expect(diff).toContain('+changed')
  expect(diff).toContain('deleted file mode')
  expect(diff).toContain('+fresh')
  expect(git('status', '--porcelain')).toContain('?? "new file')
})

test('what the base got since the branch left it is no change of the branch', async () => {
  const { folder, git, put, commit } = repository({ 'a.txt': 'a\n' })
  git('checkout', '-qb', 'work')
  put('b.txt', 'b\n')
  commit()
  git('checkout', '-q', 'main')
  put('a.txt', 'a\nby others\n')
  commit()
  git('checkout', '-q', 'work')
  expect(changed(await diffOf(folder, 'main'))).toEqual(['a/b.txt b/b.txt'])
})

test('evals are left out wherever they are, and the folders that are named, for they tell what is expected', async () => {
  const { folder, put } = repository({ 'packages/a/src/x.ts': '1\n' })
  put('packages/a/src/x.ts', '2\n')
  put('packages/a/evals/recordings/1.json', 'expected\n')
  put('packages/a/refunds.evalset.json', 'expected\n')
  put('packages/b/evalset.yaml', 'expected\n')
  put('packages/a/refunds.subject.ts', 'expected\n')
  put('packages/b/evalset.subject.mjs', 'expected\n')
  put('packages/b/user.subject.ts', 'a subject of RxJS\n')
  put('packages/b/y.eval.ts', 'expected\n')
  const root = join(folder, 'packages/a')
  expect(changed(await diffOf(root, 'main', [join(root, 'evals'), '/elsewhere', folder]))).toEqual([
    'a/packages/a/src/x.ts b/packages/a/src/x.ts',
    'a/packages/b/user.subject.ts b/packages/b/user.subject.ts',
  ])
})

test('nothing is hidden by a repository inside, by attributes, or by marks in the index', async () => {
  const { folder, git, put } = repository({ 'marked.js': '1\n', 'assumed.js': '1\n', 'called.js': '1\n' })
  put('nest/inner.js', 'SECRET 1\n')
  execFileSync('git', ['init', '-q'], { cwd: join(folder, 'nest'), env })
  git('update-index', '--skip-worktree', 'marked.js')
  git('update-index', '--assume-unchanged', 'assumed.js')
  put('.gitattributes', '*.js binary\n')
  put('marked.js', 'SECRET 2\n')
  put('assumed.js', 'SECRET 3\n')
  put('called.js', 'SECRET 4\n')
  put('fresh.js', 'SECRET 5\n')
  const diff = await diffOf(folder, 'main')
  for (const secret of [1, 2, 3, 4, 5]) expect(diff).toContain(`+SECRET ${secret}\n`)
  expect(git('ls-files', '-v')).toMatch(/^S marked\.js$/m)
})

test("the user's own settings of git do not change the form", async () => {
  const { folder, git, put } = repository({ 'a.txt': 'a\n', '.gitattributes': '*.txt diff=loud\n' })
  git('config', 'diff.noprefix', 'true')
  git('config', 'color.ui', 'always')
  git('config', 'diff.external', 'echo EXTERNAL')
  git('config', 'diff.loud.textconv', 'echo LOUD')
  put('a.txt', 'b\n')
  const diff = await diffOf(folder, 'main')
  expect(diff).toBe(`diff --git a/a.txt b/a.txt
index 7898192..6178079 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-a
+b
`)
})

test('links, empty files and binary files are part of the change', async () => {
  const { folder, put } = repository({ 'a.txt': 'a\n' })
  symlinkSync('a.txt', join(folder, 'link'))
  put('empty', '')
  put('blob.bin', '\0\0')
  const diff = await diffOf(folder, 'HEAD')
  expect(changed(diff)).toEqual(['a/blob.bin b/blob.bin', 'a/empty b/empty', 'a/link b/link'])
  expect(diff).toContain('Binary files')
  expect(diff).toContain('new file mode 120000')
})

test('nothing changed is an empty diff', async () => {
  expect(await diffOf(repository({ 'a.txt': 'a\n' }).folder, 'main')).toBe('')
})

test.each(['nowhere', '--output=x', ''])(
  'a base "%s" that is no commit is an error that says what to do',
  async (base) => {
    const { folder } = repository({ 'a.txt': 'a\n' })
    await expect(diffOf(folder, base)).rejects.toThrow(
      /expected `subject\.diff` to be a branch, tag or commit of this repository, but received .*fetch-depth: 0/,
    )
  },
)

test('a folder outside of any repository is an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tree-'))
  folders.push(folder)
  await expect(diffOf(folder, 'main')).rejects.toThrow(/git rev-parse failed in .*not a git repository/)
})
