/**
 * `vitest-judge recordings`, as a user runs it.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/run-command.js'
import { config, write } from '../support/run-vitest.js'
import { runFiles, runFolder } from './run-files.js'

const evalFile = (...texts: string[]) =>
  `import { expect, test } from 'vitest'
${texts.map((text) => `test('about ${text}', async () => { await expect('${text}').toPassRubric('Is fine') })`).join('\n')}
`
const judge = `import { scriptedModel } from 'vitest-judge'
const judge = scriptedModel({ reply: () => ({ scores: { criterion: { evidence: [], reasoning: 'fine', value: 9 } }, assessment: '' }) })`
const evalJudge = judge.replace(/reply: .* }\)$/, `reply: () => ({ evidence: [], justification: 'fine', score: 1 }) })`)
const recordings = (path: string) => readdirSync(join(path, 'evals/recordings'), { recursive: true }).length

test('list says what each recording is about and whether it is used, prune removes the others', {
  tags: ['long'],
}, async () => {
  const files = { 'vitest.config.ts': config('{ judge }', '{}', judge), 'evals/a.eval.ts': evalFile('apples', 'pears') }
  const { path } = await runFiles(files, { args: ['evals'] })
  const before = await runCommand(path, 'recordings', 'list')
  expect(before.stdout).toMatch(/^2 recordings in evals\/recordings; used \(✓\) or not \(✗\) by the run of \d{4}-/)
  expect(before.stdout).toMatch(/ {2}✓ evals\/recordings\/.*\.json {2}about (apples|pears): rubric {2}scripted, \d{4}-/)

  write(path, { 'evals/a.eval.ts': evalFile('pears') })
  rmSync(join(path, 'evals/results'), { recursive: true })
  await runFolder(path, { args: ['evals'] })
  const after = await runCommand(path, 'recordings', 'list')
  expect(after.stdout.match(/✓ evals/g)).toHaveLength(1)
  expect(after.stdout).toMatch(/✗ .* about apples/)

  const pruned = await runCommand(path, 'recordings', 'prune')
  expect(pruned).toMatchObject({ code: 0 })
  expect(pruned.stdout).toMatch(/^Removed 1 recordings .*\n {2}✗ .* about apples/)
  const rerun = await runFolder(path, { args: ['evals'], env: { VITEST_JUDGE_RECORDINGS: 'replay' } })
  expect(rerun.code).toBe(0)
})

test('results files of an older version count, and one of a newer version is named', async () => {
  const files = { 'vitest.config.ts': config('{ judge }', '{}', judge), 'evals/a.eval.ts': evalFile('apples') }
  const { path } = await runFiles(files, { args: ['evals'] })
  const old = readFileSync(new URL('../fixtures/version-1.results.json', import.meta.url), 'utf8')
  write(path, { 'evals/results/results-1.json': old })
  expect((await runCommand(path, 'recordings', 'list')).stdout).toMatch(/^1 recordings .* by the 2 runs since/)
  write(path, { 'evals/results/results-3.json': old.replace('"version": 1', '"version": 3') })
  expect(await runCommand(path, 'recordings', 'list')).toMatchObject({
    code: 2,
    stderr:
      'vitest-judge: evals/results/results-3.json: expected `version` to be 1 or 2, but received 3. A newer vitest-judge wrote it: update this one.\n',
  })
})

test('prune refuses as long as no run was whole, and a filtered run after a whole one does no harm', {
  tags: ['long'],
}, async () => {
  const set = { version: 1, feature: 'sums', cases: ['a', 'b'].map((id) => ({ id, input: id, expected: id })) }
  const files = {
    'vitest.config.ts': config('{ judge }', '{}', evalJudge),
    'evals/evalset.json': JSON.stringify(set),
    'evals/evalset.subject.ts': 'export default ({ id }) => id',
  }
  const { path } = await runFiles(files, { args: ['evals', '-t', 'a'] })
  await runFolder(path, { args: ['evals/evalset.json'] })
  const count = recordings(path)
  const refused = await runCommand(path, 'recordings', 'prune')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('No run with a results file was whole')
  await runFolder(path, { args: ['evals/'] })
  await runFolder(path, { args: ['evals', '-t', 'a'] })
  expect((await runCommand(path, 'recordings', 'prune')).stdout).toMatch(/^Removed 0 recordings .* by the 4 runs since/)
  expect(recordings(path)).toBe(count)
})

test('wrong use prints the usage and ends with 2', { tags: ['long'] }, async () => {
  expect(await runCommand('.', 'recordings')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Say what to do with the recordings: list or prune.'),
  })
  expect((await runCommand('.', 'judge', '--mode', 'solo')).stderr).toContain('vitest-judge: --data must be given.')
  expect((await runCommand('.', 'bogus')).stderr).toContain('vitest-judge: There is no command "bogus".')
  expect(await runCommand('.', 'recordings', 'list', '--nothing')).toMatchObject({ code: 2 })
  expect(await runCommand('.', 'recordings', 'prune', '--dry-run')).toEqual({
    code: 2,
    stdout: '',
    stderr: `vitest-judge: recordings prune takes no --dry-run. It takes --dir, --results.

Usage: vitest-judge recordings list|prune [--dir DIR] [--results DIR]
vitest-judge recordings --help says more.
`,
  })
  expect(JSON.parse((await runCommand('.', 'verify-citations', '--force')).stdout)).toMatchObject({
    verdict: 'unverifiable',
    failures: [{ reason: 'usage' }],
  })
  expect((await runCommand('.', '--help')).stdout).toContain('vitest-judge recordings list|prune')
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await runCommand('.', '--version')).toMatchObject({ code: 0, stdout: `${version}\n` })
})
