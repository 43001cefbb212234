import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { workflowCommands } from '../../src/report/workflow-commands.js'
import { allScored, GATE, makeSet } from '../evalset/records.js'
import { GREEN, RESULTS } from './ci-runs.js'
import { CHECK, makeResults, makeRun } from './runs.js'

const all = new Set(['1_0_1', '1_0_2'])

test('beside the reporter of Vitest only what no red test says', () => {
  expect(workflowCommands(RESULTS, { byVitest: true, red: all }).join('\n')).toMatchInlineSnapshot(`
    "::error title=vitest-judge::Gate, whole run: FAIL (agent, not judged) · 1 check has no verd… · sets: 1 passed, 1 failed (refunds) · checks: 1 passed, 1 failed, 1 unjudged · baseline: no detectable difference · commit c0ffee0000…
    ::warning file=evals/mild.evalset.json,line=1,title=Gate mild::Gate mild: would FAIL (agent, not judged) but does not block · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c… · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests%0Aagent: the aggregate is 0.70, below 0.75%0Aagent: task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c4)%0Anot judged: task_success is unjudged in 1 of 4 cases: c3 (refused)
    ::warning file=evals/mild.evalset.json,line=10,title=mild > c4::agent: task_success is 0.10, below 0.75: as seen%0AIt does not block.
    ::warning file=evals/mild.evalset.json,line=7,title=mild > c1::agent: task_success is 0.40, below 0.75: x ::error::forged | \`</details>\` @all%0AIt does not block.
    ::warning file=evals/mild.evalset.json,line=9,title=mild > c3::not judged: task_success is unjudged: refused: no%0AIt does not block.
    ::warning file=evals/mild.evalset.json,line=1,title=Not judged in mild::not judged: response_quality is unjudged in 1 of 4 cases: c3 (refused)
    ::warning file=evals/refunds.evalset.json,line=1,title=Not judged in refunds::not judged: response_quality is unjudged in 1 of 4 cases: c3 (refused)"
  `)
})

test('of a set that is gated as a whole a low case is green, and the gate is not said to let it pass', () => {
  const linesOf = (scores: readonly number[]) => {
    const run = makeRun(makeSet(), scores.map(allScored))
    const sets = [buildSet({ ...run, gate: { ...GATE, on: 'set' } })]
    return workflowCommands(makeResults({ sets }), { byVitest: true, red: new Set() })
      .filter((line) => line.includes('> c1'))
      .map((line) => line.split('%0A').at(-1))
  }
  expect(linesOf([0.4, 0.5])).toEqual(['Its test is green; the gate of its set is closed.'])
  expect(linesOf([0.7, 1, 1])).toEqual(['It does not block.'])
})

test('without it every failure stands at its line', () => {
  const lines = workflowCommands(RESULTS, { byVitest: false, red: all }, (file) => `/repo/${file}`)
  expect(lines.filter((line) => line.startsWith('::error')).map((line) => line.split('::')[1])).toMatchInlineSnapshot(`
    [
      "error title=vitest-judge",
      "error file=/repo/evals/refunds.evalset.json,line=1,title=Gate refunds",
      "error file=/repo/evals/refunds.evalset.json,line=10,title=refunds > c4",
      "error file=/repo/evals/a.eval.ts,line=12,title=toPassRubric%3A low",
      "error file=/repo/evals/refunds.evalset.json,line=7,title=refunds > c1",
      "error file=/repo/evals/refunds.evalset.json,line=9,title=refunds > c3",
      "error file=/repo/evals/a.eval.ts,line=20,title=toPassRubric%3A late",
    ]
  `)
})

test('an unjudged check in a skipped test is told, and a failed one in a green test was expected', () => {
  const lines = workflowCommands(RESULTS, { byVitest: true, red: new Set() })
  expect(lines.filter((line) => line.includes('toPassRubric'))).toMatchInlineSnapshot(`
    [
      "::error file=evals/a.eval.ts,line=20,title=toPassRubric%3A late::not judged%0Alate",
    ]
  `)
})

test('a text can neither end its command nor its property', () => {
  const set = makeSet({ feature: 'a,b:c%0A::\r\n::stop-commands::x' })
  const run = buildSet({ ...makeRun(set, [allScored(0)]), gate: { ...GATE, advisory: [set.feature] } })
  const lines = workflowCommands(makeResults({ sets: [run] }), { byVitest: true, red: all })
  expect(lines).toHaveLength(2)
  expect(lines.join('\n').split('\n')).toHaveLength(2)
  expect(lines[0]).toMatch(/^::warning file=[^:,]*,line=1,title=Gate a%2Cb%3Ac%250A%3A%3A %3A%3Astop-commands%3A%3Ax::/)
})

test('of each kind there are ten at most, and the last one counts the others', () => {
  const checks = Array.from({ length: 30 }, (_, index) => ({
    ...CHECK,
    ...{ test_id: `t${index}`, verdict: 'unjudged' as const, passed: false },
  }))
  const lines = workflowCommands(makeResults({ checks }), { byVitest: true, red: new Set() })
  expect(lines).toHaveLength(10)
  expect(lines[0]).toMatch(/^::error title=vitest-judge::Gate, whole run: FAIL/)
  expect(lines.at(-1)).toBe('::error title=vitest-judge::… and 22 more in the results file')
})

test('of a green run nothing is said', () => {
  expect(workflowCommands(GREEN, { byVitest: false, red: all })).toEqual([])
})
