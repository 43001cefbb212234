/**
 * The ways in which the suite is run. Each gives how many tests it looked at and what was wrong.
 *
 * @module
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { finish, runScript, startScript } from './child.mjs'
import { differ, differences, readResults, readTests, recordsOf, unlike } from './outcome.mjs'
import { FILTERS, MENDED, suiteFiles, TESTS } from './suite.mjs'

/** Reporters of every run whose tests are looked at. */
export const REPORT = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json']
const SETUP = { test: `{ setupFiles: ['./setup.mjs'] }` }
const FAKE_TIMERS = `import { afterEach, beforeEach, vi } from 'vitest'
beforeEach(() => { vi.useFakeTimers(); console.log('timers are fake: ' + vi.isFakeTimers()) })
afterEach(() => { vi.useRealTimers() })
`
const PROJECTS = `{ projects: [
  { extends: true, test: { name: 'checks', include: ['checks.test.ts'] } },
  { extends: true, test: { name: 'recorded', include: ['recorded.test.ts', 'another.test.ts'] } },
] }`

/** Variants by name. */
export const VARIANTS = {
  forks: plain(['--pool=forks']),
  threads: plain(['--pool=threads']),
  vmThreads: plain(['--pool=vmThreads']),
  'no-isolate': plain(['--pool=threads', '--no-isolate']),
  jsdom: plain(['--environment=jsdom'], { ...SETUP, setup: 'console.log(navigator.userAgent)' }, printed(/jsdom\/29/)),
  'fake timers': plain([], { ...SETUP, setup: FAKE_TIMERS }, printed(/timers are fake: true/)),
  concurrent: plain([], { test: '{ sequence: { concurrent: true } }' }),
  coverage: plain(['--coverage.enabled', '--coverage.reporter=json', '--coverage.reportOnFailure'], {}, hasCoverage),
  retries: runRetries,
  projects: plain([], { test: PROJECTS }, hasProjects),
  'shard, merge': runShards,
  watch: runWatch,
  bail: runBail,
}

/** Makes the folder of a variant, with the recordings of the pair. */
export function makeSuite(pair, name, settings) {
  const path = join(pair.path, name.replace(/\W+/g, '-'))
  writeFiles(path, suiteFiles(settings))
  if (existsSync(pair.recordings)) cpSync(pair.recordings, join(path, 'evals/recordings'), { recursive: true })
  return path
}

