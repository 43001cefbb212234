/**
 * `vitest-judge judge` in every mode, as a user runs it, over the local Messages API.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODE_NAMES } from '../../src/modes/registry.js'
import {
  behavioursTask,
  coherenceTask,
  compareTask,
  equivalenceTask,
  issuesTask,
  phaseTask,
  reviewTask,
  rubricTask,
} from '../modes/tasks.js'
import { instance, patch } from '../support/instance.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { makeFolder } from './run-files.js'

const COMMAND = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: answerRequest })
})
afterAll(() => api.close())

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(cwd: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: api.url }
    const child = execFile(process.execPath, [COMMAND, 'judge', ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
    child.stdin?.end(input)
  })
}

const { settled: _, ...issues } = issuesTask
const tasks: [mode: string, task: object, shown: object, requests: number][] = [
  ['solo', rubricTask, { scores: { depth: { value: 9 } }, total: 90, weighted_total: 90 }, 1],
  [
    'solo',
    { ...issues, character: undefined },
    { scores: { quality: 22.5 }, detection: { precision_defined: false } },
    1,
  ],
  [
    'solo',
    { ...behavioursTask, character: undefined, bonus_criteria: undefined, response: 'does GIVES_FIX' },
    { scores: { execution: 5, quality: 22.5 }, max_attainable: 15 },
    1,
  ],
  ['compare', compareTask, { scores: { 'agent-1': 90, 'agent-1#2': 90 }, winner: 'tie', position_consistent: true }, 2],
  ['phase-sm', phaseTask, { scores: { team1: 90, team2: 90 }, winner: 'tie' }, 1],
  [
    'phase-tea',
    { ...phaseTask, team1: { theme: 'x', response: 'value=10' } },
    { scores: { team1: 100 }, winner: 'team1' },
    1,
  ],
  [
    'phase-dev',
    { ...phaseTask, team1: { theme: 'x', response: 'value=1' } },
    { scores: { team1: 10 }, winner: 'team2' },
    1,
  ],
  ['phase-reviewer', phaseTask, { persona_judged: true, winner: 'tie', winner_mismatch: false }, 1],
  ['coherence', coherenceTask, { rating: 'good', multiplier: 1, scores: { multiplier: 1 } }, 1],
  ['swebench', { instance, response: 'In src/a.py, area.' }, { total: 37.5, ground_truth_files: ['src/a.py'] }, 0],
  ['ground-truth', { instance, response: patch }, { total: 100, outcome: 'match', by: 'comparison' }, 0],
  ['ground-truth', { ...equivalenceTask, response: patch }, { outcome: 'mismatch', by: 'comparison' }, 0],
  [
    'ground-truth',
    equivalenceTask,
    { outcome: 'match', by: 'model', total: 59.5, equivalence: { verdict: 'equivalent' } },
    1,
  ],
  ['review-match', reviewTask, { scores: { f1: 0, recall: 0 }, total: 0, status: 'scored', verified_citations: 9 }, 1],
]

test('every mode has its run below', () => {
  expect([...new Set(tasks.map(([mode]) => mode))]).toEqual(MODE_NAMES)
})

test.each(tasks)('%s prints the envelope and ends with 0', { tags: ['long'] }, async (mode, task, shown, requests) => {
  const before = api.stats.requests
  const path = makeFolder({ 'task.json': JSON.stringify({ ...task, mode }) })
  const { code, stdout, stderr } = await run(path, ['--mode', mode, '--data', 'task.json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const envelope = JSON.parse(stdout)
  expect(envelope).toMatchObject({ success: true, mode, requests, unjudged: [], ...shown })
  expect(api.stats.requests - before).toBe(requests)
})

describe('the data', () => {
  const task = JSON.stringify({ response: 'value=8' })

  test('is JSON itself, or comes over standard input', async () => {
    const path = makeFolder({})
    const [inline, piped] = await Promise.all([
      run(path, ['--mode', 'solo', '--data', task]),
      run(path, ['--mode', 'solo', '--data', '-'], task),
    ])
    expect([JSON.parse(inline.stdout).total, JSON.parse(piped.stdout).total]).toEqual([80, 80])
  })

  test('names files: the response of a run, and a scenario with its lists', async () => {
    const path = makeFolder({
      'run_1.json': JSON.stringify({ result: 'does A', usage: {} }),
      'scenario.yaml': `name: s
prompt: Plan it.
baseline_criteria:
  plan:
    - { id: A, description: Does A }
scoring: { total_baseline_criteria: 2 }
`,
    })
    const data = JSON.stringify({ response_file: 'run_1.json', scenario: 'scenario.yaml' })
    const { code, stdout, stderr } = await run(path, ['--mode', 'solo', '--data', data])
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).baseline_behaviors).toEqual([
      { id: 'A', category: 'plan', demonstrated: true, evidence: 'does A' },
    ])
    expect(stderr).toBe('vitest-judge: solo: `scoring.total_baseline_criteria` says 2, the lists hold 1\n')
  })

  test('names an instance in a list or in JSON Lines', { tags: ['long'] }, async () => {
    const other = { ...instance, instance_id: 'a__b-1' }
    const path = makeFolder({
      'rows.json': JSON.stringify([other, instance]),
      'rows.jsonl': `${JSON.stringify(other)}\n${JSON.stringify(instance)}\n`,
    })
    const data = JSON.stringify({ scenario: 'shapes-7', response: 'In src/a.py, area.' })
    const runs = await Promise.all(
      ['rows.json', 'rows.jsonl'].map((file) => run(path, ['--mode', 'swebench', '--instances', file, '--data', data])),
    )
    expect(runs.map(({ stdout }) => JSON.parse(stdout).total)).toEqual([37.5, 37.5])
  })
})

test('a list is a batch: one envelope each, progress on standard error, and one bad task spoils no other', async () => {
  const path = makeFolder({})
  const data = JSON.stringify([{ response: 'value=8' }, { response: 'value=99' }, { response: '' }])
  const { code, stdout, stderr } = await run(path, ['--mode', 'solo', '--data', data])
  expect(code).toBe(2)
  const [good, open, bad] = JSON.parse(stdout)
  expect(good).toMatchObject({ success: true, total: 80 })
  expect(open).toMatchObject({ success: false, mode: 'solo' })
  expect(Object.keys(open)).toEqual(['success', 'mode', 'error', 'timestamp'])
  expect(bad.error).toContain('`response`')
  expect(stderr.match(/^\[\d\/3\] solo #\d: .+$/gm)).toHaveLength(3)
  expect(stderr).toContain('[3/3] solo #')
})

test('what is not judged ends with 1, names reason and mode, and gives no score', { tags: ['long'] }, async () => {
  const unproved = { ...equivalenceTask, response: equivalenceTask.response.replace('find(id)', 'unproved(id)') }
  const open = await run(makeFolder({}), ['--mode', 'ground-truth', '--data', JSON.stringify(unproved)])
  expect([open.code, JSON.parse(open.stdout).total]).toEqual([1, undefined])
  expect(open.stderr).toContain(
    'ground-truth: unjudged: the verdict "equivalent" needs a quote that stands in each patch',
  )
  const { code, stdout, stderr } = await run(makeFolder({}), ['--mode', 'solo', '--data', '{"response":"value=99"}'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    success: false,
    mode: 'solo',
    error: expect.stringContaining('is 99, outside 1 to 10'),
    timestamp: expect.any(String),
  })
  expect(stderr).toMatch(/^vitest-judge: solo: .*outside 1 to 10.* No score is estimated\.\n$/)
})

test('wrong use says what is wrong and ends with 2', { tags: ['long'] }, async () => {
  const path = makeFolder({ 'list.json': '[]', 'text.json': 'no JSON' })
  const uses = [
    ['--mode', 'solo'],
    ['--mode', 'duet', '--data', '{}'],
    ['--mode', 'solo', '--data', '{"mode":"compare"}'],
    ['--mode', 'solo', '--data', 'nowhere.json'],
    ['--mode', 'solo', '--data', 'list.json'],
    ['--mode', 'solo', '--data', 'text.json'],
    ['--mode', 'solo', '--data', '[1]'],
    ['--mode', 'solo', '--data', '{"response":"x","response_file":"text.json"}'],
    ['--mode', 'solo', '--data', '{"response":"x","question":"y"}'],
    ['--mode', 'solo', '--data', '{"response":"x"}', '--everything'],
  ]
  const ran = await Promise.all(uses.map((args) => run(path, args)))
  expect(ran.map(({ code }) => code)).toEqual(uses.map(() => 2))
  expect(ran.map(({ stderr }) => withoutNode(stderr.split('\n')[0] ?? ''))).toMatchInlineSnapshot(`
    [
      "vitest-judge: --data must be given.",
      "vitest-judge: --mode: expected it to be one of solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth, review-match, but received "duet".",
      "vitest-judge: solo: --data: expected \`mode\` to be "solo", as \`--mode\` says, but received "compare".",
      "vitest-judge: --data: cannot read nowhere.json: ENOENT: no such file or directory, open 'nowhere.json'",
      "vitest-judge: --data: expected it to be an object, or a list of objects, but received [].",
      "vitest-judge: --data: expected it to be JSON (...), but received "no JSON".",
      "vitest-judge: --data: expected it to be an object, or a list of objects, but received 1.",
      "vitest-judge: solo: --data: expected \`response\` to be absent beside \`response_file\`, but received "x".",
      "vitest-judge: solo: there is no \`question\`. Known are \`mode\`, \`spec\`, \`character\`, \`challenge\`, \`response\`, \`code\`, \`gold_standard\`, \`rubric\`, \`judging\`.",
      "vitest-judge: There is no option --everything.",
    ]
  `)
})

/** Without the words of Node, which are others in each version. */
function withoutNode(line: string): string {
  return line.replace(/JSON \(.*\),/, 'JSON (...),').replace(/ '--everything'.*/, ' ...')
}
