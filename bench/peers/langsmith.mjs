/**
 * langsmith/vitest as its docs show it, with its reporter, and without its service, as its docs say for dry runs.
 *
 * @module
 */
import { casesOf, failedTests, gradeModule, plainFiles, sdk } from './grade.mjs'

export const langsmith = {
  name: 'langsmith',
  packages: { langsmith: '0.12.0', vitest: '4.1.12', ...sdk },
  env: { LANGSMITH_TEST_TRACKING: 'false' },
  cannot: ({ recorded }) => recorded && 'keeps no verdicts',
  files: ({ cases, client, limit, files }) => ({
    'vitest.config.js': `export default { test: {
  ${limit ? `maxConcurrency: ${limit}, ` : ''}testTimeout: 60_000, include: ['**/*.{eval,test}.js'], reporters: ['langsmith/vitest/reporter'],
} }
`,
    'grade.js': gradeModule(client),
    ...(files ? plainFiles(files) : { 'cases.eval.js': suite(cases, limit) }),
  }),
  command: ['vitest', 'run'],
  failures: failedTests,
}

const suite = (cases, limit) => `import { expect } from 'vitest'
import * as ls from 'langsmith/vitest'
import { grade } from './grade.js'
const cases = ${casesOf(cases)}.map(({ input, expected }) => ({ inputs: { input }, referenceOutputs: { expected } }))
ls.describe('bench', () => {
  ls.test${limit ? '.concurrent' : ''}.each(cases)('case', async ({ inputs }) => {
    const output = inputs.input.replace('question', 'answer')
    const score = await grade(output)
    ls.logFeedback({ key: 'right', score })
    expect(score).toBeGreaterThanOrEqual(0.75)
    return { output }
  })
})
`
