/**
 * The types of injected clients hold for users of both module systems: the SDK has types of its own for each.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('clients of the SDK and of the cloud packages are taken from CommonJS and from ESM', {
  timeout: 60_000,
}, async () => {
  const output = await new Promise<string>((resolve) => {
    execFile('npx', ['tsc', '-p', 'test/types'], { cwd: root }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
  expect(output).toBe('')
})
