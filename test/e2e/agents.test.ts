/**
 * Commands and workspaces in real runs: as the subject of an eval set, at a test's timeout, and when the run is killed.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runningIn } from '../support/processes.js'
import { config, startVitest } from '../support/run-vitest.js'
import { judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

/** Notes its process and that of a child, neither of which heeds SIGTERM, and never ends. */
const HANGS = `import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
const file = process.argv[2]
process.on('SIGTERM', () => {})
const child = spawn('sh', ['-c', 'trap "" TERM; echo on; while :; do sleep 1; done'])
child.stdout.once('data', () => appendFileSync(file, child.pid + '\\n' + process.pid + '\\n'))
setInterval(() => {}, 1000)
`

const hangingTest = (timeout: number) => `import { resolve } from 'node:path'
import { test } from 'vitest'
import { commandSubject } from 'vitest-judge'
const agent = commandSubject({ command: ['node', resolve('hangs.mjs'), resolve('pids')], workspace: 'fixtures/app' })
test('hangs', { timeout: ${timeout} }, async ({ signal }) => { await agent({ input: 'x' }, { signal }) })
`

function newTemporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agents-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const workspaces = (temporary: string) => readdirSync(temporary).filter((name) => /^vitest-judge-\w+-\d+-/.test(name))

test('a command in a workspace is the subject of an eval set', async () => {
  const run = await runFiles(
    {
      'vitest.config.ts': judgedConfig(),
      'fixtures/app/score.txt': 'task_success=0.1\n',
      'agent.mjs': `import { readFileSync, writeFileSync } from 'node:fs'
        const input = readFileSync(0, 'utf8')
        if (input === 'fail') { console.error('no such model'); process.exit(4) }
        writeFileSync('score.txt', input)
        console.log(JSON.stringify({ output: 'done', toolCalls: [{ tool: 'edit', args: { file: 'score.txt' } }] }))`,
      'evals/fix.subject.ts': `import { resolve } from 'node:path'
        import { commandSubject } from 'vitest-judge'
        export default commandSubject({ command: ['node', resolve('agent.mjs')], output: 'json', workspace: 'fixtures/app' })`,
      'evals/fix.evalset.json': JSON.stringify({
        version: 1,
        feature: 'fix',
        rubric: { dimensions: [{ name: 'task_success', weight: 1 }] },
        cases: [
          { id: 'good', input: 'task_success=0.9' },
          { id: 'bad', input: 'task_success=0.2' },
          { id: 'broken', input: 'fail' },
        ],
      }),
    },
    { args: ['evals'], resultsIn: 'evals/results' },
  )
  const [cases] = run.results.map(({ sets: [set] }) => set?.cases ?? [])
  expect(cases?.map(({ id, scores }) => [id, scores.task_success])).toEqual([
    ['good', 0.9],
    ['bad', 0.2],
    ['broken', undefined],
  ])
  expect(run.tests['fix broken']?.errors.join()).toMatchInlineSnapshot(`
    "CommandError: The agent "node agent.mjs" ended with exit code 4. Its standard error ends with:
      | no such model"
  `)
  expect(run.tests['fix good']?.status).toBe('passed')
})

test('the timeout of a test ends the agent and removes its workspace, while the run goes on', {
  tags: ['long'],
}, async () => {
  const temporary = newTemporary()
  const path = makeFolder({
    'vitest.config.ts': config(),
    'fixtures/app/a.txt': 'a',
    'hangs.mjs': HANGS,
    'a.test.ts': `${hangingTest(2500)}
test('waits', { timeout: 10_000 }, () => new Promise((resolve) => setTimeout(resolve, 4000)))`,
  })
  const run = await runFolder(path, { env: { TMPDIR: temporary } })
  expect(run.output).toContain('Test timed out in 2500ms')
  expect(run.tests.waits?.status).toBe('passed')
  expect(runningIn(join(path, 'pids'))).toEqual([])
  expect(workspaces(temporary)).toEqual([])
})

test.each([
  ['forks', 'SIGTERM'],
  ['forks', 'SIGKILL'],
  ['threads', 'SIGINT'],
  ['threads', 'SIGKILL'],
  ['vmThreads', 'SIGKILL'],
] as const)(
  'no agent outlives a run in %s that gets %s, nor its workspace the next run',
  { tags: ['long'] },
  async (pool, signal) => {
    const temporary = newTemporary()
    const path = makeFolder({
      'vitest.config.ts': config('{}', `{ pool: '${pool}' }`),
      'fixtures/app/a.txt': 'a',
      'hangs.mjs': HANGS,
      'a.test.ts': hangingTest(60_000),
    })
    const { child, finished } = startVitest(path, [], { TMPDIR: temporary })
    await expect.poll(() => runningIn(join(path, 'pids')), { timeout: 30_000 }).toHaveLength(2)
    expect(workspaces(temporary)).toHaveLength(1)
    child.kill(signal)
    await finished
    await expect.poll(() => runningIn(join(path, 'pids')), { timeout: 10_000 }).toEqual([])
    rmSync(join(path, 'a.test.ts'))
    const next = `import { expect, test } from 'vitest'
    import { workspace } from 'vitest-judge'
    test('next', async () => { await using ws = await workspace('fixtures/app'); expect(await ws.diff()).toBe('') })`
    const run = await runFolder(
      makeFolder({ 'vitest.config.ts': config(), 'fixtures/app/a.txt': 'a', 'b.test.ts': next }),
      {
        env: { TMPDIR: temporary },
      },
    )
    expect(run.code, run.output).toBe(0)
    expect(workspaces(temporary)).toEqual([])
  },
)
