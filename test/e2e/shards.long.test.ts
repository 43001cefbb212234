/**
 * What goes wrong between machines: shards that are lost, empty, run again or left from another run, and recordings that two of
 * them wrote.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../agent/fixtures.js'
import { startMessagesApi } from '../support/messages-api.js'
import { type Files, type RunResult, runVitest } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type FilesRun, judgedConfig, makeFolder, runFolder } from './run-files.js'

const good = 'hallucination=0'

function setsOf(names: readonly string[], input = good): Files {
  return Object.fromEntries(
    names.flatMap((feature) => [
      [
        `evals/${feature}.evalset.json`,
        JSON.stringify({ version: 1, feature, cases: [{ id: 'case', input: `${input} ${feature}` }] }),
      ],
      [`evals/${feature}.subject.ts`, 'export default ({ id }: { id: string }) => id'],
    ]),
  )
}

/** Runs a shard in a folder and keeps its blob in another one. */
async function runShard(path: string, shard: string, blob: string, ...args: string[]): Promise<RunResult> {
  const result = await runVitest(path, [
    'evals/',
    `--shard=${shard}`,
    '--reporter=blob',
    '--outputFile=b.json',
    ...args,
  ])
  mkdirSync(join(blob, '..'), { recursive: true })
  cpSync(join(path, 'b.json'), blob)
  return result
}

function merge(path: string): Promise<FilesRun> {
  return runFolder(path, { args: ['--merge-reports=blobs'], resultsIn: 'evals/results' })
}

