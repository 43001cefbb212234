import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { paintRun } from '../../src/report/paint.js'
import { renderRun } from '../../src/report/run-text.js'
import { allScored, makeSet } from '../evalset/records.js'
import { RESULTS } from './ci-runs.js'
import { makeResults, makeRun } from './runs.js'

const paint = (text: string) => paintRun(text, (tone, word) => `<${tone}:${word}>`)

test('verdicts are in colour where the tables have them, and nothing else', () => {
  const painted = paint(renderRun(RESULTS)).split('\n')
  expect(painted.filter((line) => /<\w+:/.test(line))).toMatchInlineSnapshot(`
    [
      "    task_success            0.47    <bad:FAIL>  → re-run (block-on failed)",
      "  <open:WARNING>: aggregate 0.70 over 5 of 5 dimensions (task_success scored in 3 of",
      "  Gate <open:would FAIL> (agent, not judged) but does not block, blocked by",
      "    task_success            0.47    <bad:FAIL>  → re-run (block-on failed)",
      "  <open:WARNING>: aggregate 0.70 over 5 of 5 dimensions (task_success scored in 3 of",
      "  Gate <bad:FAIL> (agent, not judged), blocked by task_success",
      "  <bad:✗> toPassRubric  score 0.30 (>= 0.75)  low",
      "  <open:?> toPassRubric  score 0.80 (>= 0.75)  late",
      "  <good:✓> toPassRubric  score 0.80 (>= 0.75)  a > b",
      "Gate   <bad:FAIL> (not judged): 1 check has no verdict",
    ]
  `)
})

test('without its marks a painted text is the text', () => {
  const text = renderRun(RESULTS)
  expect(paintRun(text, (_, word) => word)).toBe(text)
})

test('a name that reads like a verdict stays as it is', () => {
  const dimensions = [{ name: '0.10 PASS', weight: 1, invert: false, category: 'artifact' as const }]
  const set = makeSet({ feature: 'Gate PASS', rubric: { dimensions } })
  const text = renderRun(makeResults({ sets: [buildSet(makeRun(set, [allScored()]))] }))
  expect(text).toContain('0.10 PASS')
  expect(paint(text)).not.toContain('0.10 <')
})
