/**
 * vitest-evals as its README shows it: a harness, a judge, `it.for` over the cases, its reporter.
 *
 * @module
 */
import { casesOf, failedTests, gradeModule, plainFiles, sdk } from './grade.mjs'

export const vitestEvals = {
  name: 'vitest-evals',
  packages: { 'vitest-evals': '0.16.1', vitest: '4.1.12', ...sdk },
  cannot: ({ recorded }) => recorded && 'keeps no verdicts',
  files: ({ cases, client, limit, files }) => ({
    'vitest.config.js': `export default { test: {
  ${limit ? `maxConcurrency: ${limit}, ` : ''}testTimeout: 60_000, include: ['**/*.{eval,test}.js'], reporters: ['vitest-evals/reporter'],
} }
`,
    'grade.js': gradeModule(client),
    ...(files ? plainFiles(files) : { 'cases.eval.js': suite(cases, limit) }),
  }),
  command: ['vitest', 'run'],
  failures: failedTests,
}

const suite = (cases, limit) => `import { createHarness, createJudge, describeEval } from 'vitest-evals'
import { grade } from './grade.js'
const harness = createHarness({ name: 'app', run: async ({ input }) => ({
  output: input.replace('question', 'answer'), messages: [{ role: 'user', content: input }], usage: {},
}) })
const judges = [createJudge('right', async ({ output }) => ({ score: await grade(output) }))]
describeEval('bench', { harness, judges, judgeThreshold: 0.75 }, (it) => {
  it${limit ? '.concurrent' : ''}.for(${casesOf(cases)})('$name', async ({ input }, { run }) => { await run(input) })
})
`
