/**
 * `docs/statistics.md` says what runs: its config and subject, its tables, its formulas and its limits are those of the code.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { bootstrapMean, MIN_CASES, wilsonInterval } from '../../src/scoring/interval.js'
import { mcnemarExact } from '../../src/scoring/mcnemar.js'
import { passAllK, passAtK } from '../../src/scoring/pass-at-k.js'
import { makeFolder, runFiles } from '../e2e/run-files.js'
import { makeCase, makeSet } from '../evalset/records.js'
import { makeResults, makeRun } from '../report/runs.js'
import { blockOf, read } from './pages.js'

const page = read('docs/statistics.md')
const block = (mark: string) => blockOf(page, mark)

test('the config and the subject run, and their table is the one that stands there', async () => {
  const judge = `import { judge } from '../../e2e/judge.js'\n`
  const cases = { steady: '1 1 1', late: '1 0.2 1', never: '0.2 0.2 0.2' }
  const run = await runFiles(
    {
      'vitest.config.ts':
        judge + block('ts vitest.config.ts').replace('vitestJudge({', `vitestJudge({ judge, recordings: 'off',`),
      'evals/refunds.subject.ts': block('ts evals/refunds.subject.ts'),
      'src/agent.ts': `export const answer = (input: string, { seed }: { seed: number }) => 'task_success=' + input.split(' ')[seed - 1]`,
      'evals/refunds.evalset.json': JSON.stringify({
        version: 1,
        feature: 'refunds',
        cases: Object.entries(cases).map(([id, input]) => ({ id, input })),
      }),
    },
    { args: ['evals/'], resultsIn: 'evals/results' },
  )
  expect(run.stdout).toContain(block('text table'))
  for (const name of ['late', 'late (trial 2 of 3)', 'late (trial 3 of 3)']) {
    expect(page).toContain(`\`${name}\``)
    expect(run.tests[`refunds ${name}`]?.status).toBe('passed')
  }
  expect(run.code).toBe(0)
})

test('the command runs as it stands, on two results files', async () => {
  const set = makeSet({
    rubric: {
      dimensions: [{ name: 'task_success', weight: 1, invert: false, category: 'artifact' }],
      pass_threshold: 0.3,
    },
  })
  const fileOf = (changed: number) => {
    const records = Array.from({ length: 24 }, (_, index) =>
      makeCase(set, `case-${index}`, { task_success: index < changed ? 0.1 : index % 2 ? 0.9 : 0.8 }),
    )
    return JSON.stringify(makeResults({ sets: [buildSet({ ...makeRun(set, []), records, planned: 24 })] }))
  }
  const cwd = makeFolder({ 'old.json': fileOf(0), 'new.json': fileOf(9) })
  const [, command = ''] = /^npx vitest-judge (.*)$/m.exec(page) ?? []
  const program = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))
  const stdout = await new Promise<string>((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH ?? '' } }
    execFile(process.execPath, [program, ...command.split(' ')], options, (_error, text) => resolve(text))
  })
  expect(stdout).toContain(block('text diff'))
})

/** Computes a formula of the page as it stands there. */
function compute(formula: string, known: Readonly<Record<string, unknown>>): number {
  const C = (n: number, k: number): number => (k === 0 ? 1 : k > n ? 0 : (C(n - 1, k - 1) * n) / k)
  return new Function('C', ...Object.keys(known), `return ${formula}`)(C, ...Object.values(known))
}

test('the formulas are those of the code', () => {
  const formulas = [...page.matchAll(/^\| `pass.k` \| .* \| `(.*)` \| /gm)].map(([, formula = '']) => formula)
  expect(formulas.length).toBe(2)
  for (const [n, c, k] of [
    [5, 3, 2],
    [6, 2, 4],
    [3, 3, 3],
  ] as const) {
    expect(compute(formulas[0] ?? '', { n, c, k })).toBeCloseTo(passAtK(n, c, k) ?? Number.NaN, 9)
    expect(compute(formulas[1] ?? '', { n, c, k })).toBeCloseTo(passAllK(n, c, k) ?? Number.NaN, 9)
  }
  const [, wilson = ''] = /`(\(p \+ z²\/2n ± .*)`\./.exec(page) ?? []
  const plain = wilson
    .replace(/√\(p\(1-p\)\/n \+ z²\/4n²\)/, '* Math.sqrt(p*(1-p)/n + z*z/(4*n*n))')
    .replace(/z²\/2n/, 'z*z/(2*n)')
    .replace(/z²\/n/, 'z*z/n')
  const ends = ['-', '+'].map((sign) => compute(plain.replace('±', sign), { p: 17 / 20, n: 20, z: 1.959963984540054 }))
  const { lower, upper } = wilsonInterval(17, 20)
  expect(ends).toEqual([expect.closeTo(lower, 9), expect.closeTo(upper, 9)])
})

test('the limits are those of the code', () => {
  expect(page).toContain(`Below ${MIN_CASES} cases no interval is given`)
  expect(page).toContain(`from ${MIN_CASES} pairs on`)
  for (const [red, p] of [
    [5, '0.063'],
    [6, '0.031'],
  ] as const) {
    expect(mcnemarExact(0, red).toFixed(3)).toBe(p)
    expect(page).toContain(p)
  }
  const widths = [5, 20, 40]
    .map((of) => wilsonInterval(of * 0.8, of))
    .map(({ lower, upper }) => (upper - lower).toFixed(2))
  const perfect = bootstrapMean(new Array(20).fill(1))
  expect(page).toContain(`20 perfect scores have ${perfect?.lower.toFixed(2)}-${perfect?.upper.toFixed(2)}`)
  expect(page.replace(/\s+/g, ' ')).toContain(`is ${widths[0]} wide at 5 cases, ${widths[1]} at 20, ${widths[2]} at 40`)
})
