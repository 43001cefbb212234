import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests of the pure folders: no I/O, no mocks, no state, so that they share their modules and a process.
const PURE =
  'test/{batch,calibration,citations,evalset,findings,injection,modes,patch,prompts,reply,report,rubrics,scoring,trajectory}/**/*.test.ts'
// Files that are long as a whole. One long test in a file of others has the tag.
const LONG = 'test/**/*.long.test.ts'
const NONE = ['**/node_modules/**', 'test/.tmp/**']

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: [PURE], exclude: [LONG], isolate: false } },
      { extends: true, test: { name: 'rest', include: ['test/**/*.test.ts'], exclude: [PURE, LONG, ...NONE] } },
      { extends: true, test: { name: 'long', include: [LONG], exclude: NONE } },
    ],
    // Most tests wait for processes that they start: one file more than there are cores fills what the others leave idle.
    maxWorkers: availableParallelism() + 1,
    // What `npm test` leaves out, as it does the project `long`, and `npm run test:full` runs.
    tags: [
      { name: 'long', description: 'Matrices, corpora, simulations, kills, faults and installs.', timeout: 300_000 },
    ],
    // Limits are against what never ends; a loaded machine is ten times slower.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 10 } },
    coverage: { include: ['src/**', 'matchers/**', 'reporters/**'], exclude: ['dist/**'] },
  },
})
