import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fixture, git, openWorkspace, write } from './fixtures.js'

describe('an agent', () => {
  it('may commit, branch, clean up and delete the repository', async () => {
    const ws = await openWorkspace()
    write(ws.path, 'src/app.js', 'const answer = 42\n')
    git(ws.path, 'checkout', '-qb', 'fix')
    git(ws.path, 'commit', '-qam', 'fix')
    expect(await ws.changedFiles()).toEqual(['src/app.js'])
    rmSync(join(ws.path, '.git'), { recursive: true })
    expect(await ws.changedFiles()).toEqual(['src/app.js'])
    writeFileSync(join(ws.path, '.git'), 'gitdir: /nowhere\n')
    expect(await ws.changedFiles()).toEqual(['src/app.js'])
  })

  it('may make repositories inside: their files count, with their own ignore rules', async () => {
    const ws = await openWorkspace()
    write(ws.path, 'lib/a.js', 'a\n')
    write(ws.path, 'lib/.gitignore', 'tmp\n')
    write(ws.path, 'lib/tmp', 'x')
    write(ws.path, 'lib/deep/er/b.js', 'b\n')
    for (const path of ['lib', 'lib/deep', 'src']) git(join(ws.path, path), 'init', '-q')
    git(join(ws.path, 'lib/deep'), 'add', '.')
    git(join(ws.path, 'lib/deep'), '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-qm', 'x')
    rmSync(join(ws.path, 'notes.txt'))
    git(ws.path, 'clone', '-q', 'lib/deep', 'notes.txt')
    write(ws.path, 'src/app.js', 'changed\n')
    const changed = ['lib/.gitignore', 'lib/a.js', 'lib/deep/er/b.js', 'notes.txt', 'notes.txt/er/b.js', 'src/app.js']
    expect(await ws.changedFiles()).toEqual(changed)
    expect(await ws.changedFiles()).toEqual(changed)
    expect(await ws.diff()).not.toContain('Subproject')
  })

  it('may put a repository without commits where a file was', async () => {
    const ws = await openWorkspace()
    rmSync(join(ws.path, 'notes.txt'))
    git(ws.path, 'init', '-q', 'notes.txt')
    write(ws.path, 'notes.txt/new', 'x\n')
    expect(await ws.changedFiles()).toEqual(['notes.txt', 'notes.txt/new'])
    rmSync(join(ws.path, 'notes.txt'), { recursive: true })
    write(ws.path, 'notes.txt', 'one\ntwo\nthree\n')
    expect(await ws.changedFiles()).toEqual([])
  })

  it('cannot have anything run or hidden by what it writes for Git', async () => {
    const ws = await openWorkspace(
      fixture({ 'a.txt': 'one\n', 'b.txt': 'two\n', '.gitattributes': '*.txt text eol=crlf\n' }),
    )
    const trap = join(ws.path, '../TRAPPED')
    const script = join(ws.path, 'trap.sh')
    write(ws.path, 'trap.sh', `#!/bin/sh\ntouch '${trap}'\ncat "$@"\n`)
    execFileSync('chmod', ['+x', script])
    for (const key of [
      'diff.external',
      'core.fsmonitor',
      'filter.x.clean',
      'filter.x.process',
      'diff.x.textconv',
      'diff.x.command',
      'core.pager',
      'core.editor',
      'core.sshCommand',
      'gpg.program',
    ]) {
      git(ws.path, 'config', key, script)
    }
    git(ws.path, 'config', 'filter.x.required', 'true')
    mkdirSync(join(ws.path, '.git/hooks'), { recursive: true })
    for (const hook of ['post-index-change', 'pre-commit', 'fsmonitor-watchman']) {
      writeFileSync(join(ws.path, '.git/hooks', hook), readFileSync(script), { mode: 0o755 })
    }
    write(
      ws.path,
      '.gitattributes',
      '* -diff filter=x ident\n*.txt diff=x working-tree-encoding=UTF-16\n[attr]y binary\n*.js y\n',
    )
    write(ws.path, 'a.txt', 'ONE $Id$\n')
    write(ws.path, 'c.js', 'new\n')
    const diff = await ws.diff()
    expect(diff).toContain('-one\n+ONE $Id$\n')
    expect(diff).toContain('+++ b/c.js\n@@ -0,0 +1 @@\n+new\n')
    expect(await ws.changedFiles()).toEqual(['.gitattributes', 'a.txt', 'c.js', 'trap.sh'])
    expect(existsSync(trap)).toBe(false)
  })

  it('may remove its workspace, of which the error tells', async () => {
    const ws = await openWorkspace()
    rmSync(ws.path, { recursive: true })
    await expect(ws.diff()).rejects.toThrow(/^The agent has removed its workspace, \S+workspace\.$/)
  })

  it.each([
    ['file', 'src/app.js'],
    ['new file', 'new.js'],
    ['folder', 'src'],
    ['new folder', 'new'],
  ])('may close a %s: the error names it, and it is removed all the same', async (_what, name) => {
    // To root nothing is closed.
    if (process.getuid?.() === 0) process.seteuid?.(65_534)
    onTestFinished(() => process.seteuid?.(process.getuid?.() ?? 0))
    const ws = await openWorkspace()
    write(ws.path, 'new/file.js', 'x\n')
    if (name === 'new.js') write(ws.path, name, 'x\n')
    chmodSync(join(ws.path, name), 0)
    await expect(ws.diff()).rejects.toThrow(
      new RegExp(`^The workspace cannot be read, git .*${name}.*Permission denied`),
    )
    await ws.dispose()
    expect(existsSync(ws.path)).toBe(false)
  })

  it('may write huge files, of which the diff says that they are there', { tags: ['long'] }, async () => {
    const ws = await openWorkspace()
    write(ws.path, 'huge.txt', 'a')
    truncateSync(join(ws.path, 'huge.txt'), 50_000_000)
    write(ws.path, 'large.txt', 'line\n'.repeat(4_000_000))
    expect(await ws.diff()).toMatchInlineSnapshot(`
      "diff --git a/huge.txt b/huge.txt
      new file mode 100644
      index 0000000000..3b9da821f2
      Binary files /dev/null and b/huge.txt differ
      diff --git a/large.txt b/large.txt
      new file mode 100644
      index 0000000000..b77c570b2b
      Binary files /dev/null and b/large.txt differ
      "
    `)
    write(ws.path, 'a.txt', 'line\n'.repeat(3_200_000))
    await expect(ws.diff()).rejects.toThrowErrorMatchingInlineSnapshot(
      `[JudgeError: git diff prints more than 16777216 bytes about the workspace. Is there something generated that belongs into .gitignore?]`,
    )
  })
})
