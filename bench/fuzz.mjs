/**
 * Gives the readers hostile texts for some minutes: `node bench/fuzz.mjs [minutes]`, fifteen by default. Prints how many each read and
 * the longest that one took; a text that breaks a reader is printed as small as it could be made, with its seed.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const minutes = Number(process.argv[2] ?? 15)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz/readers.long.test.ts', '--reporter=verbose'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SECONDS: String(minutes * 60) },
  },
)
process.exitCode = status ?? 1
