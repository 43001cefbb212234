import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scratchFolder } from '../../src/process/scratch-folder.js'

vi.setConfig({ testTimeout: 60_000 })

/** Lets another process make a folder with something in it, and end. */
function makeElsewhere(temporary: string, end: string): string {
  const module = pathToFileURL(join(import.meta.dirname, '../../dist/src/process/scratch-folder.js')).href
  const script = `import(${JSON.stringify(module)}).then(async ({ scratchFolder }) => {
    const { path } = await scratchFolder()
    require('node:fs').mkdirSync(path + '/full/of', { recursive: true })
    require('node:fs').writeFileSync(path + '/full/of/files', 'x')
    require('node:fs').writeSync(1, path)
    ${end}
  })`
  const env = { PATH: process.env.PATH ?? '', TMPDIR: temporary }
  return spawnSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }).stdout
}

function newTemporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scratch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a folder is removed with all that is in it, also what is closed for writing', async () => {
  const { path, remove } = await scratchFolder()
  mkdirSync(join(path, 'cache/module'), { recursive: true })
  writeFileSync(join(path, 'cache/module/file'), 'x')
  for (const name of ['cache/module/file', 'cache/module', 'cache']) chmodSync(join(path, name), 0o400)
  await remove()
  expect(existsSync(path)).toBe(false)
  await remove()
})

test.each(['process.exit(1)', 'throw new Error()', ''])('it goes with its process, which ends so: %s', (end) => {
  const temporary = newTemporary()
  expect(makeElsewhere(temporary, end)).toContain('vitest-judge-')
  expect(readdirSync(temporary)).toEqual([])
})

test('what a killed process left behind goes with the next folder, and nothing else', async () => {
  const temporary = newTemporary()
  const left = makeElsewhere(temporary, `process.kill(process.pid, 'SIGKILL')`)
  expect(existsSync(join(left, 'full/of/files'))).toBe(true)
  const [, machine = ''] = /vitest-judge-(\w+)-/.exec(left) ?? []
  const pid = /-(\d+)-\w+$/.exec(left)?.[1]
  const others = [
    `vitest-judge-${machine}-${process.pid}-abcdef`,
    `vitest-judge-00000000-${pid}-abcdef`,
    `vitest-judge-${machine}-${pid}`,
    'vitest-judge-xyz',
  ]
  for (const name of others) mkdirSync(join(temporary, name))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { remove } = await scratchFolder()
  await remove()
  expect(readdirSync(temporary).sort()).toEqual(others.sort())
})
