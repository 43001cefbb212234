import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSet, type SetRun } from '../../src/report/build-set.js'
import { renderCheckTable } from '../../src/report/check-table.js'
import { renderLegend, renderSetTable } from '../../src/report/set-table.js'
import { widthOf } from '../../src/report/width.js'
import type { DimensionRecord, EvalSet } from '../../src/types.js'
import { allScored, GATE, makeCase, makeSet, unjudged } from '../evalset/records.js'
import { CHECK, makeRun } from './runs.js'

const set = makeSet()

function table(
  of: EvalSet,
  cases: readonly Record<string, DimensionRecord | number>[],
  change: Partial<SetRun> = {},
): string {
  return renderSetTable(buildSet({ ...makeRun(of, cases), ...change }))
}

const excused: DimensionRecord = { state: 'not_applicable', score: null, justification: '', reason: 'mode: output' }
const OUTPUT = { tool_use_quality: excused, trajectory: excused }

test('the legend', () => {
  expect(renderLegend()).toMatchInlineSnapshot(`
    "Scores are 0-1, with (invert) lower is better. A low artifact score means: fix
    what was produced; a low process score: the run was messy. PASS and FAIL mark
    the dimensions that block. Unscored dimensions are left out of the aggregate.
    Ranges are 95 % confidence intervals over the cases, from 20 cases on."
  `)
})

test('a set that was scored in full and passes', () => {
  expect(table(set, [allScored(), allScored(1)])).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by judge-1, 2 cases (too few for intervals)

      ARTIFACT
        task_success            0.95    PASS
        hallucination (invert)  0.10
        response_quality        0.80

      PROCESS
        tool_use_quality        0.80
        trajectory              0.80

      Aggregate 0.87, threshold 0.75: PASS
      Gate PASS"
  `)
})

test('a set with every kind of low row', () => {
  const low = { task_success: 0.5, tool_use_quality: 0.9, trajectory: 0.746, hallucination: 0.4, response_quality: 0.2 }
  expect(table(set, [low])).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by judge-1, 1 case (too few for intervals)

      ARTIFACT
        task_success            0.50    FAIL  → re-run (block-on failed)
        hallucination (invert)  0.40          → re-run (code defect)
        response_quality        0.20          → re-run (code defect)

      PROCESS
        tool_use_quality        0.90
        trajectory              0.746         → accept (process noise)

      Aggregate 0.58, threshold 0.75: FAIL
      Gate FAIL (agent), blocked by task_success
        agent: the aggregate is 0.58, below 0.75
        agent: task_success is 0.50, below 0.75 over all cases (low in 1 of 1: c1)"
  `)
})

test('a set of which some dimensions were scored in no case and some in one', () => {
  const cases = [
    { ...allScored(), ...OUTPUT },
    { ...allScored(), ...OUTPUT, hallucination: unjudged('malformed: x') },
  ]
  expect(table(set, cases, { mode: 'output' })).toMatchInlineSnapshot(`
    "Eval set refunds
      mode output, judged by judge-1, 2 cases (too few for intervals)

      ARTIFACT
        task_success            0.90    PASS
        hallucination (invert)  0.10
        response_quality        0.80

      PROCESS
        tool_use_quality        — unscored
        trajectory              — unscored

      WARNING: aggregate 0.88 over 3 of 5 dimensions (tool_use_quality, trajectory
        unscored; hallucination scored in 1 of 2 cases), threshold 0.75: PASS
      Gate PASS"
  `)
})

test('a set in which nothing was scored', () => {
  const open = Object.fromEntries(Object.keys(allScored()).map((name) => [name, unjudged('budget: 5 USD are spent')]))
  expect(table(set, [open, open])).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by nobody, 2 cases (too few for intervals)

      ARTIFACT
        task_success            — unscored
        hallucination (invert)  — unscored
        response_quality        — unscored

      PROCESS
        tool_use_quality        — unscored
        trajectory              — unscored

      WARNING: no aggregate can be produced, 0 of 5 dimensions scored
        (task_success, tool_use_quality, trajectory, hallucination, response_quality
        unscored), threshold 0.75: FAIL
      Gate FAIL (budget)
        budget: task_success is unjudged in 2 of 2 cases: c1 (budget), c2 (budget)"
  `)
})

test('a draft that would be red', () => {
  expect(table(makeSet({ draft: true }), [allScored(0.2)])).toMatchInlineSnapshot(`
    "Eval set refunds (draft)
      mode trajectory, judged by judge-1, 1 case (too few for intervals)

      ARTIFACT
        task_success            0.20    FAIL  → re-run (block-on failed)
        hallucination (invert)  0.10
        response_quality        0.80

      PROCESS
        tool_use_quality        0.80
        trajectory              0.80

      Aggregate 0.61, threshold 0.75: FAIL
      Gate would FAIL (agent) but does not block, blocked by task_success
        agent: the aggregate is 0.61, below 0.75
        agent: task_success is 0.20, below 0.75 over all cases (low in 1 of 1: c1)
        note: draft set: it is scored and does not block"
  `)
})

test('a set of which only some cases ran', () => {
  expect(table(set, [allScored(), allScored()], { planned: 5 })).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by judge-1, 2 cases (too few for intervals)

      ARTIFACT
        task_success            0.90    PASS
        hallucination (invert)  0.10
        response_quality        0.80

      PROCESS
        tool_use_quality        0.80
        trajectory              0.80

      Aggregate 0.85, threshold 0.75: PASS
      Gate PASS, partial 2 of 5"
  `)
})

