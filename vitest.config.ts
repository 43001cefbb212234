import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/.tmp/**'],
    // Most of the time goes into runs of Vitest that the tests start; by default Vitest leaves one core idle.
    maxWorkers: '100%',
    // What `npm test` leaves out and `npm run test:full` runs.
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
