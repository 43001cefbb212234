import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, test, vi } from 'vitest'
import { workspace } from '../../src/agent/workspace.js'
import { fixture, git, openWorkspace } from './fixtures.js'

describe('a fixture', () => {
  it('leaves its own history behind, also below', async () => {
    const folder = fixture()
    git(folder, 'init', '-q')
    git(folder, 'config', 'user.name', 'somebody')
    git(join(folder, 'src'), 'init', '-q')
    const ws = await openWorkspace(folder)
    expect(git(ws.path, 'log', '--format=%s')).toBe('fixture\n')
    expect(git(ws.path, 'config', 'user.name')).toBe('agent\n')
    expect(existsSync(join(ws.path, 'src/.git'))).toBe(false)
    expect(await ws.diff()).toBe('')
  })

  it('has the same commit everywhere, whatever the user and the environment say', async () => {
    const heads = []
    for (const value of ['', 'true']) {
      vi.stubEnv('GIT_DIR', value && '/nowhere')
      vi.stubEnv('GIT_CONFIG_COUNT', value && '1')
      vi.stubEnv('GIT_CONFIG_KEY_0', 'core.autocrlf')
      vi.stubEnv('GIT_CONFIG_VALUE_0', value)
      const ws = await openWorkspace(fixture({ 'a.txt': 'a\r\nb\n', '.gitattributes': '* text=auto\n' }))
      heads.push(git(ws.path, 'rev-parse', 'HEAD'))
      vi.unstubAllEnvs()
    }
    expect(heads[0]).toBe(heads[1])
  })

  it.each<[string, string, string]>([
    ['an absolute link', '/etc', 'link'],
    ['a link that leaves it', '../../x', 'sub/link'],
    ['a link that leaves it by way of another', 'deep/x/y/up/../..', 'out'],
  ])('must not have %s', async (_what, target, name) => {
    const folder = fixture({ 'sub/a': 'a', 'deep/x/y/a': 'a' })
    symlinkSync('../../..', join(folder, 'deep/x/y/up'))
    symlinkSync(target, join(folder, name))
    const left = scratchFolders()
    await expect(workspace(folder)).rejects.toThrow(
      `workspace: expected the link ${name} of the fixture to be relative and to something inside of the fixture, but received "${target}". Put a copy of what it leads to into the fixture.`,
    )
    expect(scratchFolders()).toEqual(left)
  })

  it('may have links to what is not there yet', async () => {
    const folder = fixture({})
    symlinkSync('later', join(folder, 'link'))
    expect(git((await openWorkspace(folder)).path, 'ls-files')).toBe('link\n')
  })

  it('must be a folder that can be copied', async () => {
    const folder = fixture()
    await expect(workspace(join(folder, 'notes.txt'))).rejects.toThrow(
      'workspace: expected the fixture to be a folder (below',
    )
    for (const wrong of [join(folder, 'nothing'), '', new URL('http://localhost/x'), undefined, 3]) {
      await expect(workspace(wrong as string)).rejects.toThrow('workspace: expected the fixture to be a folder (below')
    }
    execFileSync('sh', ['-c', 'mkfifo pipe'], { cwd: folder })
    await expect(workspace(folder)).rejects.toThrow(
      /^The fixture ".+" cannot be copied: pipe is neither a file nor a folder nor a link$/,
    )
  })
})

test('without Git it is said what is missing, and nothing is left', async () => {
  const left = scratchFolders()
  vi.stubEnv('PATH', '/nowhere')
  await expect(workspace(fixture())).rejects.toThrowErrorMatchingInlineSnapshot(
    `[JudgeError: A workspace needs git, 2.29 or later, on the PATH, and git cannot be run: ENOENT.]`,
  )
  vi.unstubAllEnvs()
  expect(scratchFolders()).toEqual(left)
})

function scratchFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => /^vitest-judge-\w{8}-/.test(name) && name.includes(`-${process.pid}-`))
}
