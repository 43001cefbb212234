/**
 * Ten thousand recorded cases in ten files: judged, reported and written in a time and a memory that grow with them and no faster.
 *
 * Counts: 10,000 verdicts from recordings, beside a tenth of them. Losses: 0; both times and peaks are printed.
 */
import { expect, test } from 'vitest'
import { config } from '../support/run-vitest.js'
import { makeFolder, runFolder } from './run-files.js'

const evals = (file: number) => `import { test } from 'vitest'
for (let n = 0; n < 1000; n++) test.concurrent('case ${file} ' + n, async ({ expect }) => {
  await expect('value=8 ${file} ' + n).toPassRubric('Is short')
})
`

/** Tells what the main process took. */
const HEAD = `import { judge } from '../../e2e/judge.js'
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  console.log('TOOK ' + maxRSS + ' ' + (userCPUTime + systemCPUTime) / 1000)
})`

test('ten thousand recorded cases take ten times what a thousand do', { timeout: 600_000 }, async () => {
  const files = Object.fromEntries(Array.from({ length: 10 }, (_, file) => [`evals/${file}.eval.ts`, evals(file)]))
  const path = makeFolder({ 'vitest.config.ts': config('{ judge }', '{}', HEAD), ...files })
  const run = async (...args: string[]) => {
    const began = performance.now()
    const { code, output, results } = await runFolder(path, { args, resultsIn: 'evals/results' })
    expect(code, output.slice(0, 10_000)).toBe(0)
    const [, peak = 0, cpu = 0] = /TOOK (\d+) ([\d.]+)/.exec(output) ?? []
    const took = {
      seconds: (performance.now() - began) / 1000,
      cpu: Number(cpu) / 1000,
      megabytes: Number(peak) / 1024,
    }
    return { ...took, results: results.at(-1) }
  }
  const { results: fresh, ...asking } = await run('evals/')
  expect(fresh?.usage.requests).toBe(10_000)
  const { results: tenth, ...thousand } = await run('evals/0')
  const { results: all, ...recorded } = await run('evals/')
  console.log('10,000 asked, 1,000 recorded, 10,000 recorded:', JSON.stringify([asking, thousand, recorded]))
  expect([tenth?.checks.length, all?.checks.length]).toEqual([1_000, 10_000])
  expect(all?.usage).toMatchObject({ requests: 0 })
  expect(recorded.cpu).toBeLessThan(10 * thousand.cpu)
  expect(recorded.megabytes).toBeLessThan(1_000)
})
