import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { runVitest } from '../support/run-vitest.js'
import { judgedConfig, makeFolder } from './run-files.js'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Only `script` of util-linux takes a command and gives its exit code. */
const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false
if (!hasTerminal) console.log('skipped: there is no `script` of util-linux that makes a terminal')

const cases = Array.from({ length: 9 }, (_, index) => ({
  id: `case ${index}`,
  input: `wait=${index < 8 ? 250 : 10} hallucination=0 ${index}`,
}))
const long = {
  'vitest.config.ts': judgedConfig('concurrency: 1'),
  'evals/long.evalset.json': JSON.stringify({ version: 1, feature: 'long', cases }),
  'evals/long.subject.ts': 'export default ({ input }: { input: string }) => ({ output: input })',
}
const LINE = /^vitest-judge {2}\d of 10 tests, 1 under way, \d+ waiting, \d+ answered$/m

/** What a person sees, with the signs that move the cursor. */
function atTerminal(path: string, args: string, env: Record<string, string> = {}): string {
  const command = `"${process.execPath}" "${VITEST}" run ${args}`
  const { stdout } = spawnSync('script', ['-qefc', command, '/dev/null'], {
    cwd: path,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TERM: 'xterm-256color', ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return stdout.replaceAll('\r\n', '\n')
}

test.skipIf(!hasTerminal)('at a terminal a long run says how far it is, above the window of Vitest', () => {
  const seen = atTerminal(makeFolder(long), 'evals/')
  const text = stripVTControlCharacters(seen)
  expect(text).toMatch(LINE)
  // The window below is painted anew, and not on top of the line.
  const [, after = ''] = text.split(LINE)
  expect(after).toMatch(/^\n+ ❯ evals\/long\.evalset\.json \d\/10\n/)
  expect(seen).toContain('  Gate \u001B[32mPASS\u001B[39m')
})

test.skipIf(!hasTerminal)('no line in CI, and no colour with NO_COLOR', { tags: ['long'] }, () => {
  const path = makeFolder(long)
  expect(atTerminal(path, 'evals/', { CI: 'true' })).not.toMatch(/vitest-judge {2}/)
  const plain = atTerminal(path, 'evals/ -t "case 8"', { NO_COLOR: '1' })
  expect(plain).toContain('  Gate PASS')
})

test('no line and no colour where nobody sees them; colour is there when forced', { tags: ['long'] }, async () => {
  const path = makeFolder(long)
  const piped = await runVitest(path, ['evals/'])
  expect(piped.output).not.toMatch(/vitest-judge {2}/)
  const forced = spawnSync(process.execPath, [VITEST, 'run', 'evals/', '-t', 'case 8'], {
    cwd: path,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', FORCE_COLOR: '1' },
    encoding: 'utf8',
  })
  expect(forced.stdout).toContain('  Gate \u001B[32mPASS\u001B[39m')
})

test('a set of which nothing runs is named', { tags: ['long'] }, async () => {
  const none = [
    { id: 'a', input: 'x', skip: true },
    { id: 'b', input: 'x', todo: true },
  ]
  const { stdout, code } = await runVitest(
    makeFolder({
      'vitest.config.ts': judgedConfig(),
      'evals/none.evalset.json': JSON.stringify({ version: 1, feature: 'none', cases: none }),
      'evals/none.subject.ts': 'export default () => ""',
    }),
    ['evals/'],
  )
  expect(stdout).toContain('vitest-judge: none: 2 cases skipped, nothing judged.\n')
  expect(code).toBe(0)
})
