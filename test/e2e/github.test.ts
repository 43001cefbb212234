import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkRun } from '../../src/report/check-run.js'
import { type RunResult, runVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const FORGED = 'a | b `c` <details>, 100%: @all'
const set = (feature: string) => `{
  "version": 1,
  "feature": "${feature}",
  "cases": [
    { "id": "good", "input": "hallucination=0" },

    { "id": ${JSON.stringify(FORGED)},
      "input": "task_success=0.2 hallucination=0" },
    { "id": "open", "input": "refuse" }
  ]
}
`
const subject = 'export default () => ({ output: "x" })'
const files = {
  'vitest.config.ts': judgedConfig(`onUnjudged: 'skip', gate: { advisory: ['mild'] }`),
  'evals/refunds.evalset.json': set('refunds'),
  'evals/refunds.subject.ts': subject,
  'evals/mild.evalset.json': set('mild'),
  'evals/mild.subject.ts': subject,
  'evals/a.eval.ts': `import { expect, test } from 'vitest'
interface Gone { a: 1 }
const judge = (text: string) => expect(text).toPassRubric('Is short')
test('low', async () => { await judge('value=4') })
test('late', async () => {
  await expect('late' satisfies string).toPassRubric('Is short')
})
`,
}
const CI = { GITHUB_ACTIONS: 'true' }

/** Workflow commands, by kind and place. */
function commandsOf(output: string): string[] {
  const found = output.match(/^::(?:error|warning) [^\n]*/gm) ?? []
  return found.map((line) => line.replace(/file=\S*?([^/,]+\.(?:json|ts))/, 'file=$1').replace(/,column=\d+/, ''))
}

function headsOf(output: string): string[] {
  return commandsOf(output).map((line) => line.split('::')[1] ?? '')
}

let path: string
/** Outside of CI, and inside. */
let plain: FilesRun
let inCi: RunResult
beforeAll(async () => {
  path = makeFolder(files)
  plain = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  const env = { ...CI, GITHUB_STEP_SUMMARY: join(path, 'summary.md') }
  writeFileSync(env.GITHUB_STEP_SUMMARY, 'of another step')
  inCi = await runVitest(path, ['evals/'], env)
})

test('beside the reporter that Vitest adds, each failure is annotated once, at its line', () => {
  const heads = headsOf(inCi.stdout).toSorted()
  expect(new Set(heads).size).toBe(heads.length)
  expect(heads).toMatchInlineSnapshot(`
    [
      "error file=a.eval.ts,line=6,title=toPassRubric%3A late",
      "error file=a.eval.ts,title=evals/a.eval.ts > low,line=3",
      "error file=refunds.evalset.json,title=evals/refunds.evalset.json > refunds > a | b \`c\` <details>%2C 100%25%3A @all,line=7",
      "error file=refunds.evalset.json,title=evals/refunds.evalset.json > refunds > gate,line=1",
      "error file=refunds.evalset.json,title=evals/refunds.evalset.json > refunds > open,line=9",
      "error title=vitest-judge",
      "warning file=mild.evalset.json,line=1,title=Gate mild",
      "warning file=mild.evalset.json,line=1,title=Not judged in mild",
      "warning file=mild.evalset.json,line=7,title=mild > a | b \`c\` <details>%2C 100%25%3A @all",
      "warning file=mild.evalset.json,line=9,title=mild > open",
      "warning file=refunds.evalset.json,line=1,title=Not judged in refunds",
    ]
  `)
})

test('the summary follows what was there, and hostile names are text', () => {
  const summary = readFileSync(join(path, 'summary.md'), 'utf8')
  expect(summary).toMatch(/^of another step## Vitest Test Report\n[\s\S]*\n\n## vitest-judge: FAIL \(agent, not judged/)
  const rows = summary.split('\n').filter((line) => line.startsWith('| ❌') || line.startsWith('| ⚠️'))
  expect(rows.slice(0, 2)).toMatchInlineSnapshot(`
    [
      "| ❌ | \`\` refunds > a ∣ b \`c\` <details>, 100%: @all \`\` | \`evals/refunds.evalset.json:7\` | \`agent: task_success is 0.20, below 0.75: task_success as the text says\` |",
      "| ❌ | \`toPassRubric: low\` | \`evals/a.eval.ts:3\` | \`score 0.40 (>= 0.75)\` |",
    ]
  `)
})

test('with reporters of the user, without that of Vitest, all failures are annotated', { tags: ['long'] }, async () => {
  const { output, code } = await runVitest(path, ['evals/', '--reporter=dot'], CI)
  expect(code).toBe(1)
  expect(headsOf(output)).toMatchInlineSnapshot(`
    [
      "error title=vitest-judge",
      "error file=refunds.evalset.json,line=1,title=Gate refunds",
      "error file=refunds.evalset.json,line=7,title=refunds > a | b \`c\` <details>%2C 100%25%3A @all",
      "error file=a.eval.ts,line=3,title=toPassRubric%3A low",
      "error file=refunds.evalset.json,line=9,title=refunds > open",
      "error file=a.eval.ts,line=6,title=toPassRubric%3A late",
      "warning file=mild.evalset.json,line=1,title=Gate mild",
      "warning file=mild.evalset.json,line=7,title=mild > a | b \`c\` <details>%2C 100%25%3A @all",
      "warning file=mild.evalset.json,line=9,title=mild > open",
      "warning file=mild.evalset.json,line=1,title=Not judged in mild",
      "warning file=refunds.evalset.json,line=1,title=Not judged in refunds",
    ]
  `)
})

test('commands go to the stream of text while a program reads the output', { tags: ['long'] }, async () => {
  const { stdout, stderr } = await runVitest(path, ['evals/', '--reporter=json'], CI)
  expect(() => JSON.parse(stdout)).not.toThrow()
  expect(headsOf(stderr)).toContain('error title=vitest-judge')
})

test('outside of GitHub nothing of it is there', () => {
  expect(plain.output).not.toMatch(/^::|Summary {2}/m)
})

test('a summary that cannot be written is told, and changes nothing else', { tags: ['long'] }, async () => {
  const file = join(path, 'folder')
  mkdirSync(file)
  const red = await runVitest(path, ['evals/a.eval'], { GITHUB_STEP_SUMMARY: file })
  expect(red.stdout).toMatch(/^Summary {2}could not be written for GitHub: EISDIR/m)
  expect(red.stdout).toMatch(/^Results {2}evals\/results/m)
})

test('shards write no summary, and their merge writes one and annotates', { tags: ['long'] }, async () => {
  const env = { ...CI, GITHUB_STEP_SUMMARY: join(path, 'shards.md') }
  writeFileSync(env.GITHUB_STEP_SUMMARY, '')
  for (const shard of [1, 2]) {
    const blob = ['--reporter=blob', `--outputFile=blobs/${shard}.json`, `--shard=${shard}/2`]
    const { output } = await runVitest(path, ['evals/', ...blob], env)
    expect(output).not.toMatch(/^::/m)
  }
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe('')
  const merged = await runVitest(path, ['--merge-reports=blobs'], env)
  expect(headsOf(merged.output).toSorted()).toEqual(headsOf(inCi.stdout).toSorted())
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('## vitest-judge: FAIL')
})

test('the results file is enough for a Check Run', () => {
  const [results] = plain.results
  if (results === undefined) throw new Error('there are no results')
  expect(results.sets.map(({ cases }) => cases.map(({ line }) => line))).toEqual([
    [5, 7, 9],
    [5, 7, 9],
  ])
  expect(results.checks.map(({ line }) => line)).toEqual([3, 6])
  const { output, conclusion } = checkRun(results, { headSha: 'a'.repeat(40), folder: '' })
  expect(conclusion).toBe('failure')
  expect(output.annotations.map(({ path: file, start_line }) => `${file}:${start_line}`)).toContain(
    'evals/refunds.evalset.json:7',
  )
})

test('JUnit names the dimension that failed, from a run and from merged blobs', { tags: ['long'] }, async () => {
  const junit = async (args: readonly string[]) => {
    await runVitest(path, [...args, '--reporter=junit', '--outputFile.junit=junit.xml'])
    return readFileSync(join(path, 'junit.xml'), 'utf8').match(/<failure message="[^"]*/g) ?? []
  }
  const direct = await junit(['evals/refunds'])
  expect(direct[0]).toContain('Blocked (agent): task_success is 0.20, below 0.75')
  expect(direct.at(-1)).toContain('blocked by task_success')
  const merged = await junit(['--merge-reports=blobs'])
  expect(merged.filter((text) => text.includes('Blocked (agent): task_success is 0.20'))).toHaveLength(1)
})

test('cases of YAML and JSON Lines have their lines too, whatever the line ends', { tags: ['long'] }, async () => {
  const yaml =
    'version: 1\r\nfeature: y\r\ncases:\r\n  - id: a\r\n    input: hallucination=0\r\n  - id: b\r\n    input: hallucination=0\r\n'
  const lines = ['{"id":"a","input":"hallucination=0"}', '', '{"id":"b","input":"hallucination=0"}']
  const { results } = await runFiles(
    {
      'vitest.config.ts': judgedConfig(),
      ...{ 'evals/y.evalset.yaml': yaml, 'evals/y.subject.ts': subject },
      ...{ 'evals/l.evalset.jsonl': lines.join('\r\n'), 'evals/l.subject.ts': subject },
    },
    { args: ['evals/'], resultsIn: 'evals/results' },
  )
  expect(results[0]?.sets.map(({ cases }) => cases.map(({ line }) => line))).toEqual([
    [1, 3],
    [4, 6],
  ])
})
