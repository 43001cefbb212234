import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
const matchers = `import { expect, test } from 'vitest'
import { judge, type Rubric, type RunResults, readTrajectory, resultsSchema, rubrics, scoreRelay, unified } from 'vitest-judge'

const rubric: Rubric = { name: 'own', dimensions: [{ name: 'clarity', weight: 2, invert: false, category: 'artifact' }], passThreshold: 0.5 }
const gold = '--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n'
const issues = { high: [{ id: 'A', description: 'the cache is never cleared', location: 'src/a.ts:3' }] }

test('all matchers', async () => {
  await expect('Short.').toPassRubric('Is short', { threshold: 0.8, challenge: 'c', spec: 's', code: 'x', goldStandard: { response: 'r', score: 90, notes: 'n' } })
  await expect(gold).toMatchGroundTruthPatch(gold, { threshold: 0.9, ignore: ['docs/**'] })
  await expect({ model_patch: gold }).toMatchGroundTruthPatch({ patch: gold })
  await expect('- src/a.ts:3: the cache is never cleared').toFindBaselineIssues(Object.values(issues).flat().map((issue) => ({ ...issue, severity: 'high' })), { minRecall: 0.9, minPrecision: 0.5, mustFind: ['A'] })
  await expect(Promise.resolve('Short.')).resolves.toPassRubric('Is short')
  await expect.soft('Short.').toPassRubric('Is short')
})

export async function onlyTypes(results: RunResults): Promise<void> {
  await expect('x').not.toPassRubric(unified, { character: 'a captain' })
  await expect('x').toPassRubric(rubric)
  await expect('x').toFindBaselineIssues(issues, { judge: true, minScore: 0.5, challenge: 'c', code: 'x', character: 'a captain', bonusIssues: issues })
  await expect('x').toPassRubric(rubrics.dev)
  await expect('x').toMeetBehaviors({ plan: [{ id: 'A', description: 'asks first' }] }, { minMet: 0.5, mustMeet: ['A'], minScore: 0.4 })
  await expect('x').not.toWinAgainst({ text: 'y' }, { challenge: 'c', character: 'a', otherCharacter: 'b', swap: false })
  await expect({ sm: 'a', tea: 'b', dev: 'c', reviewer: 'd' }).toBeCoherentChain({ theme: 'sailors', min: 'excellent' })
  await expect('x').toResolveInstance({ patch: gold }, { minScore: 0.6 })
  const run = readTrajectory('[]')
  await expect(run).toHaveCalledTools(['a', { tool: 'b', args: (args) => args.n > 1 }, { tool: 'c', args: [1, null] }], { order: 'unordered', args: 'partial', only: ['a'], ignoreFailed: true })
  await expect(Promise.resolve(run)).resolves.not.toHaveCalledTools(run.toolCalls, { args: (received, expected, tool) => received === expected || tool === 'a' })
  await expect(run).toStayWithin({ steps: 3, seconds: 1.5 })
  const compared = await judge({ mode: 'compare', challenge: 'c', contestants: [{ spec: 'a', response: 'x' }, { spec: 'b', response: 'y' }] })
  if (compared.success) compared.contestants['a']?.weighted_total?.toFixed(scoreRelay({ sm: 1, tea: 1, dev: 1, reviewer: 1 }, 'good').raw)
  const behaved = await judge({ mode: 'solo', response: 'x', baseline_criteria: {} })
  if (behaved.success) behaved.execution.subtotal.toFixed()
  const promised: Promise<void> = expect('x').toPassRubric(rubric)
  await promised
  const parsed: RunResults = resultsSchema.parse(results)
  parsed.sets[0]?.aggregate?.toFixed(2)
  // @ts-expect-error a rubric is needed
  await expect('x').toPassRubric()
  // @ts-expect-error a misspelt option
  await expect('x').toPassRubric('Is short', { treshold: 0.8 })
  // @ts-expect-error a threshold is a number
  await expect('x').toMatchGroundTruthPatch(gold, { threshold: '80 %' })
  // @ts-expect-error globs are a list
  await expect('x').toMatchGroundTruthPatch(gold, { ignore: 'docs/**' })
  // @ts-expect-error ids are a list
  await expect('x').toFindBaselineIssues(issues, { mustFind: 'A' })
  // @ts-expect-error a challenge is needed
  await expect('x').toWinAgainst('y', {})
  // @ts-expect-error there is no such rating
  await expect('x').toBeCoherentChain({ theme: 'sailors', min: 'poor' })
  // @ts-expect-error there is no such order
  await expect(run).toHaveCalledTools(['a'], { order: 'exact' })
  // @ts-expect-error there is no such limit
  await expect(run).toStayWithin({ minutes: 3 })
  // @ts-expect-error a dimension needs a weight
  await expect('x').toPassRubric({ dimensions: [{ name: 'a' }] })
  // @ts-expect-error there is no such matcher
  await expect('x').toPassRubrics('Is short')
}
`
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
