import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/.tmp/**'],
    coverage: { include: ['src/**', 'matchers/**', 'reporters/**'], exclude: ['dist/**'] },
  },
})
