import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { initCommand } from '../../src/cli/init.js'
import type { Files } from '../support/run-vitest.js'
import { list, makeRepository, manifest, read } from './repositories.js'

const init = (folder: string) => initCommand(folder, false)
const installed = (version: string) => ({
  'node_modules/vitest/package.json': JSON.stringify({ name: 'vitest', version }),
})
// No manifest that can be read, so that one in a folder above is not found either.
const notInstalled = { 'node_modules/vitest/package.json': '' }
const stepsOf = (folder: string) =>
  parse(read(folder, '.github/workflows/evals.yml')).jobs.evals.steps as Record<string, unknown>[]

describe('package managers', () => {
  it.each<[string, Files, string, string[]]>([
    ['npm', { 'package-lock.json': '{}' }, 'npx', ['npm ci', 'npx vitest run evals/']],
    ['npm', {}, 'npx', ['npm install', 'npx vitest run evals/']],
    ['pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm exec', ['pnpm install --frozen-lockfile', 'pnpm exec vitest run evals/']],
    [
      'yarn',
      { 'yarn.lock': '# yarn lockfile v1' },
      'yarn',
      ['yarn install --frozen-lockfile', 'yarn vitest run evals/'],
    ],
    [
      'yarn',
      { 'yarn.lock': '__metadata:\n  version: 8' },
      'yarn',
      ['corepack enable', 'yarn install --immutable', 'yarn vitest run evals/'],
    ],
    ['bun', { 'bun.lock': '{}' }, 'bunx', ['bun install --frozen-lockfile', 'bunx vitest run evals/']],
  ])('%s by %j', async (name, locks, run, commands) => {
    const folder = makeRepository({ 'package.json': manifest(), ...locks })
    const { text } = await init(folder)
    expect(text).toContain(`, ${name}\n`)
    expect(text).toContain(`1. ${run} vitest run evals/`)
    const steps = stepsOf(folder)
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(commands)
    expect(steps.at(-1)?.['env']).toEqual({ VITEST_JUDGE_RECORDINGS: 'replay' })
  })

  it('of several lock files the one counts that `packageManager` names', async () => {
    const locks = { 'package-lock.json': '{}', 'pnpm-lock.yaml': '' }
    const folder = makeRepository({ 'package.json': manifest({ packageManager: 'pnpm@10.2.0' }), ...locks })
    expect((await init(folder)).text).toContain(', pnpm\n')
    expect(stepsOf(folder)[1]).toEqual({ uses: 'pnpm/action-setup@v4' })
  })
})

describe('a package of a monorepo', () => {
  const files = {
    'package.json': JSON.stringify({ private: true, devDependencies: { vitest: '^4.1.0', 'vitest-judge': '^0.1.0' } }),
    'pnpm-lock.yaml': '',
    'packages/my shop/package.json': JSON.stringify({ name: 'shop', type: 'module' }),
    'packages/my shop/src/a.js': '',
  }

  it('gets the files itself, the repository the workflow', async () => {
    const root = makeRepository(files)
    const { text } = await init(join(root, 'packages/my shop/src'))
    expect(text).toContain('The package is in ..: paths start from there, and commands run there.')
    expect(text).toContain('../../.github/workflows/evals.yml  written')
    expect(text).toContain('1. pnpm exec vitest run evals/')
    expect(list(join(root, 'packages/my shop/evals'))).toEqual(['example.evalset.json', 'example.subject.js'])
    const [install, run] = stepsOf(root).filter(({ run }) => run !== undefined)
    expect(install).toEqual({ run: 'pnpm install --frozen-lockfile' })
    expect(run).toMatchObject({ run: 'pnpm exec vitest run evals/', 'working-directory': 'packages/my shop' })
  })

  it('has its shards, and their blobs, in its own folder', async () => {
    const root = makeRepository(files)
    const { text } = await initCommand(join(root, 'packages/my shop'), false, 12)
    expect(text).toContain('evals.yml  written: runs the evals in CI in 12 shards, on recorded replies')
    const { evals, gate } = parse(read(root, '.github/workflows/evals.yml')).jobs
    expect(evals.strategy.matrix.shard).toHaveLength(12)
    const [run, upload] = evals.steps.slice(-2)
    expect(run).toMatchObject({ env: { VITEST_JUDGE_CONCURRENCY: 1 }, 'working-directory': 'packages/my shop' })
    expect(upload.with.path).toBe('packages/my shop/blobs')
    const [download, merge] = gate.steps.slice(-2)
    expect(download.with.path).toBe('packages/my shop/blobs')
    expect(merge['working-directory']).toBe('packages/my shop')
    expect((await initCommand(root, false, 2)).text).toContain(
      'evals.yml  left: it is there already; without it, init writes one with shards',
    )
  })

  it.each([
    ['4.1.12', '../../vitest.config.js       not changed: the tests here use it'],
    ['5.0.1', 'vitest.config.js                   written: with the plugin'],
  ])('with Vitest %s and a config above it says %j', async (version, line) => {
    const root = makeRepository({ ...files, ...installed(version), 'vitest.config.js': 'export default {}\n' })
    expect((await init(join(root, 'packages/my shop'))).text.replace(/ +/g, ' ')).toContain(line.replace(/ +/g, ' '))
    expect(read(root, 'vitest.config.js')).toBe('export default {}\n')
  })
})

describe('nothing is written where', () => {
  it.each<[string, Files, string | RegExp]>([
    ['there is no package', {}, 'There is no package.json in this folder or above it. Make one first: npm init'],
    [
      'package.json has comments',
      { 'package.json': '{\n  // mine\n  "name": "shop"\n}' },
      /package\.json:2:3: expected the text to be JSON/,
    ],
    [
      'an old Vitest is installed',
      { 'package.json': manifest(), 'pnpm-lock.yaml': '', ...installed('4.0.18') },
      'The package has Vitest 4.0.18, but vitest-judge needs 4.1 or later, or 5. Nothing was written. Change it first: pnpm add --save-dev vitest@latest',
    ],
    [
      'an old Vitest is declared',
      { 'package.json': manifest({ devDependencies: { vitest: '^3.2.0' } }), ...notInstalled },
      /^The package has Vitest \^3\.2\.0, but/,
    ],
  ])('%s', async (_what, files, message) => {
    const folder = makeRepository(files)
    const before = list(folder)
    await expect(init(folder)).rejects.toThrow(message)
    expect(list(folder)).toEqual(before)
  })
})

it.each(['^4.0.0', '>=3', 'workspace:*', 'catalog:', '5'])(
  'a declared Vitest %j may be one that is supported',
  async (range) => {
    const folder = makeRepository({ 'package.json': manifest({ devDependencies: { vitest: range } }), ...notInstalled })
    const { text } = await init(folder)
    expect(text).toContain('Found: no Vitest is installed, npm')
    expect(text).toContain('1. npm install --save-dev vitest-judge')
  },
)
