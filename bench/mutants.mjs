/**
 * How much of the arithmetic the tests hold: StrykerJS changes it in every small way that it knows and runs the quick tests of the
 * folder that it belongs to. `npm run test:mutants`, or of some folders or files: `node bench/mutants.mjs scoring patch/hunks.ts`.
 *
 * Prints a table for each folder and keeps what survived in bench/.results. 520 mutants took five minutes of two cores; what
 * was noticed before is kept in bench/.cache and not run again, unless the code or its tests have changed.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printMutants } from './mutants/table.mjs'
import { install } from './peers/install.mjs'

const FOLDERS = ['scoring', 'patch', 'findings']
// The last version for Node 20.
const STRYKER = { '@stryker-mutator/core': '9.6.1', '@stryker-mutator/api': '9.6.1' }

const root = fileURLToPath(new URL('..', import.meta.url))
const results = join(root, 'bench/.results')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: '2' } },
})
const wanted = positionals.length > 0 ? positionals : FOLDERS
const unknown = wanted.find((name) => !FOLDERS.includes(name.split('/')[0]) || !existsSync(join(root, 'src', name)))
if (unknown !== undefined) {
  console.error(`mutants: expected folders or files of ${FOLDERS.join(', ')}, such as scoring/kappa.ts, got ${unknown}`)
  process.exit(2)
}

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { vitest, 'fast-check': fastCheck } = devDependencies
const home = install({ packages: { ...STRYKER, ...dependencies, vitest, 'fast-check': fastCheck } })
mkdirSync(results, { recursive: true })
for (const folder of FOLDERS) {
  const own = wanted.filter((name) => name.split('/')[0] === folder)
  if (own.length > 0) testMutants(folder, own)
}

/** Stryker changes files where they are, so that it gets a copy. */
function testMutants(folder, names) {
  const path = join(home, 'run', folder)
  rmSync(path, { recursive: true, force: true })
  for (const name of ['src', 'matchers', 'test', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(path, name), { recursive: true, filter: (file) => !file.includes('.tmp') })
  }
  for (const name of ['plugin.mjs', 'worker.mjs']) cpSync(join(root, 'bench/mutants', name), join(path, name))
  writeFileSync(join(path, 'vitest.config.mjs'), configOf(folder))
  const report = join(results, `mutants-${folder}.json`)
  writeFileSync(join(path, 'stryker.config.json'), JSON.stringify(strykerConfig(folder, names, report)))
  rmSync(report, { force: true })
  forgetSurvivors(join(home, `${folder}.json`), names)
  const { status } = spawnSync(
    process.execPath,
    [join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run'],
    {
      cwd: path,
      stdio: 'inherit',
      // CI: a snapshot that is not there is a failure.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: '1' },
    },
  )
  if (status !== 0) process.exit(status ?? 1)
  printMutants(folder, JSON.parse(readFileSync(report, 'utf8')), join(results, `mutants-${folder}.txt`))
}

/** Stryker sees neither that a row of a table of tests has changed, nor which tests matter to what a module does when it is loaded. */
function forgetSurvivors(incrementalFile, names) {
  if (!existsSync(incrementalFile)) return
  const answered = JSON.parse(readFileSync(incrementalFile, 'utf8'))
  for (const [path, file] of Object.entries(answered.files)) {
    if (!names.some((name) => path.startsWith(`src/${name}`))) continue
    file.mutants = file.mutants.filter(({ status }) => status !== 'Survived')
  }
  writeFileSync(incrementalFile, JSON.stringify(answered))
}

function configOf(folder) {
  const test = {
    include: [`test/${folder}/**/*.test.ts`],
    exclude: ['**/*.long.test.ts'],
    tags: [{ name: 'long' }],
    tagsFilter: ['!long'],
    runner: './worker.mjs',
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 60_000,
  }
  return `export default ${JSON.stringify({ test })}`
}

function strykerConfig(folder, names, report) {
  return {
    testRunner: 'resident',
    plugins: ['./plugin.mjs'],
    coverageAnalysis: 'perTest',
    inPlace: true,
    incremental: true,
    incrementalFile: join(home, `${folder}.json`),
    concurrency: Number(values.concurrency),
    mutate: names.map((name) => (name.endsWith('.ts') ? `src/${name}` : `src/${name}/**/*.ts`)),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    // A mutant that goes on for ever is stopped by its count of loops; time is for what is slow on a loaded machine.
    timeoutMS: 60_000,
  }
}
