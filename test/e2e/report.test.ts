import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/run-command.js'
import { judgedConfig, makeFolder, runFiles } from './run-files.js'

const matcher = `import { expect, test } from 'vitest'
test('rubric', async () => { await expect('value=9').toPassRubric('Is right') })
`
const first = readFileSync(new URL('../fixtures/version-1.results.json', import.meta.url), 'utf8')

test('`report: true` writes a page beside the results and says where', async () => {
  const run = await runFiles({ 'vitest.config.ts': judgedConfig('report: true'), 'a.test.ts': matcher })
  const folder = join(run.path, '.vitest-judge/results')
  const [page, results] = readdirSync(folder).sort()
  expect(page).toBe(results?.replace('.json', '.html'))
  expect(run.stdout).toContain(`Report   .vitest-judge/results/${page}`)
  expect(readFileSync(join(folder, page ?? ''), 'utf8')).toContain('toPassRubric')
})

test('the command makes pages of old files too, of the newest where none is named', async () => {
  const path = makeFolder({ 'evals/results/results-2026-01-01T00-00-00Z.json': first })
  const { code, stdout } = await runCommand(path, 'report')
  expect([code, stdout.trim()]).toEqual([0, 'Report  evals/results/results-2026-01-01T00-00-00Z.html'])
  const own = await runCommand(
    path,
    'report',
    'evals/results/results-2026-01-01T00-00-00Z.json',
    '--out',
    'out/page.html',
  )
  expect(own.code).toBe(0)
  expect(existsSync(join(path, 'out/page.html'))).toBe(true)
})

test.runIf(process.platform !== 'win32')('a pipe among the results, which has no end, is not read', async () => {
  const path = makeFolder({ 'evals/results/results-2026-01-01T00-00-00Z.json': first })
  execFileSync('mkfifo', [join(path, 'evals/results/results-2026-01-02T00-00-00Z.json')])
  const { code, stdout } = await runCommand(path, 'report')
  expect([code, stdout.trim()]).toEqual([0, 'Report  evals/results/results-2026-01-01T00-00-00Z.html'])
})

test.each([
  [['report', 'c.json', '--out', './c.json'], 'c.json'],
  [['report', 'c.json', '--baseline', 'd.json', '--out', 'link.json'], 'd.json'],
])('the command %j replaces no results by a page', async (args, kept) => {
  const path = makeFolder({ 'c.json': first, 'd.json': first })
  symlinkSync('d.json', join(path, 'link.json'))
  const { code, stderr } = await runCommand(path, ...args)
  expect([code, stderr]).toEqual([
    2,
    `vitest-judge: --out names the results file "${kept}", which the page would replace. Name another file.\n`,
  ])
  expect(readFileSync(join(path, kept), 'utf8')).toBe(first)
})

test.each<[string, string[], RegExp]>([
  ['no results', ['report'], /There are no results in \.vitest-judge\/results/],
  ['a file that is none', ['report', 'a.json'], /a\.json: expected the text to be JSON/],
  ['a file that is not there', ['report', 'b.json'], /Cannot read b\.json/],
  ['two files and one page', ['report', 'c.json', 'c.json', '--out', 'p.html'], /--out names one page/],
])('says what is wrong with %s', async (_, args, message) => {
  const path = makeFolder({ 'c.json': first })
  writeFileSync(join(path, 'a.json'), 'no')
  const { code, stderr } = await runCommand(path, ...args)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})
