/**
 * This package beside its peers and plain Vitest: the same cases, the same judge, the same machine, in turns. Prints tables
 * and keeps every run in bench/.results. `npm run bench -- --rounds 5 --only a,c --contestants vitest,ours,evalite`.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startJudgeServer } from './judge-server.mjs'
import { measure } from './measure.mjs'
import { evalite } from './peers/evalite.mjs'
import { cache, install, makeRunFolder, versionOf } from './peers/install.mjs'
import { langsmith } from './peers/langsmith.mjs'
import { ours } from './peers/ours.mjs'
import { scenarios } from './peers/scenarios.mjs'
import { summarize, tableOf } from './peers/table.mjs'
import { vitestConcurrent, vitestSerial } from './peers/vitest.mjs'
import { vitestEvals } from './peers/vitest-evals.mjs'
import { viteval } from './peers/viteval.mjs'

const all = {
  vitest: vitestConcurrent,
  'vitest-serial': vitestSerial,
  ours,
  'vitest-evals': vitestEvals,
  evalite,
  viteval,
  langsmith,
}
const { rounds, only, contestants } = readOptions()
const results = fileURLToPath(new URL('.results', import.meta.url))

function readOptions() {
  const option = { type: 'string' }
  const { values } = parseArgs({ options: { rounds: option, only: option, contestants: option } })
  const count = Number(values.rounds ?? 5)
  if (!Number.isInteger(count) || count < 1) stop(`--rounds: expected a number from 1, got ${values.rounds}`)
  return {
    rounds: count,
    only: namesOf('only', values.only, scenarios),
    contestants: namesOf('contestants', values.contestants, all),
  }
}

function namesOf(option, text, known) {
  const names = text?.split(',') ?? Object.keys(known)
  const unknown = names.find((name) => !Object.hasOwn(known, name))
  if (unknown !== undefined) stop(`--${option}: expected some of ${Object.keys(known).join(', ')}, got ${unknown}`)
  return names
}

function stop(message) {
  console.error(message)
  process.exit(2)
}

/** Nothing of the environment but where programs are: no key, no address and no settings of whoever measures. */
function environment(url, own) {
  const home = join(cache, 'home')
  mkdirSync(home, { recursive: true })
  const judge = { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'test-key' }
  return { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...judge, ...own }
}

async function runOnce(server, contestant, { home, folder, round }, scenario) {
  const command = typeof contestant.command === 'function' ? contestant.command(scenario) : contestant.command
  const { latencyMs, share429, perSecond } = scenario
  server.reset({ latencyMs, share429, perSecond, seed: round })
  const [name, ...args] = command
  const env = environment(server.url, contestant.env)
  const run = await measure(join(home, 'node_modules/.bin', name), args, { cwd: folder, env })
  return { ...run, ...server.stats(), failures: contestant.failures(run.output) }
}

/** What each contestant took in each of the rounds. They take turns, so that a noisy minute meets all of them. */
async function runScenario(server, id) {
  const scenario = scenarios[id]
  const rows = contestants.map((key) => {
    const contestant = all[key]
    return {
      key,
      contestant,
      name: contestant.name,
      cannot: missing.get(key) ?? (contestant.cannot(scenario) || undefined),
      runs: [],
    }
  })
  const running = rows.filter(({ cannot }) => !cannot)
  for (let round = scenario.again ? 0 : 1; round <= rounds; round++) {
    for (const row of running) {
      const home = homes.get(row.key)
      // What a first run left is what the same run again is about; everything else starts from nothing.
      const folder = join(home, row.key)
      if (!scenario.again || round === 0) makeRunFolder(folder, row.contestant.files(scenario))
      const run = await runOnce(server, row.contestant, { home, folder, round }, scenario)
      if (round > 0) row.runs.push(run)
      console.error(
        `${id} ${round}/${rounds} ${row.name}: ${run.wall.toFixed(1)} s, ${run.requests} calls, exit ${run.code}`,
      )
    }
  }
  return { id, title: scenario.title, rows: rows.map(rowOf) }
}

function rowOf({ key, name, cannot, runs }) {
  if (cannot) return { key, name, cannot }
  const walls = runs.map(({ wall }) => wall)
  return { key, name, runs, figures: summarize(runs), spread: [Math.min(...walls), Math.max(...walls)] }
}

function baseOf(rows) {
  const [base] = ['vitest', 'vitest-serial'].flatMap((key) => rows.filter((row) => row.key === key && !row.cannot))
  return base?.figures
}

function loads() {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
}

/** Those that cannot be installed are named with the reason, and the others are measured all the same. */
function installAll() {
  for (const key of contestants) {
    try {
      homes.set(key, install(all[key]))
    } catch (error) {
      missing.set(key, `not installed: ${oneLine(error.message)}`)
    }
  }
}

function oneLine(text) {
  return text.split('\n', 1)[0].replaceAll('|', '/')
}

function versionsOf() {
  const names = [...homes.keys()].map((key) => [
    key,
    all[key].tarball ? 'vitest-judge' : Object.keys(all[key].packages)[0],
  ])
  return [...new Set(names.map(([key, name]) => `${name} ${versionOf(homes.get(key), name)}`))]
}

function commitOf() {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
}

/** After each scenario, so that what is measured survives whatever ends the next one. */
function keep(about, measured) {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${about.date.replaceAll(':', '-')}.json`)
  writeFileSync(file, JSON.stringify({ about: { ...about, loadAfter: loads() }, measured }, undefined, 2))
}

const homes = new Map()
const missing = new Map()
if (!existsSync(join(import.meta.dirname, '../dist/src/plugin.js')))
  stop('bench: the package is not built, run npm run build')
installAll()
const machine = { node: process.version, cores: cpus().length, load: loads() }
const about = { date: new Date().toISOString(), commit: commitOf(), ...machine, rounds, versions: versionsOf() }
const server = await startJudgeServer()
const measured = []
for (const id of only) {
  const scenario = await runScenario(server, id)
  measured.push(scenario)
  keep(about, measured)
  console.log(`\n${tableOf({ ...scenario, base: baseOf(scenario.rows) })}`)
}
server.close()
const { date, node, cores, load, versions, commit } = about
console.log(
  `\n${date.slice(0, 10)}, Node ${node}, ${cores} cores, load ${load} before and ${loads()} after; ` +
    `medians of ${rounds} in turns; ${versions.join(', ')} (${commit})`,
)
