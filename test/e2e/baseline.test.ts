import { execFile } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { newestResults } from '../../src/report/results.js'
import { write } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFolder } from './run-files.js'

const settings = { args: ['evals/'], resultsIn: 'evals/results' }
const IDS = Array.from({ length: 24 }, (_, index) => `case-${index}`)

/** 24 cases, each worth what `scores` says; the subject reads it from a file, as an agent that was changed. */
function filesOf(options: string, threshold = 0.3) {
  const set = {
    version: 1,
    feature: 'refunds',
    rubric: { dimensions: [{ name: 'task_success', weight: 1 }], pass_threshold: threshold },
    cases: IDS.map((id) => ({ id, input: 'x' })),
  }
  return {
    'vitest.config.ts': judgedConfig(options),
    'evals/refunds.evalset.json': JSON.stringify(set),
    'evals/refunds.subject.ts': `import { readFileSync } from 'node:fs'
const scores = JSON.parse(readFileSync(new URL('../scores.json', import.meta.url), 'utf8'))
export default ({ id }: { id: string }) => 'task_success=' + scores[id]`,
    'scores.json': scoresOf(),
  }
}

/** 0.9 and 0.8 by turns, with some cases changed. */
function scoresOf(changed: Readonly<Record<string, number>> = {}): string {
  return JSON.stringify(Object.fromEntries(IDS.map((id, index) => [id, changed[id] ?? (index % 2 ? 0.9 : 0.8)])))
}

const LATEST = `baseline: 'latest', gate: { on: 'set', noRegression: true }`
const LOST = Object.fromEntries(IDS.slice(0, 9).map((id) => [id, 0.1]))

describe('noRegression against the latest run', { tags: ['long'] }, () => {
  let path: string
  const runs: FilesRun[] = []
  beforeAll(async () => {
    path = makeFolder(filesOf(LATEST))
    runs.push(await runFolder(path, settings))
    runs.push(await runFolder(path, settings))
    // Less than all is no baseline, so the next run is compared with the second one.
    write(path, { 'scores.json': scoresOf({ 'case-0': 0.1 }) })
    await runFolder(path, { ...settings, args: ['evals/', '-t', 'case-0'] })
    write(path, { 'scores.json': scoresOf(LOST) })
    runs.push(await runFolder(path, settings))
  })

  test('has nothing to compare with in the first run, and says so', () => {
    expect(runs[0]?.code).toBe(0)
    expect(runs[0]?.stdout).toContain('Baseline  none yet: no whole run in evals/results\n')
    expect(runs[0]?.results[0]?.comparison).toBe(undefined)
  })

  test('finds no difference where there is none', () => {
    const { comparison, gate } = runs[1]?.results.at(-1) ?? {}
    expect(comparison?.groups).toMatchObject([
      { verdict: 'no detectable difference', pairs: 24, difference: 0, p_value: 1, unchanged: 24 },
    ])
    expect(gate?.line).toContain(' · baseline: no detectable difference · ')
    expect(runs[1]?.code).toBe(0)
  })

  test('closes the gate on a significant loss, by the fault of the agent, though every mean is above its threshold', () => {
    const run = runs[2]
    const results = run?.results.at(-1)
    expect(results?.sets[0]).toMatchObject({ passed: true, gate: { passed: false } })
    expect(results?.sets[0]?.gate.line).toContain('Gate refunds: FAIL (agent) · is worse than the baseline: 0.28 less')
    expect(results?.gate.reasons).toEqual([
      {
        evalset: 'refunds',
        kind: 'agent',
        text: 'is worse than the baseline: 0.28 less per case, 9 of 24 cases turned red',
      },
    ])
    expect(run?.code).toBe(1)
    expect(blockOf(run)).toMatchInlineSnapshot(`
      "Baseline <file, time and commit>
        refunds: WORSE, 24 cases compared
          score: -0.28 on average (95 % interval -0.44 to -0.13)
          pass or fail: 0 turned green, 9 turned red, McNemar's exact p = 0.004
          by chance over all sets: p = 0.004 for the score, 0.004 for pass or fail
          0 improved, 9 worse, 15 unchanged
          turned red (9): case-0, case-1, case-2, case-3, case-4, and 4 more"
    `)
    expect(results?.gate.line.replace(/commit \S+ on \S+( \(dirty\))? · /, '')).toMatchInlineSnapshot(
      `"Gate, whole run: FAIL (agent) · sets: 0 passed, 1 failed (refunds) · baseline: worse in refunds · price not known"`,
    )
  })

  test('says the same by the command, whatever the older file is called', async () => {
    const names = newestResults(readdirSync(join(path, 'evals/results'))).reverse()
    const [older = '', newer = ''] = [names[1], names.at(-1)].map((name) => `evals/results/${name}`)
    const { code, stdout } = await diff(path, older, newer)
    expect(code).toBe(0)
    expect(masked(stdout)).toBe(blockOf(runs[2]))
  })
})

