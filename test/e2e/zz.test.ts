import { expect, test } from 'vitest'
import { judgedConfig, runFiles } from './run-files.js'
test('x', async () => {
  const run = await runFiles({ 'vitest.config.ts': judgedConfig('', '{ hookTimeout: 300, testTimeout: 800 }'), 'a.test.ts': `import { expect, test } from 'vitest'
test('slow', () => { expect('value=9 wait=2000').toPassRubric('x') })
test('next', () => {})` })
  console.log(run.output, JSON.stringify(run.tests), JSON.stringify(run.results[0]?.checks))
  expect(1).toBe(1)
})
