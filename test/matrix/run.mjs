/**
 * The packed tarball in fresh folders, in every version and way that the README promises: `npm run check:matrix`, or with
 * `--quick` what CI does. Prints a table of cells and ends with 1 where a cell is not as the others are.
 *
 * On two cores the whole takes 5 minutes: 98 cells in 6 folders, 208 MB from the registry with an empty cache. The slice takes
 * one to two: 22 cells in 2 folders. Cells that differ by design: `retries` holds two attempts of each red test, `bail`
 * ends at the first one, `watch` writes no results file, so its tests are looked at alone.
 *
 * @module
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { npm } from './child.mjs'
import { makePair, PAIRS, QUICK } from './pairs.mjs'
import { printFailure, printTable } from './table.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const folder = mkdtempSync(join(tmpdir(), 'matrix-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const started = Date.now()
await reachRegistry()
const tarball = await pack()
const cells = []
let reference
const pairs = values.quick ? QUICK : PAIRS
for (const pair of pairs) await runPair(pair)
printTable(cells)
const failed = cells.filter(({ problems }) => problems.length > 0)
const tests = cells.reduce((sum, cell) => sum + cell.tests, 0)
const seconds = Math.round((Date.now() - started) / 1000)
console.log(
  `\n${cells.length} cells in ${pairs.length} folders, ${tests} tests, ${failed.length} failures, ${seconds} s`,
)
if (failed.length > 0) process.exitCode = 1

/** Installs, then runs two cells at a time. */
async function runPair(wanted) {
  const pair = await attempt(wanted, 'install', () => makePair(join(folder, wanted.name), tarball, wanted, reference))
  if (pair === undefined) return
  reference ??= pair.reference
  const queue = Object.entries(pair.cells)
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [name, cell] = next
      await attempt(wanted, name, () => cell(pair, name))
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  rmSync(pair.path, { recursive: true, force: true })
}

/** What a cell came to is kept whatever happens in it, so that the table is always whole. */
async function attempt({ name: pair }, name, action) {
  const begun = Date.now()
  let result
  try {
    result = await action()
  } catch (error) {
    result = { tests: 0, problems: [error.message], output: '' }
  }
  const { tests = 0, problems = [], output = '' } = result
  const cell = { pair, name, tests, problems, seconds: (Date.now() - begun) / 1000 }
  cells.push(cell)
  if (problems.length > 0) printFailure(cell, output)
  else console.log(`ok  ${pair}  ${name}  ${tests} tests  ${cell.seconds.toFixed(1)} s`)
  return problems.length > 0 ? undefined : result
}

/** Ends the run where there is no registry, for what npm says of an install without one names other faults. */
async function reachRegistry() {
  const { code, output } = await npm(
    folder,
    'view',
    'vitest',
    'version',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
  )
  if (code === 0) return
  console.error(
    `check:matrix installs from the npm registry, and npm cannot reach it. Try: npm view vitest version\n${output}`,
  )
  process.exit(1)
}

async function pack() {
  const { code, output } = await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder)
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  if (code !== 0 || name === undefined) throw new Error(`npm pack ended with ${code}:\n${output}`)
  return join(folder, name)
}
