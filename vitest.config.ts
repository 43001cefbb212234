import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/.tmp/**'],
    // Most of the time goes into runs of Vitest that the tests start; by default Vitest leaves one core idle.
    maxWorkers: '100%',
    coverage: { include: ['src/**', 'matchers/**', 'reporters/**'], exclude: ['dist/**'] },
  },
})
