/**
 * What a large eval set costs beside the judging: 1,000 cases of three dimensions, all answered from recordings, against a file
 * of 1,000 empty tests. `npm run build && node bench/sets.mjs`; time and peak memory are the median of five.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const CASES = 1_000
const ROUNDS = 5
const MB = 1024 * 1024

/** Each process leaves its peak when it is done, in KiB as the system has it. A worker is ended without notice. */
const leavePeak = (name) => `() => { writeFileSync('${name}.peak', String(process.resourceUsage().maxRSS)) }`
const config = (plugin) => `import { writeFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { scriptedModel, vitestJudge } from './judge.js'
process.on('exit', ${leavePeak('main')})
export default defineConfig({ plugins: [${plugin}], test: { pool: 'forks', include: ['**/*.test.ts'], maxConcurrency: 1_000 } })`
const judge = `export { scriptedModel } from 'vitest-judge'
export { vitestJudge } from 'vitest-judge/plugin'`
const answer = `({ label }) => ({
  evidence: ['as said in case'],
  justification: 'It does what was expected of it.',
  score: label.endsWith('hallucination') ? 0.05 : 0.9,
})`
const plugin = `vitestJudge({ concurrency: 50, judge: scriptedModel({ reply: ${answer} }) })`
const worker = `import { writeFileSync } from 'node:fs'
import { afterAll, test } from 'vitest'
afterAll(${leavePeak('worker')})`

const cases = Array.from({ length: CASES }, (_, n) => ({
  id: `case ${n}`,
  input: { order: n, text: 'Please refund my order. '.repeat(20) },
  expected: 'within 30 days',
  must_not: ['I have refunded'],
}))
const dimensions = [
  { name: 'task_success', weight: 0.5 },
  { name: 'hallucination', weight: 0.2 },
  { name: 'response_quality', weight: 0.3 },
]
const rubric = { dimensions, invert_mode: 'complement' }
const set = {
  'vitest.config.ts': config(plugin),
  'judge.js': judge,
  'evals/refunds.evalset.json': JSON.stringify({ version: 1, feature: 'refunds', rubric, cases }),
  'evals/refunds.subject.ts': `${worker}
export default ({ input }) => ({ output: 'Refunds are paid within 30 days, as said in case ' + input.order + '. '.repeat(200) })`,
}
const empty = {
  'vitest.config.ts': config(''),
  'judge.js': judge,
  'evals/empty.test.ts': `${worker}
for (let n = 0; n < ${CASES}; n++) test.concurrent('case ' + n, async () => {})`,
}

function makeFolder(files) {
  mkdirSync(join(root, 'test/.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, 'test/.tmp/bench-'))
  // As installed: what lies in node_modules is loaded as it is.
  const installed = join(folder, 'node_modules/vitest-judge')
  cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

function run(cwd) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' }
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'evals/'], { cwd, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(output))
      const peak = (name) => Number(readFileSync(join(cwd, `${name}.peak`), 'utf8')) * 1024
      const requests = Number(/^Judge {2}(\d+)/m.exec(output)?.[1] ?? 0)
      resolve({ time: performance.now() - started, main: peak('main'), worker: peak('worker'), requests })
    })
  })
}

const median = (runs, key) => runs.map((one) => one[key]).sort((a, b) => a - b)[(ROUNDS - 1) / 2]
const folders = [makeFolder(set), makeFolder(empty)]
try {
  const first = await run(folders[0])
  const runs = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, folder] of folders.entries()) runs[index].push(await run(folder))
  }
  const [judged, plain] = runs
  const compare = (key, show) => {
    const [a, b] = [median(judged, key), median(plain, key)]
    return `${show(a)}, ${(a / b).toFixed(2)} x of ${show(b)}`
  }
  const megabytes = (bytes) => `${Math.round(bytes / MB)} MB`
  const results = join(folders[0], 'evals/results')
  const written = statSync(join(results, readdirSync(results)[0])).size
  console.log(
    `a set of ${CASES} cases, ${first.requests} replies recorded, against ${CASES} empty tests (median of ${ROUNDS})`,
  )
  console.log(
    `time:          ${compare('time', (ms) => `${(ms / 1_000).toFixed(2)} s`)}, ${median(judged, 'requests')} requests`,
  )
  console.log(`peak, main:    ${compare('main', megabytes)}`)
  console.log(`peak, worker:  ${compare('worker', megabytes)}`)
  console.log(`results file:  ${megabytes(written)}`)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
