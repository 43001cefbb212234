/**
 * The numbers that the design holds, as ratios within one run: `npm run build && node bench/numbers.mjs`. A small local judge
 * answers over real HTTP after 200 ms; every figure is the median of five.
 *
 * @module
 */
import { rmSync } from 'node:fs'
import { serveMessages } from './messages-api.mjs'
import { makeFolder, run } from './vitest-folder.mjs'

const LATENCY = 200
const ROUNDS = 5
const verdict = { scores: { criterion: { evidence: [], reasoning: 'fine', value: 9 } }, assessment: 'fine' }
const { url, stats, close } = await serveMessages({ answer: () => verdict, latency: LATENCY })

const plain = `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { include: ['**/*.{eval,test}.ts'], testTimeout: 60_000, maxConcurrency: 1_000 } })`
const judged = (options) => `import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'
export default defineConfig({ plugins: [vitestJudge({ apiKey: 'test-key', baseURL: '${url}', ${options} })] })`
const cases = (count, body, head = '') => `import { test } from 'vitest'
${head}
for (let n = 0; n < ${count}; n++) test.concurrent('case ' + n, async ({ expect }) => { ${body} })`
const ask = `await expect('text ' + n).toPassRubric('Is fine')`
const fetches = `await (await fetch('${url}', { method: 'POST', body: '{}' })).json()`

/**
 * Runs each of several folders in turn, five times round, so that a slower minute of the machine meets all of them; returns the
 * median run of each, in milliseconds of its own "tests" and of the whole process.
 */
async function measure(folders, { args = ['eval'] } = {}) {
  const runs = folders.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, folder] of folders.entries()) {
      Object.assign(stats, { requests: 0, most: 0 })
      runs[index].push({ ...(await time(folder, args)), requests: stats.requests, most: stats.most })
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  return runs.map((each) => each.sort((a, b) => a.total - b.total)[(ROUNDS - 1) / 2])
}

/** Milliseconds of its own "tests" and of the whole process. */
async function time(folder, args) {
  const { output, total } = await run(folder, args)
  const [, tests, unit] = /tests ([\d.]+)(ms|s)/.exec(output) ?? []
  return { total, tests: Number(tests) * (unit === 's' ? 1_000 : 1) }
}

const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(2)} s`
const ratio = (a, b) => `${(a / b).toFixed(2)} x`

const [byDefault] = await measure([
  makeFolder({ 'vitest.config.ts': judged(`recordings: 'off'`), 'a.eval.ts': cases(200, ask) }),
])
console.log(
  `200 cases, default limit: ${seconds(byDefault.tests)} of judging, ${byDefault.most} in flight (target 8 s; 6 in flight)`,
)

const [wide, fetched] = await measure([
  makeFolder({ 'vitest.config.ts': judged(`recordings: 'off', concurrency: 50`), 'a.eval.ts': cases(200, ask) }),
  makeFolder({ 'vitest.config.ts': plain.replace('1_000', '50'), 'a.eval.ts': cases(200, fetches) }),
])
console.log(
  `200 cases, limit 50: ${ratio(wide.total, fetched.total)} of plain Vitest with as many fetches (target 1.3 x)`,
)

// The limit says how many tests run at once too, and so how well the two processes share the work.
const limits = { 'default limit': '', 'limit 50': 'concurrency: 50', 'limit 200': 'concurrency: 200' }
const recorded = Object.values(limits).map((limit) =>
  makeFolder({ 'vitest.config.ts': judged(limit), 'a.eval.ts': cases(1_000, ask) }),
)
for (const folder of recorded) await run(folder, ['eval'])
const [empty, ...replays] = await measure([
  makeFolder({ 'vitest.config.ts': plain, 'a.eval.ts': cases(1_000, '') }),
  ...recorded,
])
for (const [index, limit] of Object.keys(limits).entries()) {
  const { total, requests } = replays[index]
  console.log(
    `1,000 recorded cases, ${limit}: ${ratio(total, empty.total)} of 1,000 empty tests, ${requests} requests (target 2 x; 0)`,
  )
}

const units = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.test.ts`, cases(1, '')]))
const [withIt, without] = await measure(
  [makeFolder({ 'vitest.config.ts': judged(''), ...units }), makeFolder({ 'vitest.config.ts': plain, ...units })],
  { args: [] },
)
const added = (withIt.total - without.total) / 40
console.log(
  `files that judge nothing: ${added.toFixed(1)} ms more a file, ${ratio(withIt.total, without.total)} (target 15 ms)`,
)
close()
