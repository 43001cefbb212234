/**
 * viteval as its docs show it. It brings its own Vitest, takes one case after the other and ends with 0 whatever came.
 *
 * @module
 */
import { casesOf, gradeModule, sdk } from './grade.mjs'

export const viteval = {
  name: 'viteval',
  packages: { viteval: '0.5.9', ...sdk },
  cannot: ({ files, recorded, limit, again }) =>
    (files && 'runs only its own files') ||
    (recorded && 'keeps no verdicts') ||
    (limit && !again && 'one case after the other, no option'),
  files: ({ cases, client }) => ({
    'viteval.config.js': `import { defineConfig } from 'viteval/config'
export default defineConfig({ eval: { include: ['**/*.eval.js'], timeout: 200_000 } })
`,
    'grade.js': gradeModule(client),
    'cases.eval.js': `import { createScorer, evaluate } from 'viteval'
import { grade } from './grade.js'
evaluate('bench', {
  data: async () => ${casesOf(cases)},
  task: async ({ input }) => input.replace('question', 'answer'),
  scorers: [createScorer({ name: 'right', score: async ({ output }) => ({ score: await grade(output) }) })],
  threshold: 0.75,
  timeout: 200_000,
})
`,
  }),
  command: ['viteval'],
  failures: (output) => Number(/(\d+) failed/.exec(output)?.[1] ?? 0),
}
