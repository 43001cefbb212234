import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import type { RunComparison } from '../../src/report/compare-runs.js'
import { renderSummary } from '../../src/report/summary.js'
import { allScored, makeSet, scored } from '../evalset/records.js'
import { GREEN, RESULTS } from './ci-runs.js'
import { buildLargeSet, makeResults, makeRun } from './runs.js'

test('a red run: gates, sets, worst cases, what was not judged, baseline, dimensions, cost', () => {
  expect(renderSummary(RESULTS, 100_000)).toMatchInlineSnapshot(`
    "## vitest-judge: FAIL (agent, not judged)

    - \`Gate mild: would FAIL (agent, not judged) but does not block · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c… · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests\`
    - \`Gate refunds: FAIL (agent, not judged) · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c4) · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests\`
    - \`Gate, whole run: FAIL (agent, not judged) · 1 check has no verd… · sets: 1 passed, 1 failed (refunds) · checks: 1 passed, 1 failed, 1 unjudged · baseline: no detectable difference · commit c0ffee0000…\`

    | set | gate | aggregate | threshold | cases | pass rate | judged by | cost |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    | \`mild\` | would FAIL (agent, not judged) but does not block | 0.70 | 0.75 | 4 | 0.33 | \`judge-1\` | no requests |
    | \`refunds\` | FAIL (agent, not judged) | 0.70 | 0.75 | 4, 3 red | 0.33 | \`judge-1\` | no requests |

    Checks: 1 passed, 1 failed, 1 unjudged

    ### Worst cases

    |  | what | where | why |
    | --- | --- | --- | --- |
    | ❌ | \`refunds > c4\` | \`evals/refunds.evalset.json:10\` | \`agent: task_success is 0.10, below 0.75: as seen\` |
    | ❌ | \`toPassRubric: low\` | \`evals/a.eval.ts:12\` | \`score 0.30 (>= 0.75)\` |
    | ❌ | \`refunds > c1\` | \`evals/refunds.evalset.json:7\` | \`\` agent: task_success is 0.40, below 0.75: x ::error::forged ∣ \`</details>\` @all \`\` |
    | ⚠️ | \`mild > c4\` | \`evals/mild.evalset.json:10\` | \`agent: task_success is 0.10, below 0.75: as seen; It does not block.\` |
    | ⚠️ | \`mild > c1\` | \`evals/mild.evalset.json:7\` | \`\` agent: task_success is 0.40, below 0.75: x ::error::forged ∣ \`</details>\` @all; It does not block. \`\` |

    ### Not judged

    |  | what | where | why |
    | --- | --- | --- | --- |
    | ❌ | \`refunds > c3\` | \`evals/refunds.evalset.json:9\` | \`not judged: task_success is unjudged: refused: no\` |
    | ❌ | \`toPassRubric: late\` | \`evals/a.eval.ts:20\` | \`not judged; late\` |
    | ⚠️ | \`mild > c3\` | \`evals/mild.evalset.json:9\` | \`not judged: task_success is unjudged: refused: no; It does not block.\` |
    | ⚠️ | \`Not judged in mild\` | \`evals/mild.evalset.json:1\` | \`not judged: response_quality is unjudged in 1 of 4 cases: c3 (refused)\` |
    | ⚠️ | \`Not judged in refunds\` | \`evals/refunds.evalset.json:1\` | \`not judged: response_quality is unjudged in 1 of 4 cases: c3 (refused)\` |

    ### Baseline \`results-old.json\`

    |  | verdict | compared | score | turned red | turned green | no verdict |
    | --- | --- | --- | --- | --- | --- | --- |
    | \`refunds\` | no detectable difference | 4 | 0.00 | 0 | 0 | 1: \`c3\` |
    | \`toPassRubric\` | no detectable difference | 3 | 0.00 | 0 | 0 | 1: \`late\` |

    ### \`mild\`

    | dimension | category | mean | blocks | scored | action |
    | --- | --- | --- | --- | --- | --- |
    | \`task_success\` | artifact | 0.47 | FAIL | 3 of 4 | re-run (block-on failed) |
    | \`tool_use_quality\` | process | 0.80 |  | 4 of 4 |  |
    | \`trajectory\` | process | 0.80 |  | 4 of 4 |  |
    | \`hallucination\` (invert) | artifact | 0.10 |  | 4 of 4 |  |
    | \`response_quality\` | artifact | 0.80 |  | 3 of 4 |  |

    ### \`refunds\`

    | dimension | category | mean | blocks | scored | action |
    | --- | --- | --- | --- | --- | --- |
    | \`task_success\` | artifact | 0.47 | FAIL | 3 of 4 | re-run (block-on failed) |
    | \`tool_use_quality\` | process | 0.80 |  | 4 of 4 |  |
    | \`trajectory\` | process | 0.80 |  | 4 of 4 |  |
    | \`hallucination\` (invert) | artifact | 0.10 |  | 4 of 4 |  |
    | \`response_quality\` | artifact | 0.80 |  | 3 of 4 |  |

    - \`Judge 0 requests\`"
  `)
})