const MISTYPED =
  'noRegression names what is no case of these sets, nor of the baseline: case-33. Did you mean `case-3`?'

test('a named case that turned red closes the gate, so does one that is nowhere, and another is let pass', {
  tags: ['long'],
}, async () => {
  const path = makeFolder(filesOf(`gate: { on: 'set' }`))
  const [first] = (await runFolder(path, settings)).results
  write(path, { 'old.json': JSON.stringify(first), 'scores.json': scoresOf({ 'case-3': 0.1 }) })
  const gated = async (names: string) => {
    write(path, {
      'vitest.config.ts': judgedConfig(`baseline: 'old.json', gate: { on: 'set', noRegression: ${names} }`),
    })
    return runFolder(path, settings)
  }
  const red = await gated(`['case-3', 'case-33']`)
  expect([red.code, red.results.at(-1)?.gate.reasons]).toEqual([
    1,
    [
      { evalset: 'refunds', kind: 'agent', text: 'turned red since the baseline: case-3' },
      { evalset: null, kind: 'config', text: MISTYPED },
    ],
  ])
  expect(red.stdout).toContain('\nGate refunds: FAIL (agent) · turned red since the baseline: case-3 · ')
  expect(red.stdout).toContain(`FAIL (agent, config)`)
  expect((await gated(`['case-4']`)).code).toBe(0)
  const mistyped = await gated(`['case-4', 'case-33']`)
  expect([mistyped.code, mistyped.results.at(-1)?.gate.reasons]).toEqual([
    1,
    [{ evalset: null, kind: 'config', text: MISTYPED }],
  ])
  expect((await gated('true')).code).toBe(0)
})

test('a set of the baseline that did not run closes the gate of a run that was asked for it, and of no other', {
  tags: ['long'],
}, async () => {
  const files = filesOf(`gate: { on: 'set' }`)
  const path = makeFolder({
    ...files,
    'evals/more.evalset.json': files['evals/refunds.evalset.json'].replaceAll('refunds', 'more'),
    'evals/more.subject.ts': files['evals/refunds.subject.ts'],
    // Of the same name as the first set, which loses its guard by that no more.
    'evals/twin.evalset.json': files['evals/refunds.evalset.json'],
    'evals/twin.subject.ts': files['evals/refunds.subject.ts'],
  })
  const [whole] = (await runFolder(path, settings)).results
  const guarded = { 'vitest.config.ts': judgedConfig(`baseline: 'old.json', gate: { on: 'set', noRegression: true }`) }
  write(path, { ...guarded, 'old.json': JSON.stringify(whole) })
  const part = await runFolder(path, { ...settings, args: ['evals/refunds'] })
  expect([part.code, part.results.at(-1)?.comparison?.notes]).toEqual([
    0,
    ['this run was asked for a part only (evals/refunds): what is gone may only not have run'],
  ])
  const excluded = await runFolder(path, { ...settings, args: ['evals/', '--exclude', '**/more.*'] })
  expect([excluded.code, excluded.results.at(-1)?.run.narrowed_by]).toEqual([0, ['--exclude **/more.*']])
  write(path, { 'vitest.config.ts': judgedConfig(`gate: { on: 'set' }`, `{ tags: [{ name: 'slow' }] }`) })
  const tagged = await runFolder(path, { ...settings, args: ['evals/', '--tags-filter=!slow'] })
  expect([tagged.code, tagged.results.at(-1)?.run.partial]).toEqual([0, true])
  rmSync(join(path, 'evals/more.evalset.json'))
  write(path, { ...guarded, 'scores.json': scoresOf(LOST) })
  const gone = await runFolder(path, settings)
  expect([gone.code, gone.results.at(-1)?.gate.reasons]).toMatchObject([
    1,
    [
      { evalset: 'refunds', kind: 'agent', text: expect.stringContaining('is worse than the baseline') },
      { evalset: 'refunds', kind: 'agent', text: expect.stringContaining('is worse than the baseline') },
      {
        ...{ evalset: null, kind: 'config' },
        text: 'more (evals/more.evalset.json) is in the baseline and did not run, so noRegression cannot hold; make a new baseline if it is gone for good',
      },
    ],
  ])
  expect(gone.stdout).toContain('  note: IN THE BASELINE, AND DID NOT RUN: more\n')
  write(path, { 'vitest.config.ts': judgedConfig(`baseline: 'old.json', gate: { on: 'set' }`) })
  const noted = await runFolder(path, settings)
  expect([noted.code, noted.stdout.includes('AND DID NOT RUN: more')]).toEqual([0, true])
})

