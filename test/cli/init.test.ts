import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { initCommand } from '../../src/cli/init.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { type Files, write } from '../support/run-vitest.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A repository outside of this one, for `init` looks upwards. */
function makeRepository(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'init-'))
  folders.push(folder)
  mkdirSync(join(folder, '.git'))
  write(folder, files)
  return folder
}

const manifest = (fields: object = {}) =>
  JSON.stringify({
    name: 'shop',
    type: 'module',
    devDependencies: { vitest: '^4.1.0', 'vitest-judge': '^0.1.0' },
    ...fields,
  })
const installed = (version: string) => ({
  'node_modules/vitest/package.json': JSON.stringify({ name: 'vitest', version }),
})
// No manifest that can be read, so that one in a folder above is not found either.
const notInstalled = { 'node_modules/vitest/package.json': '' }
const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
const list = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).toSorted()
const init = (folder: string) => initCommand(folder, false)
const stepsOf = (folder: string) =>
  parse(read(folder, '.github/workflows/evals.yml')).jobs.evals.steps as Record<string, unknown>[]

describe('what is there stays as it is', () => {
  const own = {
    'vitest.config.js': `import { vitestJudge } from 'vitest-judge/plugin'\nexport default { plugins: [vitestJudge()] }\n`,
    'evals/example.evalset.json': '{}',
    'evals/example.subject.mjs': '',
    '.gitignore': '/evals/results\n',
    '.github/workflows/evals.yml': 'name: mine\n',
  }

  it('file by file, and a second run changes nothing', async () => {
    const folder = makeRepository({ 'package.json': manifest(), ...own })
    const before = list(folder)
    const { text, code } = await init(folder)
    expect(code).toBe(0)
    expect(text.match(/ left: /g)).toHaveLength(5)
    expect(list(folder)).toEqual(before)
    for (const [file, content] of Object.entries(own)) expect(read(folder, file)).toBe(content)
  })

  it('where there are evals already, no example is added', async () => {
    const folder = makeRepository({ 'package.json': manifest(), 'evals/shop/refunds.evalset.json': '{}' })
    expect((await init(folder)).text).toContain(
      'evals                        left: it has evals already (shop/refunds.evalset.json), so there is no example',
    )
    expect(existsSync(join(folder, 'evals/example.evalset.json'))).toBe(false)
  })

  it('a dry run writes nothing, and says the same', async () => {
    const folder = makeRepository({
      'package.json': manifest(),
      'vite.config.js': 'export default {}\n',
      '.gitignore': 'dist',
    })
    const before = list(folder)
    const { text } = await initCommand(folder, true)
    expect(text.match(/would be written/g)).toHaveLength(3)
    expect(text.match(/would be changed/g)).toHaveLength(2)
    expect(list(folder)).toEqual(before)
    expect(read(folder, '.gitignore')).toBe('dist')
  })
})

it.each([
  ['', 'evals/results/\n'],
  ['dist', 'dist\nevals/results/\n'],
  ['dist\r\n', 'dist\r\nevals/results/\r\n'],
])('.gitignore %j becomes %j', async (before, after) => {
  const folder = makeRepository({ 'package.json': manifest(), '.gitignore': before })
  await init(folder)
  expect(read(folder, '.gitignore')).toBe(after)
})

it.each<[string, string, Files]>([
  ['vitest.config.js', 'evals/example.subject.js', { 'package.json': manifest() }],
  ['vitest.config.mjs', 'evals/example.subject.js', { 'package.json': manifest({ type: undefined }) }],
  ['vitest.config.ts', 'evals/example.subject.ts', { 'package.json': manifest(), 'tsconfig.json': '{}' }],
  [
    'vitest.config.mts',
    'evals/example.subject.ts',
    { 'package.json': `\uFEFF${manifest({ type: 'commonjs', dependencies: { typescript: '7' } })}` },
  ],
])('without a config it writes %s and %s', async (config, subject, files) => {
  const folder = makeRepository(files)
  await init(folder)
  expect(read(folder, config)).toContain('plugins: [vitestJudge()]')
  expect(read(folder, subject)).toContain('export default async function produce(')
  expect(parseEvalSet(read(folder, 'evals/example.evalset.json'), 'x.json').set.cases).toHaveLength(2)
})

