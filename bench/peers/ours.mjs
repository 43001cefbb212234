/**
 * This package, from its tarball: an eval set with its subject, as the README shows.
 *
 * @module
 */
import { failedTests, plainFiles, sdk } from './grade.mjs'

const dimensions = [{ name: 'task_success', weight: 1 }]

function evalSet(count) {
  const cases = Array.from({ length: count }, (_, n) => ({
    id: `case ${n}`,
    input: `question ${n}`,
    expected: `answer ${n}`,
  }))
  return JSON.stringify({ version: 1, feature: 'bench', rubric: { dimensions }, cases })
}

export const ours = {
  name: 'vitest-judge',
  packages: { vitest: '4.1.12', ...sdk },
  tarball: true,
  cannot: () => undefined,
  files: ({ cases, limit, files }) => ({
    'vitest.config.js': `import { vitestJudge } from 'vitest-judge/plugin'
export default { plugins: [vitestJudge(${limit ? `{ concurrency: ${limit} }` : ''})] }
`,
    ...(files
      ? plainFiles(files)
      : {
          'evals/bench.evalset.json': evalSet(cases),
          'evals/bench.subject.js': `export default ({ expected }) => expected\n`,
        }),
  }),
  command: ({ files }) => ['vitest', 'run', ...(files ? [] : ['evals/'])],
  failures: failedTests,
}
