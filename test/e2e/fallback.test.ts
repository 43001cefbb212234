import { expect, test } from 'vitest'
import { config, write } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const cases = [
  { id: 'found', input: '', expected: 'the refund was paid' },
  { id: 'pattern', input: '', expected: 're:paid (once|twice)' },
  { id: 'forbidden', input: '', expected: 'paid', must_not: ['twice'] },
  { id: 'prose', input: '', expected: 'Returns the original refund and writes no second row' },
  { id: 'nothing expected', input: '' },
]
const files = {
  'evals/refunds.evalset.json': JSON.stringify({ version: 1, feature: 'refunds', cases }, null, 2),
  'evals/refunds.subject.ts': `export default () => ({ output: 'the refund was\\n paid twice', toolCalls: [] })`,
  'evals/prose.evalset.json': JSON.stringify({ version: 1, feature: 'prose', cases: cases.slice(3) }, null, 2),
  'evals/prose.subject.ts': `export default () => 'Done: no second row.'`,
}
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

const matcher = `import { expect, test } from 'vitest'
test('rubric', async () => { await expect('x').not.toPassRubric('Is short') })
`

test('without a key eval sets go by the deterministic rules, and one line says so', async () => {
  const run = await runFiles({ 'vitest.config.ts': config(), ...files, 'evals/a.eval.ts': matcher }, settings)
  const [prose, refunds] = run.results[0]?.sets ?? []
  expect(
    refunds?.cases.map(({ id, dimensions: { task_success: task } }) => [id, task?.state, task?.score, task?.weak]),
  ).toEqual([
    ['found', 'fallback', 1, undefined],
    ['pattern', 'fallback', 1, undefined],
    ['forbidden', 'fallback', 0, undefined],
    ['prose', 'fallback', 0, true],
    ['nothing expected', 'not_applicable', null, true],
  ])
  expect(refunds?.cases[0]?.unscored).toEqual(['tool_use_quality', 'trajectory', 'hallucination', 'response_quality'])
  expect([prose?.judge_model, refunds?.judge_model]).toEqual(['deterministic-fallback', 'deterministic-fallback'])
  expect(refunds?.fallbacks.map((entry) => `${entry.case} ${entry.dimension}`)).toEqual([
    'found task_success',
    'pattern task_success',
    'forbidden task_success',
    'prose task_success',
  ])
  expect(noticesIn(run)).toEqual([
    'No judge: without a key and a recording eval sets go by the deterministic fallback. Set ANTHROPIC_API_KEY to have them judged.',
  ])
  expect(run.tests['refunds forbidden']?.errors.join()).toContain(
    'Blocked (agent): task_success is 0.00, below 0.75: The must_not entry "twice" was found.',
  )
  expect(run.tests['refunds prose']?.errors.join()).toContain('Blocked (judge unavailable): task_success is 0.00')
  expect(run.tests['prose gate']?.errors.join()).toMatchInlineSnapshot(`
    "JudgeError: gate of prose: closed

      ✗ judge unavailable: the aggregate is 0.00, below 0.75, only because the expected text does not stand there word for word
      ✗ judge unavailable: task_success is 0.00, below 0.75 over all cases (low in 1 of 2: prose), only because the expected text does not stand there word for word
      blocked by task_success"
  `)
  expect(run.tests['rubric']?.errors.join()).toMatchInlineSnapshot(`
    "UnjudgedError: expect(output).not.toPassRubric("Is short")

    No verdict: criterion is unjudged: There is no recording of "rubric: rubric" and no judge to ask. Set ANTHROPIC_API_KEY (or \`apiKey\`), or give a \`judge\` of your own.
    This says nothing about the output.

    Output: "x" (1 character)"
  `)
})

test('with judge "deterministic" nobody is asked, and one line says so', { tags: ['long'] }, async () => {
  const chosen = { 'vitest.config.ts': config(`{ judge: 'deterministic' }`), 'evals/a.eval.ts': matcher }
  const run = await runFiles({ ...chosen, ...files }, settings)
  expect(run.results[0]?.usage.requests).toBe(0)
  expect(run.results[0]?.sets[0]?.fallbacks).toEqual([
    { case: 'prose', dimension: 'task_success', reason: 'chosen: the judge is set to deterministic' },
  ])
  expect(noticesIn(run)).toEqual([
    "No judge: eval sets go by the deterministic fallback, as configured (judge: 'deterministic'). What needs judgement is unjudged: for that leave `judge` out, or give one of your own.",
  ])
  expect(run.tests['rubric']?.errors.join()).toContain(
    `criterion is unjudged: "rubric: rubric" needs a model, and the judge is set to 'deterministic', which asks none. Leave \`judge\` out, or give one of your own, where this has to be judged.`,
  )
  expect(run.results[0]?.gate.reasons.map(({ kind }) => kind)).toContain('judge unavailable')
})