describe('a merge', () => {
  const files = { 'vitest.config.ts': judgedConfig(), ...setsOf(['a', 'b', 'c']) }
  const blobOf = (path: string, name: string) => join(path, `blobs/${name}.json`)

  test('lacks no shard that was empty, and names each that is lost, the last one too', async () => {
    const path = makeFolder(files)
    const shards = [1, 2, 3, 4, 5]
    const runs: RunResult[] = []
    for (const shard of shards) runs.push(await runShard(makeFolder(files), `${shard}/5`, blobOf(path, `own-${shard}`)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
    const said = 'vitest-judge: no test file is left for this shard: there are 3 in all.'
    expect(runs.map(({ stdout }) => stdout.includes(said))).toEqual([false, false, false, true, true])

    const whole = await merge(path)
    expect(whole.code, whole.output).toBe(0)
    expect(whole.results.at(-1)?.sets.map(({ evalset }) => evalset)).toEqual(['a', 'b', 'c'])
    rmSync(blobOf(path, 'own-5'))
    expect((await merge(path)).code).toBe(0)
    for (const [lost, line] of [
      [3, 'shards missing: 3/5'],
      [1, 'shards missing: 1/5, 3/5'],
    ] as const) {
      rmSync(blobOf(path, `own-${lost}`))
      const { code, stdout, results } = await merge(path)
      expect(code).toBe(1)
      expect(results.at(-1)?.run.partial).toBe(true)
      expect(stdout).toContain(line)
      expect(results.at(-1)?.gate).toMatchObject({ passed: false })
    }
    // The empty one is left.
    rmSync(blobOf(path, 'own-2'))
    expect((await merge(path)).code).toBe(1)
  })

  test('of a shard that was run again takes the later run, once, also under a name filter', async () => {
    const path = makeFolder(files)
    const named = ['-t', 'case']
    await runShard(
      makeFolder({ ...files, ...setsOf(['a', 'b', 'c'], 'task_success=0.1') }),
      '1/1',
      blobOf(path, '9'),
      ...named,
    )
    await runShard(makeFolder(files), '1/1', blobOf(path, '1'), ...named)
    const { code, output, results } = await merge(path)
    expect(code, output).toBe(0)
    expect(results[0]?.run.partial).toBe(true)
    expect(results[0]?.sets.map(({ cases }) => cases.map(({ scores }) => scores.task_success))).toEqual([[1], [1], [1]])
    expect(output.match(/✓ evals\/a\.evalset\.json/g)).toHaveLength(1)
  })

  test('takes no blob of a run that was cut into other shards for one of its own', async () => {
    const path = makeFolder(files)
    for (const shard of [1, 2, 3]) await runShard(makeFolder(files), `${shard}/3`, blobOf(path, `old-${shard}`))
    await runShard(makeFolder(files), '1/2', blobOf(path, 'new-1'))
    const { code, stdout } = await merge(path)
    expect(code).toBe(1)
    expect(stdout).toContain('shards missing: 2/2')
  })

  test('takes no blob of another commit for one of its own', async () => {
    const path = makeFolder(files)
    const ofCommit = (message: string) => {
      const folder = makeFolder(files)
      git(folder, 'init', '-q')
      git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', message)
      return folder
    }
    const newer = ofCommit('new')
    await runShard(ofCommit('old'), '1/2', blobOf(path, '1'))
    await runShard(newer, '2/2', blobOf(path, '2'))
    const { code, stdout } = await merge(path)
    expect(code).toBe(1)
    expect(stdout).toContain('shards missing: 1/2')
    await runShard(newer, '1/2', blobOf(path, '1'))
    expect((await merge(path)).code).toBe(0)
  })
})

test('a shard that leaves no blob has results of its own, which are partial and no baseline', async () => {
  const path = makeFolder({ 'vitest.config.ts': judgedConfig(), ...setsOf(['a', 'b']) })
  const { code, results, stdout } = await runFolder(path, {
    args: ['evals/', '--shard=1/2'],
    resultsIn: 'evals/results',
  })
  expect(code, stdout).toBe(0)
  expect(results[0]?.sets).toHaveLength(1)
  expect(results[0]?.run.partial).toBe(true)
})

describe('recordings of two machines', () => {
  const names = ['a', 'b', 'c', 'd']

  /** A folder for each of two shards after its run, and the requests of both. */
  async function record(files: Files): Promise<{ path: string; machines: string[]; requests: number }> {
    await using api = await startMessagesApi({ reply: answerRequest })
    const config = { 'vitest.config.ts': apiConfig(api.url) }
    const machines = [1, 2].map(() => makeFolder({ ...files, ...config }))
    for (const [index, machine] of machines.entries()) {
      const { code, output } = await runShard(machine, `${index + 1}/2`, join(machine, 'blobs/1.json'))
      expect(code, output).toBe(0)
    }
    return { path: makeFolder({ ...files, ...config }), machines, requests: api.stats.requests }
  }

  const recordings = (path: string) => join(path, 'evals/recordings')
  const filesIn = (path: string) =>
    (readdirSync(recordings(path), { recursive: true }) as string[]).filter((name) => name.endsWith('.json')).sort()
  const replay = (path: string, mode = 'replay') =>
    runFolder(path, { args: ['evals/'], resultsIn: 'evals/results', env: { VITEST_JUDGE_RECORDINGS: mode } })

  test('have no name in common, and together replay the whole run without a request', async () => {
    const { path, machines, requests } = await record(setsOf(names))
    const [one = [], two = []] = machines.map(filesIn)
    expect(one.filter((name) => two.includes(name))).toEqual([])
    expect(one.length + two.length).toBe(requests)
    for (const machine of machines) cpSync(recordings(machine), recordings(path), { recursive: true })
    // The server is gone: whoever asked would be unjudged.
    const { code, output, results } = await replay(path)
    expect(code, output).toBe(0)
    expect(results[0]?.usage.requests).toBe(0)
    expect(results[0]?.sets).toHaveLength(4)
  })

  test('of one question are one file, of which either replays and none is mixed', async () => {
    const { path, machines } = await record(setsOf(names))
    const [one = '', two = ''] = machines
    const [name = ''] = filesIn(one)
    cpSync(recordings(two), recordings(path), { recursive: true })
    cpSync(recordings(one), recordings(path), { recursive: true })
    const own = readFileSync(join(recordings(one), name), 'utf8')
    const other = own.replace(/"recorded_at": "[^"]+"/, '"recorded_at": "2026-01-01T00:00:00.000Z"')
    expect(other).not.toBe(own)
    writeFileSync(join(recordings(path), name), other)
    expect((await replay(path)).code).toBe(0)

    // As Git leaves a file that two branches added.
    const conflict = `<<<<<<< HEAD\n${own}=======\n${other}>>>>>>> theirs\n`
    writeFileSync(join(recordings(path), name), conflict)
    const broken = await replay(path)
    expect(broken.code).toBe(1)
    const told = JSON.stringify(broken.results.at(-1)?.sets)
    expect(told).toContain(`${name}: `)
    expect(told).toContain('Restore the file, or record it again.')
  })
})
