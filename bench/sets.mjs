/**
 * What a large eval set costs beside the judging: 1,000 cases of three dimensions, all answered from recordings, against a file
 * of 1,000 empty tests. `npm run build && node bench/sets.mjs`; time and peak memory are the median of five.
 *
 * @module
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, run } from './vitest-folder.mjs'

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

/** Time, peak memory of both processes in bytes, and requests. */
async function measure(cwd) {
  const { output, total } = await run(cwd, ['evals/'])
  const peak = (name) => Number(readFileSync(join(cwd, `${name}.peak`), 'utf8')) * 1024
  const requests = Number(/^Judge {2}(\d+)/m.exec(output)?.[1] ?? 0)
  return { time: total, main: peak('main'), worker: peak('worker'), requests }
}

const median = (runs, key) => runs.map((one) => one[key]).sort((a, b) => a - b)[(ROUNDS - 1) / 2]
const folders = [makeFolder(set), makeFolder(empty)]
try {
  const first = await measure(folders[0])
  const runs = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, folder] of folders.entries()) runs[index].push(await measure(folder))
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
