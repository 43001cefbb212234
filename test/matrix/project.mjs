/**
 * Cells that are no variants of the suite: the first minutes of a newcomer, and the types under both TypeScripts.
 *
 * @module
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runScript } from './child.mjs'
import { differ, readResults, readTests } from './outcome.mjs'
import { REPORT, runVitest, writeFiles } from './variants.mjs'

// The key is left out: without one a set is scored by the deterministic fallback, which the example is made for.
const NO_KEY = { ANTHROPIC_API_KEY: '' }

/** `vitest-judge init`, a red gate, the edit that the stub names, a green gate. */
export async function runInit(pair, name) {
  const path = join(pair.path, name)
  const manifest = JSON.parse(readFileSync(join(pair.path, 'package.json'), 'utf8'))
  writeFiles(path, { 'package.json': JSON.stringify({ ...manifest, name }) })
  mkdirSync(join(path, '.git'))
  const cli = join(pair.path, 'node_modules/vitest-judge/dist/src/cli.js')
  const made = await runScript(pair, path, cli, ['init'], NO_KEY)
  const red = await runVitest(pair, path, ['evals/', ...REPORT], NO_KEY)
  const before = Object.values(readTests(path))
  const stubs = readdirSync(join(path, 'evals')).filter((file) => file.startsWith('example.subject.'))
  const subject = join(path, 'evals', stubs[0] ?? 'example.subject.ts')
  const stub = readFileSync(subject, 'utf8')
  const answer = /^ \* '(.+)' and run again/m.exec(stub)?.[1] ?? 'none'
  writeFileSync(subject, stub.replace('I have refunded your order.', answer))
  const green = await runVitest(pair, path, ['evals/', ...REPORT], NO_KEY)
  const after = Object.values(readTests(path))
  const problems = [
    ...differ('states before the edit', before, Array(3).fill('failed')),
    ...differ('states after it', after, Array(3).fill('passed')),
    ...differ('exit codes of init, red and green', [made.code, red.code, green.code], [0, 1, 0]),
    ...differ(
      'gates',
      readResults(path).map(({ gate }) => gate.passed),
      [false, true],
    ),
  ]
  return {
    tests: before.length + after.length,
    problems,
    output: [made, red, green].map(({ output }) => output).join('\n'),
  }
}

/** All matchers with their types, with and without a look into the packages' own declarations. */
export const typeCells = Object.fromEntries(
  ['typescript-5', 'typescript'].flatMap((compiler) =>
    [true, false].map((skipLibCheck) => [
      `${compiler === 'typescript' ? 'TypeScript 7.0' : 'TypeScript 5.9'}, skipLibCheck ${skipLibCheck ? 'on' : 'off'}`,
      (pair, name) => checkTypes(pair, name, compiler, skipLibCheck),
    ]),
  ),
)

async function checkTypes(pair, name, compiler, skipLibCheck) {
  const path = join(pair.path, name.replace(/\W+/g, '-'))
  const source = readFileSync(new URL('../fixtures/installed/matchers.txt', import.meta.url), 'utf8')
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck },
    ...{ target: 'es2022', module: 'nodenext', types: ['node', 'vitest-judge/register'] },
  }
  writeFiles(path, {
    'package.json': '{ "name": "types", "private": true, "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    'matchers.test.ts': source,
  })
  const tsc = join(pair.path, 'node_modules', compiler, 'bin/tsc')
  const { code, output } = await runScript(pair, path, tsc, ['-p', '.'])
  return { problems: [...differ('exit code', code, 0), ...differ('messages', output.trim(), '')], output }
}
