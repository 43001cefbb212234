import { expect, test } from 'vitest'
import { checkRun } from '../../src/report/check-run.js'
import { readResults } from '../../src/report/read-results.js'
import { COMMIT, GREEN, RESULTS } from './ci-runs.js'
import { CHECK, makeResults } from './runs.js'

test('the body of a request is made of a stored file, with places from the top of the repository', () => {
  const { output, ...head } = checkRun(readResults(JSON.stringify(RESULTS)))
  expect(head).toEqual({
    ...{ name: 'vitest-judge', head_sha: COMMIT, status: 'completed', conclusion: 'failure' },
    completed_at: '2026-11-29T22:11:00.000Z',
  })
  expect(output.title).toMatch(/^FAIL \(agent/)
  expect(output.summary).toMatch(/^## vitest-judge: FAIL/)
  expect(output.annotations).toMatchInlineSnapshot(`
    [
      {
        "annotation_level": "failure",
        "end_line": 1,
        "message": "Gate refunds: FAIL (agent, not judged) · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c4) · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests
    agent: the aggregate is 0.70, below 0.75
    agent: task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c4)
    not judged: task_success is unjudged in 1 of 4 cases: c3 (refused)",
        "path": "packages/app/evals/refunds.evalset.json",
        "start_line": 1,
        "title": "Gate refunds",
      },
      {
        "annotation_level": "failure",
        "end_line": 10,
        "message": "agent: task_success is 0.10, below 0.75: as seen",
        "path": "packages/app/evals/refunds.evalset.json",
        "start_line": 10,
        "title": "refunds > c4",
      },
      {
        "annotation_level": "failure",
        "end_line": 12,
        "message": "score 0.30 (>= 0.75)",
        "path": "packages/app/evals/a.eval.ts",
        "start_line": 12,
        "title": "toPassRubric: low",
      },
      {
        "annotation_level": "failure",
        "end_line": 7,
        "message": "agent: task_success is 0.40, below 0.75: x ::error::forged | \`</details>\` @all",
        "path": "packages/app/evals/refunds.evalset.json",
        "start_line": 7,
        "title": "refunds > c1",
      },
      {
        "annotation_level": "failure",
        "end_line": 9,
        "message": "not judged: task_success is unjudged: refused: no",
        "path": "packages/app/evals/refunds.evalset.json",
        "start_line": 9,
        "title": "refunds > c3",
      },
      {
        "annotation_level": "failure",
        "end_line": 20,
        "message": "not judged
    late",
        "path": "packages/app/evals/a.eval.ts",
        "start_line": 20,
        "title": "toPassRubric: late",
      },
      {
        "annotation_level": "warning",
        "end_line": 1,
        "message": "Gate mild: would FAIL (agent, not judged) but does not block · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c… · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests
    agent: the aggregate is 0.70, below 0.75
    agent: task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c4)
    not judged: task_success is unjudged in 1 of 4 cases: c3 (refused)",
        "path": "packages/app/evals/mild.evalset.json",
        "start_line": 1,
        "title": "Gate mild",
      },
      {
        "annotation_level": "warning",
        "end_line": 10,
        "message": "agent: task_success is 0.10, below 0.75: as seen
    It does not block.",
        "path": "packages/app/evals/mild.evalset.json",
        "start_line": 10,
        "title": "mild > c4",
      },
      {
        "annotation_level": "warning",
        "end_line": 7,
        "message": "agent: task_success is 0.40, below 0.75: x ::error::forged | \`</details>\` @all
    It does not block.",
        "path": "packages/app/evals/mild.evalset.json",
        "start_line": 7,
        "title": "mild > c1",
      },
      {
        "annotation_level": "warning",
        "end_line": 9,
        "message": "not judged: task_success is unjudged: refused: no
    It does not block.",
        "path": "packages/app/evals/mild.evalset.json",
        "start_line": 9,
        "title": "mild > c3",
      },
      {
        "annotation_level": "warning",
        "end_line": 1,
        "message": "not judged: response_quality is unjudged in 1 of 4 cases: c3 (refused)",
        "path": "packages/app/evals/mild.evalset.json",
        "start_line": 1,
        "title": "Not judged in mild",
      },
      {
        "annotation_level": "warning",
        "end_line": 1,
        "message": "not judged: response_quality is unjudged in 1 of 4 cases: c3 (refused)",
        "path": "packages/app/evals/refunds.evalset.json",
        "start_line": 1,
        "title": "Not judged in refunds",
      },
    ]
  `)
})

test('a green run is a success without annotations', () => {
  const { conclusion, output } = checkRun(GREEN)
  expect([conclusion, output.annotations]).toEqual(['success', []])
})

test('commit and folder can be given, and without any commit there is none to put it at', () => {
  const headSha = 'a'.repeat(40)
  const { head_sha, output } = checkRun(RESULTS, { headSha, folder: './sub\\app/', name: 'evals' })
  expect([head_sha, output.annotations[0]?.path]).toEqual([headSha, 'sub/app/evals/refunds.evalset.json'])
  expect(() => checkRun(makeResults({}))).toThrowErrorMatchingInlineSnapshot(
    `[InputError: checkRun: expected \`headSha\` to be the full hash of a commit, for the results name none, but received undefined.]`,
  )
})

test('there are never more than 50 annotations, failures first, and the summary says how many are left', () => {
  const checks = Array.from({ length: 70 }, (_, index) => ({
    ...CHECK,
    ...{ test_id: `t${index}`, verdict: 'fail' as const, passed: false, values: { score: index / 100 } },
  }))
  const { annotations, summary } = checkRun(makeResults({ checks }), { headSha: COMMIT }).output
  expect(annotations).toHaveLength(50)
  expect(annotations[0]?.message).toBe('score 0.00 (>= 0.75)')
  expect(summary).toContain('20 more annotations are left out; GitHub takes 50 at once.')
})
