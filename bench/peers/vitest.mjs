/**
 * Plain Vitest with `fetch` in a test, the base of all ratios: one test after the other, or concurrent ones.
 *
 * @module
 */
import { casesOf, failedTests, gradeModule, plainFiles, sdk } from './grade.mjs'

function contestant(name, concurrent) {
  const call = concurrent ? 'test.concurrent' : 'test'
  return {
    name,
    packages: { vitest: '4.1.12', ...sdk },
    cannot: ({ limit, recorded, files }) => {
      if (concurrent) return files && 'no difference without cases that wait'
      return (limit || recorded) && 'one test after the other'
    },
    files: ({ cases, client, limit, files, recorded }) => ({
      'vitest.config.js': `export default { test: { ${limit ? `maxConcurrency: ${limit}, ` : ''}testTimeout: 60_000, include: ['**/*.{eval,test}.js'] } }`,
      'grade.js': gradeModule(client),
      ...(files
        ? plainFiles(files)
        : { 'cases.eval.js': recorded ? emptyTests(cases, call) : judgedTests(cases, call) }),
    }),
    command: ['vitest', 'run'],
    failures: failedTests,
  }
}

const judgedTests = (cases, call) => `import { expect, test } from 'vitest'
import { grade } from './grade.js'
${call}.for(${casesOf(cases)})('$name', async ({ expected }, { expect }) => {
  expect(await grade(expected)).toBeGreaterThanOrEqual(0.75)
})
`
const emptyTests = (cases, call) => `import { test } from 'vitest'
${call}.for(${casesOf(cases)})('$name', () => {})
`

export const vitestSerial = contestant('Vitest, `test`', false)
export const vitestConcurrent = contestant('Vitest, `test.concurrent`', true)
