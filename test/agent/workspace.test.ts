import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workspace } from '../../src/agent/workspace.js'
import { readPatch } from '../../src/patch/read.js'
import { fixture, git, openWorkspace, write } from './fixtures.js'

describe('a workspace', () => {
  it('is a copy under Git with one commit, and nothing to commit', async () => {
    const ws = await openWorkspace()
    expect(readFileSync(join(ws.path, 'src/app.js'), 'utf8')).toBe('const answer = 41\n')
    expect(git(ws.path, 'log', '--format=%an %s')).toBe('fixture fixture\n')
    expect(git(ws.path, 'status', '--short')).toBe('')
    expect(await ws.diff()).toBe('')
    expect(await ws.changedFiles()).toEqual([])
  })

  it('is gone after its block, and the fixture is as it was', async () => {
    const folder = fixture()
    let path = ''
    {
      await using ws = await workspace(pathToFileURL(folder))
      path = ws.path
      write(path, 'notes.txt', 'changed')
    }
    expect(existsSync(path)).toBe(false)
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('one\ntwo\nthree\n')
  })

  it('can be disposed of twice, and not be read afterwards', async () => {
    const ws = await workspace(fixture())
    await ws.dispose()
    await ws.dispose()
    await expect(ws.diff()).rejects.toThrowErrorMatchingInlineSnapshot(
      `[JudgeError: This workspace has been disposed of; read it before.]`,
    )
  })

  it('may be empty at first', async () => {
    const ws = await openWorkspace(fixture({}))
    write(ws.path, 'new.txt', 'new\n')
    expect(await ws.changedFiles()).toEqual(['new.txt'])
  })

  it('does not hinder others, nor do looks at it each other', { tags: ['long'] }, async () => {
    const folder = fixture()
    const all = await Promise.all(Array.from({ length: 8 }, () => openWorkspace(folder)))
    for (const [index, { path }] of all.entries()) write(path, `${index}.txt`, 'x')
    const changes = await Promise.all(all.flatMap((ws) => [ws.changedFiles(), ws.diff(), ws.changedFiles()]))
    expect(changes.filter(Array.isArray)).toEqual(all.flatMap((_, index) => [[`${index}.txt`], [`${index}.txt`]]))
  })
})

describe('the diff', () => {
  it('has new, deleted, renamed and binary files, and leaves ignored ones out', async () => {
    const ws = await openWorkspace(
      fixture({
        '.gitignore': 'build/\n',
        'build/old.js': 'x',
        a: 'const a = 1\n',
        b: 'bye\n',
        c: '1\n2\n3\n4\n',
        'd.bin': '\0\x01',
      }),
    )
    write(ws.path, 'a', 'const a = 2\n')
    write(ws.path, 'new/file.txt', 'hello\n')
    write(ws.path, 'd.bin', '\0\x02')
    write(ws.path, 'build/new.js', 'generated')
    write(ws.path, 'build/old.js', 'generated')
    rmSync(join(ws.path, 'b'))
    renameSync(join(ws.path, 'c'), join(ws.path, 'moved'))
    expect(await ws.changedFiles()).toEqual(['a', 'b', 'c', 'd.bin', 'moved', 'new/file.txt'])
    expect(await ws.diff()).toMatchInlineSnapshot(`
      "diff --git a/a b/a
      index f36673f63f..35b60d32e6 100644
      --- a/a
      +++ b/a
      @@ -1 +1 @@
      -const a = 1
      +const a = 2
      diff --git a/b b/b
      deleted file mode 100644
      index b023018cab..0000000000
      --- a/b
      +++ /dev/null
      @@ -1 +0,0 @@
      -bye
      diff --git a/d.bin b/d.bin
      index bdc955b7b2..8835708590 100644
      Binary files a/d.bin and b/d.bin differ
      diff --git a/c b/moved
      similarity index 100%
      rename from c
      rename to moved
      diff --git a/new/file.txt b/new/file.txt
      new file mode 100644
      index 0000000000..ce01362503
      --- /dev/null
      +++ b/new/file.txt
      @@ -0,0 +1 @@
      +hello
      "
    `)
  })

  it('follows the files from look to look', async () => {
    const ws = await openWorkspace()
    write(ws.path, 'new.txt', 'x')
    expect(await ws.changedFiles()).toEqual(['new.txt'])
    rmSync(join(ws.path, 'new.txt'))
    write(ws.path, 'notes.txt', 'other')
    expect(await ws.changedFiles()).toEqual(['notes.txt'])
  })

  it('can be read back whatever the names are', async () => {
    const names = [
      'with space',
      'a "quote"',
      'line\nfeed',
      'tab\there',
      'ünïcödé/файл',
      "it's",
      '-rf',
      ':(top)x',
      'back\\slash',
      '#x',
      '{input}',
    ]
    const ws = await openWorkspace(fixture({}))
    for (const name of names) write(ws.path, name, `in ${JSON.stringify(name)}\n`)
    expect(await ws.changedFiles()).toEqual([...names].sort())
    const { files } = readPatch(await ws.diff())
    expect(files).toHaveLength(names.length)
  })

  it('can be applied to the fixture', async () => {
    const folder = fixture({ 'a b': '1\n2\n3\n', 'weg "x"': 'x\n', crlf: 'a\r\nb\r\n', open: 'no line end', ä: 'ä\n' })
    const ws = await openWorkspace(folder)
    write(ws.path, 'a b', '1\nzwei\n3\n')
    rmSync(join(ws.path, 'weg "x"'))
    write(ws.path, 'crlf', 'a\r\nc\r\n')
    write(ws.path, 'open', 'still none')
    write(ws.path, 'neu/ö\n', 'x\n')
    const patch = await ws.diff()
    execFileSync('git', ['apply', '-'], {
      cwd: folder,
      input: patch,
      env: { PATH: process.env.PATH, HOME: folder, GIT_CEILING_DIRECTORIES: join(folder, '..') },
    })
    const read = (path: string, name: string) =>
      existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8') : null
    for (const name of ['a b', 'weg "x"', 'crlf', 'open', 'neu/ö\n'])
      expect(read(folder, name), name).toBe(read(ws.path, name))
  })

  it('keeps names that are no text apart', async () => {
    const ws = await openWorkspace(fixture({}))
    for (const byte of [0xfe, 0xff])
      writeFileSync(Buffer.concat([Buffer.from(`${ws.path}/x`), Buffer.from([byte])]), 'x\n')
    expect(await ws.changedFiles()).toHaveLength(2)
  })

  it('shows links as links, changed kinds and modes', async () => {
    const folder = fixture({ 'lib/a.js': 'a\n', 'run.sh': 'x\n', kind: 'was a file\n', 'dir/x': 'x\n' })
    symlinkSync('lib', join(folder, 'link'))
    const ws = await openWorkspace(folder)
    expect(await ws.diff()).toBe('')
    rmSync(join(ws.path, 'kind'))
    write(ws.path, 'kind/now', 'a folder\n')
    rmSync(join(ws.path, 'dir'), { recursive: true })
    symlinkSync('lib', join(ws.path, 'dir'))
    symlinkSync('/etc/passwd', join(ws.path, 'outside'))
    execFileSync('chmod', ['+x', 'run.sh'], { cwd: ws.path })
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: ws.path })
    expect(await ws.changedFiles()).toEqual(['dir', 'dir/x', 'kind', 'kind/now', 'outside', 'run.sh'])
    expect(await ws.diff()).toContain(
      'new file mode 120000\nindex 0000000000..3594e94c04\n--- /dev/null\n+++ b/outside\n@@ -0,0 +1 @@\n+/etc/passwd',
    )
  })
})