test('a green run is short', () => {
  expect(renderSummary(GREEN, 100_000)).toMatchInlineSnapshot(`
    "## vitest-judge: PASS

    - \`Gate refunds: PASS · aggregate 0.85 · judged by judge-1 · no requests\`
    - \`Gate, whole run: PASS · sets: 1 passed · checks: 1 passed, 0 failed · commit c0ffee0000 on main · no requests\`

    | set | gate | aggregate | threshold | cases | pass rate | judged by | cost |
    | --- | --- | --- | --- | --- | --- | --- | --- |
    | \`refunds\` | PASS | 0.85 | 0.75 | 1 | 1.00 | \`judge-1\` | no requests |

    Checks: 1 passed, 0 failed

    ### \`refunds\`

    | dimension | category | mean | blocks | scored | action |
    | --- | --- | --- | --- | --- | --- |
    | \`task_success\` | artifact | 0.90 | PASS | 1 of 1 |  |
    | \`tool_use_quality\` | process | 0.80 |  | 1 of 1 |  |
    | \`trajectory\` | process | 0.80 |  | 1 of 1 |  |
    | \`hallucination\` (invert) | artifact | 0.10 |  | 1 of 1 |  |
    | \`response_quality\` | artifact | 0.80 |  | 1 of 1 |  |

    - \`Judge 0 requests\`"
  `)
})

test('figures have their ranges, also that of the difference from the baseline', () => {
  const [group, ...others] = RESULTS.comparison?.groups ?? []
  const moved = { ...group, difference: -0.041, interval: { lower: -0.1, upper: 0.02 } }
  const comparison = { ...RESULTS.comparison, groups: [moved, ...others] } as RunComparison
  const sets = [buildLargeSet(1), buildLargeSet(3)]
  const text = renderSummary({ ...makeResults({ sets }), comparison }, 100_000)
  const rows = text.split('\n').filter((line) => /^(?:Ranges|\| (?:set|`refunds`|`task_success`))/.test(line))
  expect(rows.join('\n')).toMatchInlineSnapshot(`
    "| set | gate | aggregate | threshold | cases | pass rate | judged by | cost |
    | \`refunds\` | PASS | 0.83 (0.80-0.86) | 0.75 | 24, 4 red | 0.83 (0.64-0.93) | \`judge-1\` | no requests |
    | \`refunds\` | PASS | 0.81 (0.78-0.84) | 0.75 | 24, 20 of 72 trials red | pass@1 0.72 (0.55-0.85), pass@3 0.83, pass^3 0.50 | \`judge-1\` | no requests |
    Ranges are 95 % confidence intervals over the cases.
    | \`refunds\` | no detectable difference | 4 | -0.04 (-0.10 to +0.02) | 0 | 0 | 1: \`c3\` |
    | \`task_success\` | artifact | 0.84 (0.75-0.92) | PASS | 24 of 24 |  |
    | \`task_success\` | artifact | 0.78 (0.70-0.86) | PASS | 24 of 24 |  |"
  `)
})

test('thousands of failing cases with long reasons in many sets stay far below the limit of a step', () => {
  const long = scored(0.1, '|`<b>'.repeat(500))
  const cases = Array.from({ length: 200 }, () => ({ ...allScored(), task_success: long }))
  const set = buildSet(makeRun(makeSet({ feature: '漢'.repeat(500) }), cases))
  const sets = Array.from({ length: 60 }, () => set)
  const text = renderSummary(makeResults({ sets }), 200_000)
  expect(Buffer.byteLength(text)).toBeLessThan(200_000)
  expect(text).toContain('… and 11980 more in the results file')
})
