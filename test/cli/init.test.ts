import { chmodSync, existsSync, lstatSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { initCommand } from '../../src/cli/init.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import type { Files } from '../support/run-vitest.js'
import { list, makeRepository, manifest, read } from './repositories.js'

const init = (folder: string) => initCommand(folder, false)

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

describe('what cannot be written is named, and the rest is done', () => {
  it.each<[string, Files, RegExp]>([
    ['evals', { evals: 'a file' }, /evals\/example\.evalset\.json +not written: evals is no folder/],
    ['.github', { '.github': 'a file' }, /evals\.yml +not written: \.github is no folder/],
    [
      '.gitignore',
      { '.gitignore/a': '' },
      /\.gitignore +not changed: Cannot read .*EISDIR.*\n {4}Add to it:\n {6}evals\/results\//,
    ],
  ])('where %s is in the way', async (taken, files, message) => {
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
