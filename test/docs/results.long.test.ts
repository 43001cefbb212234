/**
 * docs/results.md shows what a run prints, its script and commands run, and its tables name every state, fault, reason and field.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, makeFolder, runFolder } from '../e2e/run-files.js'
import { runCommand } from '../support/run-command.js'
import { readResults, write } from '../support/run-vitest.js'
import { blockOf, commandsIn, read, tableOf } from './pages.js'

const page = read('docs/results.md')
const cases = {
  'in-time': 'task_success=0.95 hallucination=0 tool_use_quality=0.9',
  again: 'task_success=0.3 hallucination=0.4 tool_use_quality=0.6',
  twice: 'task_success=0.7 hallucination=0.1 tool_use_quality=0.5',
}
const dimensions = [
  { name: 'task_success', weight: 0.5 },
  { name: 'hallucination', weight: 0.2, invert: true },
  { name: 'tool_use_quality', weight: 0.3 },
]
const files = {
  'vitest.config.ts': judgedConfig(),
  'evals/refunds.evalset.json': JSON.stringify({
    version: 1,
    feature: 'refunds',
    rubric: { dimensions, invert_mode: 'complement' },
    cases: Object.entries(cases).map(([id, input]) => ({ id, input })),
  }),
  'evals/refunds.subject.ts': `export default ({ id }: { id: string }) => ({ output: id, toolCalls: [{ tool: 'refund', args: {} }] })`,
  'evals/answers.eval.ts': `import { expect, test } from 'vitest'
test('stays polite', () => expect('value=9 Of course.').toPassRubric('is polite'))
test('gives a way out', () => expect('value=3 No.').toPassRubric('gives steps to follow'))
test('does not guess', () => expect('refuse').toPassRubric('guesses nothing'))`,
}

let path: string
let run: FilesRun
beforeAll(async () => {
  path = makeFolder(files)
  run = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
})

test('the tables are those that a run prints, and so is the line of the gate', () => {
  expect(run.stdout).toContain(blockOf(page, 'text run'))
  expect(run.stdout).toContain(blockOf(page, 'text gate'))
})

test('the script and the commands run on its results file', async () => {
  const [, named = []] = commandsIn(blockOf(page, 'sh'))
  const [, file = '', , baseline = ''] = named
  const [made = ''] = /results-\S+\.json/.exec(run.stdout) ?? []
  renameSync(join(path, 'evals/results', made), join(path, file))
  write(path, {
    [baseline]: readFileSync(join(path, file), 'utf8'),
    'worst.mjs': blockOf(page, 'js scripts/worst.mjs'),
  })
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['worst.mjs', file], { cwd: path, env: {} }, (_error, text) => resolve(text))
  })
  expect(stdout).toContain('refunds again 0.3\n')
  expect(stdout).toContain('Gate, whole run: FAIL')
  for (const args of commandsIn(blockOf(page, 'sh'))) {
    expect(await runCommand(path, ...args)).toMatchObject({ code: 0, stderr: '' })
  }
  expect(existsSync(join(path, file.replace(/json$/, 'html')))).toBe(true)
  expect(existsSync(join(path, 'page.html'))).toBe(true)
})

/** The members of a union of texts, as its source has them. */
function membersOf(file: string, type: string): string[] {
  const [, body = ''] = new RegExp(`export type ${type} =([\\s\\S]*?)\\n(?:\\n|export)`).exec(`${read(file)}\n\n`) ?? []
  return [...body.matchAll(/'([^']+)'/g)].map(([, member = '']) => member)
}

test.each([
  ['| action |', 'src/scoring/actions.ts', 'RecommendedAction'],
  ['| fault |', 'src/evalset/reasons.ts', 'ReasonKind'],
  ['| state |', 'src/types/record.ts', 'DimensionState'],
  ['| reason |', 'src/types/judgement.ts', 'UnjudgedReason'],
])('the table %s names every one of %s, %s', (head, file, type) => {
  const named = tableOf(page, head).map(([cell = '']) => cell.slice(1, -1))
  const members = membersOf(file, type).filter((member) => member !== 'none')
  expect(members.length).toBeGreaterThan(2)
  expect(named.sort()).toEqual(members.sort())
})

test('the table of fields names every field of a results file', () => {
  const named = tableOf(page, '| field | what it holds |').flatMap(([cell = '']) => cell.match(/\w+/g) ?? [])
  const schema = JSON.parse(read('schemas/results.schema.json')) as { properties: object }
  expect(named.sort()).toEqual(Object.keys(schema.properties).sort())
  expect(readResults(path)).toHaveLength(1)
})
