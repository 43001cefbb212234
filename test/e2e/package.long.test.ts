import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { readResults, write } from '../support/run-vitest.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMEOUT = 240_000
const TOOLS = ['vitest@4.1.12', 'vite@8.3.8', 'typescript@7.0.2', '@types/node@20.19.43']

const config = `import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'
import { scriptedModel } from 'vitest-judge'

const judge = scriptedModel({ reply: ({ schema }) => ('scores' in (schema.properties as object)
  ? { scores: { criterion: { evidence: [], reasoning: 'short', value: 9 } }, assessment: 'short' }
  : { evidence: [], justification: 'right', score: 1 }) })
const gate = { blockOn: ['task_success'], on: 'case' as const, passThreshold: 0.75, advisory: [] }
export default defineConfig({ plugins: [vitestJudge({ judge, gate, recordings: 'off', timeout: 60_000 })] })
`
const matchers = readFileSync(new URL('../fixtures/installed/matchers.txt', import.meta.url), 'utf8')
const files = {
  'package.json': '{ "name": "user", "private": true, "type": "module" }',
  'tsconfig.json': `{ "compilerOptions": { "strict": true, "exactOptionalPropertyTypes": true, "noEmit": true, "target": "es2022",
    "module": "nodenext", "types": ["node"] }, "include": ["*.ts", "evals/*.ts"] }`,
  'vitest.config.ts': config,
  'matchers.test.ts': matchers,
  'evals/refunds.evalset.json': `{ "version": 1, "feature": "refunds", "rubric": { "invert_mode": "complement", "dimensions": [
    { "name": "task_success", "weight": 1 } ] }, "cases": [{ "id": "c", "input": "Refund twice" }] }`,
  'evals/refunds.subject.ts': `export default async ({ input }: { input: string }) => ({ output: input, toolCalls: [{ tool: 'refund', args: {} }] })\n`,
}

const run = promisify(execFile)
// Nothing of the caller's environment but what npm needs to find its registry.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(PATH|HOME|npm_config_.*|(https?|no)_proxy)$/i.test(name)),
)

async function inFolder(command: string, args: readonly string[]): Promise<{ code: unknown; output: string }> {
  try {
    const { stdout, stderr } = await run(command, args, { cwd: folder, env: { ...env, NO_COLOR: '1' } })
    return { code: 0, output: `${stdout}\n${stderr}` }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
    return { code, output: `${stdout}\n${stderr}` }
  }
}

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-'))
  write(folder, files)
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT, env })
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`, ...TOOLS], {
    cwd: folder,
    env,
  })
}, TIMEOUT)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the installed package runs matchers, an eval set and the reporter', { timeout: TIMEOUT }, async () => {
  const { code, output } = await inFolder('npx', ['vitest', 'run', 'matchers', 'evals/'])
  expect(code, output).toBe(0)
  const [results] = readResults(folder) as RunResults[]
  expect(results?.sets.map(({ evalset, passed }) => ({ evalset, passed }))).toEqual([
    { evalset: 'refunds', passed: true },
  ])
  expect(results?.checks.map(({ matcher, verdict }) => `${matcher} ${verdict}`)).toEqual([
    'toPassRubric pass',
    'toMatchGroundTruthPatch pass',
    'toMatchGroundTruthPatch pass',
    'toFindBaselineIssues pass',
    'toPassRubric pass',
    'toPassRubric pass',
  ])
  expect(output).toContain('Checks  6 passed, 0 failed')
  expect(output).not.toContain('Sourcemap')
})

test.each(['true', 'false'])('its types hold with skipLibCheck %s', { timeout: TIMEOUT }, async (skipLibCheck) => {
  const { code, output } = await inFolder('npx', ['tsc', '-p', '.', '--skipLibCheck', skipLibCheck])
  expect(output.trim()).toBe('')
  expect(code).toBe(0)
})