test('a set whose threshold lies above what the run can reach', () => {
  const subtract = makeSet({ rubric: { invert_mode: 'subtract', pass_threshold: 0.8 } })
  expect(table(subtract, [{ ...allScored(1), ...OUTPUT }], { mode: 'output' })).toMatchInlineSnapshot(`
    "Eval set refunds
      mode output, judged by judge-1, 1 case (too few for intervals)

      ARTIFACT
        task_success            1.00    PASS
        hallucination (invert)  0.10
        response_quality        0.80

      PROCESS
        tool_use_quality        — unscored
        trajectory              — unscored

      WARNING: aggregate 0.70 over 3 of 5 dimensions (tool_use_quality, trajectory
        unscored), threshold 0.80: FAIL
      Gate FAIL (agent)
        agent: the aggregate is 0.70, below 0.80
        note: OUT OF REACH: the threshold 0.80 lies above 0.77, which is the most
          that this run can reach while inverted dimensions are subtracted; lower
          pass_threshold, or set invert_mode to "complement""
  `)
})

test('a set whose subject failed, with a dimension whose name is long', () => {
  const name = 'a name of sixty-four characters, as long as the reader lets pass'.replace(',', '.')
  const dimensions = [
    { name, weight: 1, invert: true, category: 'artifact' as const },
    { name: 'task_success', weight: 1, invert: false, category: 'artifact' as const },
  ]
  const long = makeSet({ rubric: { dimensions } })
  const failed = makeCase(long, 'c2', { task_success: unjudged('subject_failed') }, { error: 'boom' })
  const run = makeRun(long, [{ task_success: 0.9, [name]: 0.9 }])
  const result = buildSet({
    ...run,
    records: [...run.records, failed],
    gate: { ...GATE, blockOn: ['task_success', name] },
  })
  expect(renderSetTable(result)).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by judge-1, 2 cases (too few for intervals)

      ARTIFACT
        a name of sixty-four cha… (invert)  0.90    FAIL  → re-run (block-on failed)
        task_success                        0.90    PASS

      WARNING: aggregate 0.50 over 2 of 2 dimensions (each scored in 1 of 2
        cases), threshold 0.75: FAIL
      Gate FAIL (agent), blocked by a name of sixty-four characters. as long as
        the reader lets pass
        agent: the aggregate is 0.50, below 0.75
        agent: 1 - a name of sixty-four characters. as long as the reader lets
          pass is 0.10, below 0.75 over all cases (low in 1 of 2: c1)
        agent: the subject failed in 1 of 2 cases: c2"
  `)
})

test('property: no line is wider than 80 columns and nothing in a set can steer the terminal', () => {
  const evil = fc.string({
    maxLength: 60,
    unit: fc.constantFrom('a', ' ', '\u001b[2J', '\n', '\r', '\u202e', '\u0007', ' ::error::', '::', '長', '🎉'),
  })
  fc.assert(
    fc.property(evil, evil, evil, fc.nat(3), (feature, id, reason, planned) => {
      const own = { name: `x${reason}`, weight: 1, invert: true, category: 'artifact' as const }
      const of = makeSet({ feature, rubric: { dimensions: [...set.rubric.dimensions, own] } })
      const low = { [own.name]: 0.99, task_success: unjudged(reason) }
      const records = [makeCase(of, id, low, { error: reason, model: id })]
      const table = renderSetTable(buildSet({ ...makeRun(of, []), records, planned }))
      const failed = [{ ...CHECK, test: id, reason, values: { recall: 0.5, precision: 0.5, score: 0.5, f1: 0.5 } }]
      const text = `${table}\n${renderCheckTable({ held: [], failed, unjudged: failed })}`
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      for (const line of `${renderLegend()}\n${text}`.split('\n')) {
        expect(widthOf(line)).toBeLessThanOrEqual(80)
        expect(line.trimStart()).not.toMatch(/^::/)
      }
    }),
  )
})