test('of several configs the one is changed that Vitest reads', async () => {
  const configs = Object.fromEntries(
    ['vite.config.ts', 'vitest.config.mjs', 'vitest.config.mts'].map((name) => [name, 'export default {}\n']),
  )
  const folder = makeRepository({ 'package.json': manifest(), ...configs })
  await init(folder)
  const changed = Object.keys(configs).filter((name) => read(folder, name).includes('vitestJudge'))
  expect(changed).toEqual(['vitest.config.mts'])
})

test('where the config is not certain, the lines are shown and the rest is done', async () => {
  const folder = makeRepository({
    'package.json': manifest(),
    'vite.config.cts': 'module.exports = { test: { projects: [] } }\n',
  })
  const { text, code } = await init(folder)
  expect(code).toBe(0)
  expect(text).toContain(`not changed: it has projects, so the plugin goes into each project that has evals
    Add to it:
      const { vitestJudge } = require('vitest-judge/plugin')
      plugins: [vitestJudge()]`)
  expect(text).toContain('1. npm install --save-dev @types/node\n  2. add the lines above to vite.config.cts\n')
  expect(existsSync(join(folder, 'evals/example.evalset.json'))).toBe(true)
})

test('a config that is a link stays one', async () => {
  const folder = makeRepository({ 'package.json': manifest(), 'shared/config.js': 'export default {}\n' })
  symlinkSync('shared/config.js', join(folder, 'vite.config.js'))
  await init(folder)
  expect(lstatSync(join(folder, 'vite.config.js')).isSymbolicLink()).toBe(true)
  expect(read(folder, 'shared/config.js')).toContain('vitestJudge()')
})

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
    expect(text).toContain('The package is in .., and paths start from there.')
    expect(text).toContain('../../.github/workflows/evals.yml  written')
    expect(text).toContain('1. pnpm exec vitest run evals/')
    expect(list(join(root, 'packages/my shop/evals'))).toEqual(['example.evalset.json', 'example.subject.js'])
    const [install, run] = stepsOf(root).filter(({ run }) => run !== undefined)
    expect(install).toEqual({ run: 'pnpm install --frozen-lockfile' })
    expect(run).toMatchObject({ run: 'pnpm exec vitest run evals/', 'working-directory': 'packages/my shop' })
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

describe('what cannot be written is named, and the rest is done', () => {
  it.each<[string, Files, RegExp]>([
    ['evals', { evals: 'a file' }, /evals\/example\.evalset\.json +not written: evals is no folder/],
    ['.github', { '.github': 'a file' }, /evals\.yml +not written: \.github is no folder/],
    [
      '.gitignore',
      { '.gitignore/a': '' },
      /\.gitignore +not changed: Cannot read .*EISDIR.*\n {4}Add to it:\n {6}evals\/results\//,
    ],
  ])('%s', async (taken, files, message) => {
    const folder = makeRepository({ 'package.json': manifest(), ...files })
    const { text, code } = await init(folder)
    expect(text).toMatch(message)
    expect(text).not.toContain(taken === 'evals' ? 'the gate is red' : 'evals is no folder')
    expect(code).toBe(taken === '.gitignore' ? 0 : 1)
    expect(text.includes('see to what was not written, and run init again')).toBe(code === 1)
    expect(existsSync(join(folder, 'vitest.config.js'))).toBe(true)
  })

  it('evals as a link to nowhere', async () => {
    const folder = makeRepository({ 'package.json': manifest() })
    symlinkSync('nowhere', join(folder, 'evals'))
    expect((await init(folder)).text).toContain('not written: evals is no folder')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it.skipIf(process.getuid?.() === 0)('a read-only config', async () => {
    const folder = makeRepository({ 'package.json': manifest(), 'vite.config.js': 'export default {}\n' })
    chmodSync(join(folder, 'vite.config.js'), 0o444)
    const { text, code } = await init(folder)
    expect(code).toBe(1)
    expect(text).toMatch(/vite\.config\.js +not written: EACCES.*\n {4}Add to it:/)
    expect(read(folder, 'vite.config.js')).toBe('export default {}\n')
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
