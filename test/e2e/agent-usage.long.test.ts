import { expect, test } from 'vitest'
import { judgedConfig, runFiles } from './run-files.js'

const cases = ['slow', 'quiet', 'odd', 'huge', 'broken'].map((id) => ({ id, input: 'hallucination=0' }))
const files = {
  'vitest.config.ts': judgedConfig(`gate: { on: 'set' }`),
  'evals/refunds.evalset.json': JSON.stringify({
    $schema: '../node_modules/vitest-judge/schemas/evalset.schema.json',
    ...{ version: 1, feature: 'refunds', cases },
  }),
  'evals/refunds.subject.ts': `import { vi } from 'vitest'
const usages: Record<string, unknown> = {
  slow: { input_tokens: 1200, output_tokens: 30, cost_usd: 0.0125, model: 'agent-1' },
  odd: { input_tokens: 3, again: 7n },
  huge: { input_tokens: 3, log: 'x'.repeat(20_000) },
}
export default async ({ id }: { id: string }) => {
  if (id === 'slow') {
    await new Promise((resolve) => setTimeout(resolve, 120))
    vi.useFakeTimers()
    vi.setSystemTime(0)
  }
  if (id === 'broken') throw new Error('no database')
  return { output: 'x', usage: usages[id] }
}
`,
}

test('time and usage of the subject stand beside those of the judge, in the record, the set, the run and the print', async () => {
  const { results, stdout, output } = await runFiles(files, { args: ['evals/'], resultsIn: 'evals/results' })
  const [set] = results[0]?.sets ?? []
  expect(
    set?.cases.map(({ id, agent_usage }) => [id, agent_usage]),
    output,
  ).toEqual([
    ['slow', { input_tokens: 1200, output_tokens: 30, cost_usd: 0.0125, model: 'agent-1' }],
    ['quiet', undefined],
    ['odd', undefined],
    ['huge', undefined],
    ['broken', undefined],
  ])
  const times = set?.cases.map(({ agent_ms }) => agent_ms ?? -1) ?? []
  expect(times[0]).toBeGreaterThanOrEqual(119)
  expect(times[0]).toBeLessThan(5_000)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
  const ms = times.reduce((total, time) => total + time, 0)
  const sums = { runs: 5, reported: 1, input_tokens: 1200, output_tokens: 30, cost_usd: 0.0125, ms }
  expect([set?.agent, results[0]?.agent]).toEqual([sums, sums])
  const lines = stdout.split('\n').filter((line) => /^(?:Judge|Agent) /.test(line))
  expect(lines[0]).toMatch(/^Judge {2}\d+ requests, /)
  expect(lines[1]).toBe(
    `Agent  5 runs, ${(ms / 1_000).toFixed(1)} s, 1,200 tokens in, 30 out, 0.0125 USD, reported by 1`,
  )
})
