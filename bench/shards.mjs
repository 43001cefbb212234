/**
 * What shards and their merge cost: 10,000 cases in 40 eval sets, all answered from recordings, in one run and in four shards,
 * one after the other. `npm run build && node bench/shards.mjs`.
 *
 * @module
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, run } from './vitest-folder.mjs'

const SETS = 40
const CASES = 250
const SHARDS = 4
const MB = 1024 * 1024

/** The main process leaves its peak when it is done, in KiB as the system has it. */
const config = `import { writeFileSync } from 'node:fs'
import { scriptedModel } from 'vitest-judge'
import { vitestJudge } from 'vitest-judge/plugin'
process.on('exit', () => { writeFileSync('main.peak', String(process.resourceUsage().maxRSS)) })
const judge = scriptedModel({ reply: ({ label }) => ({
  evidence: ['as said in case'],
  justification: 'It does what was expected of it.',
  score: label.endsWith('hallucination') ? 0.05 : 0.9,
}) })
export default { plugins: [vitestJudge({ concurrency: 50, judge })], test: { maxConcurrency: 1_000 } }`
const dimensions = [
  { name: 'task_success', weight: 0.7 },
  { name: 'hallucination', weight: 0.3 },
]
const sets = Array.from({ length: SETS }, (_, number) => {
  const cases = Array.from({ length: CASES }, (_, n) => ({
    id: `case ${n}`,
    input: { order: n, set: number, text: 'Please refund my order. '.repeat(20) },
    expected: 'within 30 days',
  }))
  const set = { version: 1, feature: `set-${number}`, rubric: { dimensions, invert_mode: 'complement' }, cases }
  const subject = `export default ({ input }) => ({ output: 'Within 30 days, as said in case ' + input.order + '. '.repeat(200) })`
  return [
    [`evals/${number}.evalset.json`, JSON.stringify(set)],
    [`evals/${number}.subject.js`, subject],
  ]
})
const folder = makeFolder({ 'vitest.config.js': config, ...Object.fromEntries(sets.flat()) })

async function measure(name, args) {
  const { total } = await run(folder, args)
  const peak = Number(readFileSync(join(folder, 'main.peak'), 'utf8')) * 1024
  console.log(`${name.padEnd(16)} ${(total / 1_000).toFixed(1)} s, main process at most ${Math.round(peak / MB)} MB`)
}

const sizeOf = (...path) => statSync(join(folder, ...path)).size
const megabytes = (bytes) => `${(bytes / MB).toFixed(1)} MB`

try {
  console.log(`${SETS * CASES} cases in ${SETS} sets, each of ${dimensions.length} dimensions`)
  await measure('first run', ['evals/'])
  await measure('from recordings', ['evals/'])
  for (let shard = 1; shard <= SHARDS; shard++) {
    const blob = ['--reporter=blob', `--outputFile=blobs/${shard}.json`]
    await measure(`shard ${shard} of ${SHARDS}`, ['evals/', `--shard=${shard}/${SHARDS}`, ...blob])
  }
  await measure('merge', ['--merge-reports=blobs'])
  const blobs = readdirSync(join(folder, 'blobs')).map((name) => sizeOf('blobs', name))
  const results = readdirSync(join(folder, 'evals/results')).map((name) => sizeOf('evals/results', name))
  console.log(`blobs            ${blobs.map(megabytes).join(', ')}`)
  console.log(`results file     ${megabytes(results.at(-1))}, that of one run ${megabytes(results.at(0))}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
