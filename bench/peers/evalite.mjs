/**
 * evalite as its docs show it. Its default storage, a native SQLite, fetches a prebuilt binary while it is installed; with
 * storage in memory, which it offers for that, nothing is compiled or fetched.
 *
 * @module
 */
import { casesOf, gradeModule, sdk } from './grade.mjs'

export const evalite = {
  name: 'evalite',
  packages: { evalite: '0.19.0', vitest: '4.1.12', ...sdk },
  cannot: ({ files, recorded }) => (files && 'runs only its own files') || (recorded && 'keeps no verdicts'),
  files: ({ cases, client, limit }) => ({
    'evalite.config.js': `import { createInMemoryStorage } from 'evalite/in-memory-storage'
export default { storage: () => createInMemoryStorage(), testTimeout: 60_000${limit ? `, maxConcurrency: ${limit}` : ''} }
`,
    'grade.js': gradeModule(client),
    'cases.eval.ts': `import { evalite } from 'evalite'
import { grade } from './grade.js'
evalite('bench', {
  data: ${casesOf(cases)},
  task: (input) => input.replace('question', 'answer'),
  scorers: [{ name: 'right', scorer: ({ output }) => grade(output) }],
})
`,
  }),
  command: ['evalite', 'run', '--threshold=75'],
  failures: (output) => Number(/(\d+) failed/.exec(output)?.[1] ?? 0),
}