test('where the model scored anything, a text that was not found word for word is left unjudged', {
  tags: ['long'],
}, async () => {
  const subject = `export default ({ id }) => (id === 'prose' ? 'late' : 'Done.')`
  const mixed = {
    'vitest.config.ts': judgedConfig(),
    ...files,
    'evals/refunds.subject.ts': `export default ({ id }) => (id === 'found' ? 'late, but the refund was paid' : 'Done.')`,
    'evals/prose.subject.ts': subject,
  }
  const run = await runFiles(mixed, settings)
  const [prose, refunds] = run.results[0]?.sets ?? []
  expect(prose?.judge_model).toBe('scripted')
  expect(prose?.cases.map(({ id, dimensions: { task_success: task } }) => [id, task?.state, task?.score])).toEqual([
    ['prose', 'unjudged', null],
    ['nothing expected', 'scored', 1],
  ])
  expect(prose?.gate.reasons.map(({ kind }) => kind)).toEqual(['agent', 'judge unavailable'])
  expect(refunds?.cases[0]?.dimensions.task_success).toEqual({
    state: 'fallback',
    score: 1,
    justification: 'The expected "the refund was paid" was found.',
    reason: 'deadline: the judge is late',
  })
  expect(refunds?.fallbacks).toEqual([
    { case: 'found', dimension: 'task_success', reason: 'deadline: the judge is late' },
  ])
  expect(run.stdout).toContain(`  mode output, judged by scripted and the fallback, 5 cases (too few for\n`)
  expect(run.stdout).toContain('  Fallback: task_success in 1 of 5 cases: found\n')
  expect(noticesIn(run)).toEqual([
    'The judge could not be reached in time for 1 dimension, which went by the deterministic fallback.',
  ])
})

test('an unchanged set is answered from its recordings, and replay fails closed on a new case', {
  tags: ['long'],
}, async () => {
  const path = makeFolder({ 'vitest.config.ts': judgedConfig(`recordings: 'auto'`), ...files })
  const first = await runFolder(path, settings)
  // Two sets: five cases with five dimensions, two cases with three.
  expect(first.results[0]?.usage.requests).toBe(31)
  const set = files['evals/prose.evalset.json'].replace('"cases": [', '"cases": [{ "id": "new", "input": "x" },')
  write(path, { 'evals/prose.evalset.json': set })
  const second = await runFolder(path, { ...settings, env: { VITEST_JUDGE_RECORDINGS: 'replay' } })
  const result = second.results.at(-1)
  expect(result?.usage.requests).toBe(0)
  expect(result?.sets[1]?.cases.every(({ recorded }) => recorded)).toBe(true)
  expect(result?.sets[1]?.aggregate).toBe(first.results[0]?.sets[1]?.aggregate)
  expect(result?.sets[0]?.gate.reasons.filter(({ kind }) => kind === 'not judged').map(({ text }) => text)).toEqual([
    'task_success is unjudged in 1 of 3 cases: new (recording_missing)',
    'recordings missing: new task_success, new hallucination, new response_quality',
  ])
  expect(second.tests['prose new']?.errors.join()).toContain('There is no recording of "prose > new > task_success"')
  expect(second.code).toBe(1)
})

test.each(['forks', 'threads', 'vmThreads', 'vmForks'])(
  'patterns that backtrack without end hold up no run under %s, and blame nobody',
  { tags: ['long'] },
  async (pool) => {
    const hostile = Array.from({ length: 40 }, (_, index) => `re:^(a+)+[${index}]$`)
    const set = {
      ...{ version: 1, feature: 'hostile' },
      cases: [
        { id: 'expected', input: '', expected: 're:(x+x+)+y' },
        { id: 'forbidden', input: '', expected: 'aaa', must_not: hostile },
        { id: 'forbidden and found', input: '', expected: 'aaa', must_not: ['re:(x+x+)+y', 'aaa'] },
      ],
    }
    const files = {
      'vitest.config.ts': config(`{ judge: 'deterministic' }`),
      'evals/hostile.evalset.json': JSON.stringify(set),
      'evals/hostile.subject.ts': `export default () => 'a'.repeat(5_000) + ' ' + 'x'.repeat(5_000)`,
    }
    const start = performance.now()
    const run = await runFiles(files, { ...settings, args: ['evals/', `--pool=${pool}`] })
    expect(performance.now() - start).toBeLessThan(20_000)
    const tasks = run.results[0]?.sets[0]?.cases.map(({ dimensions: { task_success } }) => task_success)
    expect(tasks?.map((task) => [task?.state, task?.score])).toEqual([
      ['unjudged', null],
      ['unjudged', null],
      ['fallback', 0],
    ])
    expect(tasks?.[0]?.reason).toBe('pattern_timeout: "re:(x+x+)+y" took longer than 250 ms')
    expect(run.results[0]?.sets[0]?.gate.reasons.map(({ kind }) => kind)).toContain('not judged')
    expect(run.code).toBe(1)
  },
)

function noticesIn({ stdout }: FilesRun): string[] {
  return stdout.split('\n').filter((line) => /deterministic fallback[.,]/.test(line))
}