/** Writes files below a folder. */
export function writeFiles(path, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

/** Runs Vitest in a folder. */
export function runVitest(pair, path, args, env) {
  return runScript(pair, path, pair.vitest, ['run', ...args], env)
}

/** Runs the whole suite in a folder, with a report of its tests. */
export function runSuite(pair, path, args = []) {
  return runVitest(pair, path, [...FILTERS, ...args, ...REPORT])
}

/** A run like the reference run; `proof` says what is wrong where it was not made in the way that it is named after. */
function plain(args, settings, proof = () => []) {
  return async (pair, name) => {
    const path = makeSuite(pair, name, settings)
    const { code, output } = await runSuite(pair, path, args)
    const problems = [
      ...differences({ code, path }),
      ...differ('records that differ', unlike(pair.reference, path), []),
      ...proof({ path, output }),
    ]
    return { tests: Object.keys(readTests(path)).length, problems, output }
  }
}

function printed(pattern) {
  return ({ output }) => differ(`output with ${pattern}`, pattern.test(output), true)
}

function hasCoverage({ path }) {
  const file = join(path, 'coverage/coverage-final.json')
  const covered = existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8'))) : []
  return differ(
    'coverage of a subject',
    covered.some((name) => name.endsWith('closed.subject.ts')),
    true,
  )
}

function hasProjects({ path }) {
  const names = readResults(path).flatMap(({ checks }) => checks.map(({ project }) => project))
  return differ('projects', [...new Set(names)].sort(), ['checks', 'recorded'])
}

/** Red tests are judged once more, and all attempts stay in the results. */
async function runRetries(pair, name) {
  const path = makeSuite(pair, name)
  const { code, output } = await runSuite(pair, path, ['--retry=1'])
  const checks = readResults(path)[0]?.checks ?? []
  const again = checks.filter(({ retry }) => retry === 1).map(({ test }) => test)
  const forgotten = ['forgets await', 'forgets await in another file']
  const red = ['a wrong patch', 'at once > value 1', 'fails', ...forgotten, 'is not judged', 'soft', 'soft']
  const problems = [...differences({ code, path, retry: 1 }), ...differ('judged again', again.sort(), red)]
  return { tests: Object.keys(readTests(path)).length, problems, output }
}

/** Two shards, each in a folder of its own as on a machine of its own, and the merge of their blobs in a third. */
async function runShards(pair, name) {
  const path = makeSuite(pair, name)
  const outputs = []
  for (const shard of [1, 2]) {
    const machine = makeSuite(pair, `${name} ${shard}`)
    const blob = ['--reporter=blob', '--outputFile=blob.json', `--shard=${shard}/2`]
    outputs.push((await runVitest(pair, machine, [...FILTERS, ...blob])).output)
    mkdirSync(join(path, 'blobs'), { recursive: true })
    if (existsSync(join(machine, 'blob.json'))) cpSync(join(machine, 'blob.json'), join(path, `blobs/${shard}.json`))
  }
  const { code, output } = await runVitest(pair, path, ['--merge-reports=blobs', ...REPORT])
  const problems = [...differences({ code, path }), ...differ('records that differ', unlike(pair.reference, path), [])]
  return { tests: Object.keys(readTests(path)).length, problems, output: [...outputs, output].join('\n') }
}

/** The first run is whole; after an edit of a subject its set runs again, alone, and is green. Watch mode writes no results files. */
async function runWatch(pair, name) {
  const path = makeSuite(pair, name)
  const run = startScript(pair, path, pair.vitest, ['watch', ...FILTERS, ...REPORT])
  const ended = finish(run)
  const isOver = (runs) => () => run.output().match(/(?:Waiting|Watching) for file changes/g)?.length >= runs
  await until(isOver(1))
  const first = readTests(path)
  rmSync(join(path, 'report.json'), { force: true })
  writeFileSync(join(path, 'evals/closed.subject.ts'), MENDED)
  await until(isOver(2))
  const second = readTests(path)
  run.child.kill('SIGINT')
  const { output } = await ended
  const green = ['closed good', 'closed bad', 'closed none', 'closed gate'].map((test) => [test, 'passed'])
  const problems = [
    ...differ('tests of the first run', first, TESTS),
    ...differ('tests of the second run', second, Object.fromEntries(green)),
    ...differ('the closing line of the second gate', /Gate closed: PASS/.test(output), true),
    ...differ('results files', readResults(path).length, 0),
  ]
  return { tests: Object.keys(first).length + Object.keys(second).length, problems, output }
}

/** The first red test ends the run: red, partial, and every record that there is is one of the whole run. */
async function runBail(pair, name) {
  const path = makeSuite(pair, name)
  const { code, output } = await runSuite(pair, path, ['--bail=1', '--no-file-parallelism'])
  const results = readResults(path)
  const red = Object.values(readTests(path)).filter((state) => state === 'failed').length
  const checks = recordsOf(path).filter((line) => line.startsWith('{"matcher"'))
  const problems = [
    ...differ('exit code', code, 1),
    ...differ('results files', results.length, 1),
    ...differ('partial', results[0]?.run.partial, true),
    ...differ('gate', results[0]?.gate.passed, false),
    ...differ('a red test', red > 0, true),
    ...differ(
      'records of no whole run',
      checks.filter((line) => !pair.reference.includes(line)),
      [],
    ),
  ]
  return { tests: Object.keys(readTests(path)).length, problems, output }
}

async function until(condition) {
  const end = Date.now() + 60_000
  while (!condition() && Date.now() < end) await sleep(50)
}
