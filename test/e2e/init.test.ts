/**
 * The first minutes of a newcomer: `vitest-judge init` in a repository with nothing but Vitest, a red gate, one edit, a green one.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../support/run-command.js'
import { type Files, write } from '../support/run-vitest.js'
import { makeFolder, runFolder, statesOf } from './run-files.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const evals = { args: ['evals/'], resultsIn: 'evals/results' }

/** A repository in which vitest-judge is installed. */
function makeRepository(files: Files): string {
  const path = makeFolder(files)
  for (const folder of ['.git', 'node_modules']) mkdirSync(join(path, folder))
  symlinkSync(ROOT, join(path, 'node_modules/vitest-judge'), 'junction')
  return path
}

const manifest = (fields: object = {}) =>
  JSON.stringify({ name: 'shop', ...fields, devDependencies: { vitest: '^4.1.0' } })
const read = (path: string, file: string) => readFileSync(join(path, file), 'utf8')

test('init, a red gate, the edit that the stub names, a green gate', async () => {
  const path = makeRepository({ 'package.json': manifest({ type: 'module' }), 'package-lock.json': '{}' })
  const dry = await runCommand(path, 'init', '--dry-run')
  const first = await runCommand(path, 'init')
  expect({ code: dry.code, stdout: dry.stdout }).toEqual({
    code: 0,
    stdout: first.stdout
      .replace('\n\n', '\nDry run: nothing is written.\n\n')
      .replaceAll('  written', '  would be written'),
  })
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout.replace(/Vitest [\d.]+/, 'Vitest X')).toMatchInlineSnapshot(`
    "Found: Vitest X, npm

      vitest.config.js             written: with the plugin
      evals/example.evalset.json   written: a set of two cases
      evals/example.subject.js     written: what the set judges; the answer is made up and wrong
      .gitignore                   written: has evals/results/
      .github/workflows/evals.yml  written: runs the evals in CI, on recorded replies

    Next:
      1. npm install --save-dev vitest-judge
      2. npx vitest run evals/
      3. the gate is red: evals/example.subject.js says which edit makes it green
      4. run them once with ANTHROPIC_API_KEY set and commit evals/recordings, which CI replays; without a judge: vitestJudge({ judge: 'deterministic' })
    "
  `)

  const red = await runFolder(path, evals)
  expect(red.code).toBe(1)
  expect(statesOf(red, 'example')).toEqual({ 'how-long': 'failed', 'too-late': 'failed', gate: 'failed' })
  expect(red.tests['example too-late']?.errors.join()).toMatchInlineSnapshot(`
    "JudgeError: example > too-late

    Blocked (agent): task_success is 0.00, below 0.75: The must_not entry "re:\\bI have refunded\\b" was found.

      ✗ task_success  0.00  (deterministic fallback)
          The must_not entry "re:\\bI have refunded\\b" was found."
  `)
  expect(red.tests['example gate']?.errors.join()).toMatchInlineSnapshot(`
    "JudgeError: gate of example: closed

      ✗ agent: the aggregate is 0.00, below 0.75
      ✗ agent: task_success is 0.00, below 0.75 over all cases (low in 2 of 2: how-long, too-late)
      blocked by task_success"
  `)

  const stub = read(path, 'evals/example.subject.js')
  const answer = /^ \* '(.+)' and run again/m.exec(stub)?.[1] ?? 'none'
  write(path, { 'evals/example.subject.js': stub.replace('I have refunded your order.', answer) })
  const green = await runFolder(path, evals)
  expect(green.code, green.output).toBe(0)
  expect(statesOf(green, 'example')).toEqual({ 'how-long': 'passed', 'too-late': 'passed', gate: 'passed' })
  expect(green.results.at(-1)?.sets[0]).toMatchObject({
    passed: true,
    aggregate: 1,
    judge_model: 'deterministic-fallback',
  })

  const again = await runCommand(path, 'init')
  expect(again.stdout.match(/ {2}left: /g)).toHaveLength(5)
  expect(read(path, 'evals/example.subject.js')).toContain(answer)
})

test.each<[string, string]>([
  [
    'vitest.config.ts',
    `import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({\n  test: { globals: true } satisfies object,\n})\n`,
  ],
  ['vite.config.js', 'export default () => ({ plugins: [{ name: "own" }] });\n'],
  [
    'vitest.config.cjs',
    `const { defineConfig } = require('vitest/config')\n\nmodule.exports = defineConfig({ test: {} })\n`,
  ],
])('a package without a type and with %s runs its evals after init', { tags: ['long'] }, async (name, config) => {
  const path = makeRepository({ 'package.json': manifest(), [name]: config })
  const { stdout } = await runCommand(path, 'init')
  expect(stdout).toMatch(new RegExp(`${name} +changed: the plugin is added\n`))
  expect(stdout).toContain('vitest-judge is ESM')
  const run = await runFolder(path, evals)
  expect(statesOf(run, 'example')).toEqual({ 'how-long': 'failed', 'too-late': 'failed', gate: 'failed' })
})

test('a draft from an intent file runs, is scored and blocks nothing', { tags: ['long'] }, async () => {
  const intent = readFileSync(new URL('../fixtures/intents/booking.md', import.meta.url), 'utf8')
  const path = makeRepository({ 'package.json': manifest({ type: 'module' }), 'docs/booking.md': intent })
  await runCommand(path, 'init')
  const created = await runCommand(path, 'create', 'docs/booking.md')
  expect(created).toMatchObject({ code: 0, stderr: '' })
  expect(created.stdout).toMatchInlineSnapshot(`
    "evals/room-booking.evalset.json written: 5 draft cases
    evals/room-booking.subject.js written: it stands in for your agent; ask it there

    Run it with: npx vitest run evals/room-booking.evalset.json
    A draft is scored and blocks nothing; take "draft": true out when its cases are right.
    "
  `)
  const run = await runFolder(path, { ...evals, args: ['evals/room-booking.evalset.json'] })
  expect(run.code, run.output).toBe(0)
  expect(run.results[0]?.sets[0]).toMatchObject({ evalset: 'room-booking', passed: false })
  expect(run.results[0]?.sets[0]?.cases).toHaveLength(5)
})

test.each(['0', '257', '1.5', '-1', 'four'])(
  '--shards %s is wrong use, and nothing is written',
  { tags: ['long'] },
  async (shards) => {
    const path = makeRepository({ 'package.json': manifest() })
    const { code, stderr } = await runCommand(path, 'init', `--shards=${shards}`)
    expect(code).toBe(2)
    expect(stderr).toContain(`--shards must be a whole number from 1 to 256, not "${shards}".`)
    expect(readdirSync(path).sort()).toEqual(['.git', 'node_modules', 'package.json'])
  },
)
