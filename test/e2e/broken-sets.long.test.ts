import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'

const set = (feature: string) =>
  JSON.stringify({ version: 1, feature, cases: [{ id: 'case', input: 'hallucination=0 response_quality=1' }] })
const subject = `export default () => 'x'`
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

let run: FilesRun
beforeAll(async () => {
  const files = {
    'vitest.config.ts': judgedConfig(`gate: { blockOn: ['style'] }`),
    'evals/cut.evalset.json': '{ "version": 1, "feature": "cut", "cases": [',
    'evals/cut.subject.ts': subject,
    'evals/lonely.evalset.json': set('lonely'),
    'evals/broken.evalset.yaml': set('broken'),
    'evals/broken.subject.ts': `import './is-not-there.js'\n${subject}`,
    'evals/thrown.evalset.json': set('thrown'),
    'evals/thrown.subject.ts': `throw new Error('no\\n::error::database')\n${subject}`,
    'evals/gate.evalset.json': set('gate'),
    'evals/gate.subject.ts': subject,
    'evals/fine.evalset.json': JSON.stringify({
      ...JSON.parse(set('fine')),
      rubric: { dimensions: [{ name: 'style', weight: 1 }] },
    }),
    'evals/fine.subject.ts': subject,
  }
  run = await runFiles(files, settings)
})

test('a set that its file, its subject or the gate’s settings keep from running is named with the reason config', () => {
  expect(run.code).toBe(1)
  const reasons = run.results[0]?.gate.reasons ?? []
  expect(reasons.map(({ evalset, kind }) => [evalset, kind])).toEqual(Array.from({ length: 5 }, () => [null, 'config']))
  const texts = reasons.map(({ text }) => text.replace(/^(\S+) cannot run, by no fault of agent or judge: /, '$1 → '))
  expect(texts.join('\n')).toMatchInlineSnapshot(`
    "evals/broken.evalset.yaml → Cannot find module './is-not-there.js' imported from evals/broken.subject.ts
    evals/cut.evalset.json → evals/cut.evalset.json:1:45: expected the text to be JSON, but received "the end of the text". No JSON goes on like this.
    evals/gate.evalset.json → eval set gate: expected every name in gate.blockOn to be a dimension of its rubric (task_success, tool_use_quality, trajectory, hallucination, response_quality), but received "style".
    evals/lonely.evalset.json → evals/lonely.evalset.json: expected the subject beside it to be a file \`lonely.subject.ts\`, but received "broken.subject.ts, cut.subject.ts, fine.subject.ts". Its default export gets a case and returns what is judged: export default async ({ input }) => await agent(input). Or name a \`subject\` in the options of vitestJudge().
    evals/thrown.evalset.json → no ::error::database"
  `)
})

test('other sets of the run are judged, and have gates of their own', () => {
  expect(run.results[0]?.sets.map(({ evalset, gate }) => [evalset, gate.passed])).toEqual([['fine', true]])
  expect(run.results[0]?.run.partial).toBe(true)
})

test('the print says whose fault it is, on lines of at most 80 columns and on the one line of the run', () => {
  const lines = run.stdout.split('\n')
  expect(lines.find((line) => line.includes('lonely'))).toMatchInlineSnapshot(`" ❯ evals/lonely.evalset.json (0 test)"`)
  const line = lines.find((candidate) => candidate.startsWith('Gate, whole run')) ?? ''
  expect(line).toMatch(/^Gate, whole run: FAIL \(config\) · evals\/broken\.evalset\.yaml cannot run/)
  expect(line).toMatch(
    / · 4 more · sets: 1 passed, 5 cannot run · partial( · commit [0-9a-f]{10}[^·]*)? · price not known$/,
  )
  const wide = lines
    .slice(lines.indexOf('Eval set fine'))
    .filter((text) => text.length > 80 && !/^Gate(?: \w+|, whole run):/.test(text))
  expect(wide).toEqual([])
  expect(run.stdout).not.toMatch(/^\s*::/m)
})

test('a run of nothing but a broken set has a results file too', async () => {
  const files = { 'vitest.config.ts': judgedConfig(), 'evals/lonely.evalset.json': set('lonely') }
  const { code, results } = await runFiles(files, settings)
  expect(code).toBe(1)
  expect(results[0]?.gate).toMatchObject({ passed: false, reasons: [{ kind: 'config' }] })
})

test('a file of matchers that cannot run is no set', async () => {
  const files = {
    'vitest.config.ts': judgedConfig(),
    'evals/a.eval.ts': `throw new Error('no')`,
    'evals/fine.evalset.json': set('fine'),
    'evals/fine.subject.ts': subject,
  }
  const { results } = await runFiles(files, settings)
  expect(results[0]?.gate.reasons).toEqual([
    { evalset: null, kind: 'not judged', text: 'not run to its end: evals/a.eval.ts' },
  ])
})