test('what was judged in another way is refused, closes a gate that goes by it, and is shown by force', {
  tags: ['long'],
}, async () => {
  const path = makeFolder(filesOf(LATEST))
  await runFolder(path, settings)
  write(path, filesOf(LATEST, 0.25))
  const run = await runFolder(path, settings)
  expect(run.code).toBe(1)
  expect(run.results.at(-1)?.gate.reasons).toMatchObject([
    {
      evalset: 'refunds',
      kind: 'config',
      text: expect.stringContaining('(not the same threshold (0.3, now 0.25)): case-0, '),
    },
  ])
  const [older = '', newer = ''] = readdirSync(join(path, 'evals/results'))
    .sort()
    .map((name) => `evals/results/${name}`)
  const refused = await diff(path, older, newer)
  expect([refused.code, masked(refused.stdout)]).toMatchInlineSnapshot(`
    [
      1,
      "Baseline <file, time and commit>
      refunds: refused, 24 judged in another way
        note: not the same threshold (0.3, now 0.25)

    What is refused was judged in another way; --force compares it all the same.",
    ]
  `)
  const forced = await diff(path, older, newer, '--force')
  expect([forced.code, masked(forced.stdout)]).toMatchInlineSnapshot(`
    [
      0,
      "Baseline <file, time and commit>
      WARNING: --force compares also what was judged in another way; such figures
        say little.
      refunds: no detectable difference, 24 cases compared, 24 of them judged in
        another way
        note: not the same threshold (0.3, now 0.25)
        score: 0.00 on average (95 % interval -0.12 to +0.12)
        pass or fail: 0 turned green, 0 turned red, McNemar's exact p = 1.000
        by chance over all sets: p = 1.000 for the score, 1.000 for pass or fail
        0 improved, 0 worse, 24 unchanged",
    ]
  `)
})

test('a baseline that is missing closes the gate, and nothing of the run is lost', async () => {
  const path = makeFolder(filesOf(`baseline: 'old.json'`))
  const missing = await runFolder(path, settings)
  const [results] = missing.results
  expect([missing.code, results?.gate.reasons]).toMatchObject([
    1,
    [{ kind: 'config', text: expect.stringContaining('the baseline old.json cannot be used: ENOENT') }],
  ])
  expect(results?.gate.line).toContain('sets: 1 passed')
})

test('a baseline that is cut or partial closes the gate, and nothing of the run is lost', {
  tags: ['long'],
}, async () => {
  const path = makeFolder(filesOf(`baseline: 'old.json'`))
  const [results] = (await runFolder(path, settings)).results
  for (const [text, why] of [
    ['{"version": 2, "run"', 'Was the file cut?'],
    [JSON.stringify({ ...results, run: { ...results?.run, partial: true } }), 'its run was partial'],
    ['', 'expected the text to be JSON'],
  ] as const) {
    writeFileSync(join(path, 'old.json'), text)
    const run = await runFolder(path, settings)
    expect([run.code, run.results.at(-1)?.sets.length]).toEqual([1, 1])
    expect(run.results.at(-1)?.gate.reasons[0]?.text).toContain(why)
  }
})

test('the command wants two results files and says what is wrong with one', async () => {
  const path = makeFolder({ 'a.json': '{"version": 9}', 'b.json': '[]' })
  const said = async (...args: string[]) => {
    const { code, stderr } = await diff(path, ...args)
    return [code, stderr.split('\n')[0]]
  }
  expect(await said('a.json')).toEqual([2, 'vitest-judge: Name two results files, the older one first.'])
  expect(await said('a.json', 'b.json', 'c.json')).toEqual([2, expect.stringContaining('Name two results files')])
  expect(await said('a.json', 'b.json')).toEqual([2, expect.stringContaining('A newer vitest-judge wrote it')])
  expect(await said('b.json', 'a.json')).toEqual([2, expect.stringContaining('Is it a results file')])
  expect(await said('none.json', 'a.json')).toEqual([2, expect.stringContaining('cannot read "none.json"')])
})

function diff(cwd: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH ?? '' } }
    execFile(process.execPath, [program, 'diff', ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}

/** The comparison of a run, without what is another in each run. */
function blockOf(run: FilesRun | undefined): string {
  const { stdout = '' } = run ?? {}
  return masked(stdout.slice(stdout.indexOf('Baseline  ')).split('\n\nJudge')[0] ?? '')
}

function masked(text: string): string {
  return text.replace(/^Baseline [\s\S]*?(?=\n {2}\S+: )/, 'Baseline <file, time and commit>').trimEnd()
}
