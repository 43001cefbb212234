/**
 * Pairs of Vitest and Node, each a fresh folder into which the tarball is installed, and the cells of each.
 *
 * @module
 */
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, runScript } from './child.mjs'
import { differ, differences, readTests, recordsOf, unlike } from './outcome.mjs'
import { runInit, typeCells } from './project.mjs'
import { makeSuite, runSuite, runVitest, VARIANTS, writeFiles } from './variants.mjs'

const ALL = { ...VARIANTS, init: runInit, ...typeCells }
const pick = (...names) => Object.fromEntries(names.map((name) => [name, ALL[name]]))
const pairOf = (vitest, node, cells = ALL) => ({ name: `${vitest} node ${node}`, vitest, node, cells })
const RUNNING = Number(process.versions.node.split('.')[0])

/** The whole matrix. 4.1.0 is the lowest version that the peer range lets in. */
export const PAIRS = [
  pairOf('4.1.0', 20, pick('forks', 'vmThreads')),
  pairOf('4.1.12', 20),
  pairOf('4.1.12', 22),
  pairOf('4.1.12', 24),
  pairOf('5.1.2', 22),
  pairOf('5.1.2', 24),
]

/** The slice that CI runs at every change: all cells on the Node that runs, two of them under Vitest 5. */
export const QUICK = [pairOf('4.1.12', RUNNING), pairOf('5.1.2', 24, pick('forks', 'vmThreads'))]

/**
 * Installs a pair, records the one reply that all variants replay, and makes a plain run that theirs are compared with.
 *
 * @param reference - Records of the plain run of an earlier pair, which those of this one must equal.
 * @throws Error when npm cannot install, with what it printed.
 */
export async function makePair(path, tarball, { vitest, node, cells }, reference) {
  writeFiles(path, { 'package.json': '{ "name": "pair", "private": true, "type": "module" }' })
  const foreign = node !== RUNNING
  const packages = [
    tarball,
    `vitest@${vitest}`,
    `@vitest/coverage-v8@${vitest}`,
    'jsdom@29',
    `@types/node@${node}`,
    'typescript@7.0.2',
    'typescript-5@npm:typescript@5.9.3',
    ...(foreign ? [`node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@${node}`] : []),
  ]
  const flags = [
    '--save-dev',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
    '--prefer-offline',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ]
  const { code, output } = await npm(path, 'install', ...flags, ...packages)
  if (code !== 0) {
    throw new Error(
      `npm could not install vitest@${vitest} and Node ${node}. The matrix needs the npm registry. npm said:\n${output}`,
    )
  }
  const pair = {
    path,
    cells,
    node: foreign ? join(path, 'node_modules/.bin/node') : process.execPath,
    vitest: join(path, 'node_modules/vitest/vitest.mjs'),
    recordings: join(path, 'recordings'),
  }
  return { ...pair, ...(await makeReference(pair, { vitest, node, reference })) }
}

async function makeReference(pair, wanted) {
  const recording = makeSuite(pair, 'recording')
  const recorded = await runVitest(pair, recording, ['recorded'], { MATRIX_RECORDS: '1' })
  mkdirSync(pair.recordings)
  cpSync(join(recording, 'evals/recordings'), pair.recordings, { recursive: true })
  const path = makeSuite(pair, 'reference')
  const { code, output } = await runSuite(pair, path)
  const version = await runScript(pair, path, '-p', ['process.versions.node.split(".")[0]'])
  const installed = JSON.parse(readFileSync(join(pair.path, 'node_modules/vitest/package.json'), 'utf8')).version
  const reference = wanted.reference ?? recordsOf(path)
  return {
    reference,
    tests: Object.keys(readTests(path)).length,
    problems: [
      ...differ('Node', version.output.trim(), String(wanted.node)),
      ...differ('Vitest', installed, wanted.vitest),
      ...differ('exit code of the recording run', recorded.code, 0),
      ...differences({ code, path }),
      ...differ('records that differ', unlike(reference, path), []),
    ],
    output: `${recorded.output}\n${output}`,
  }
}
