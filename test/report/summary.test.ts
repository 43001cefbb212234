import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { renderSummary } from '../../src/report/summary.js'
import { allScored, makeSet, scored } from '../evalset/records.js'
import { GREEN, RESULTS } from './ci-runs.js'
import { makeResults, makeRun } from './runs.js'

test('a red run: gates, sets, worst cases, what was not judged, baseline, dimensions, cost', () => {
  expect(renderSummary(RESULTS, 100_000)).toMatchInlineSnapshot(`
    "## vitest-judge: FAIL (agent, not judged)

    - \`Gate mild: would FAIL (agent, not judged) but does not block · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c… · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests\`
    - \`Gate refunds: FAIL (agent, not judged) · task_success is 0.47, below 0.75 over all cases (low in 2 of 4: c1, c4) · 1 more · aggregate 0.70 < 0.75 · judged by judge-1 · no requests\`
    - \`Gate, whole run: FAIL (agent, not judged) · the judge left 1 ch… · sets: 1 passed, 1 failed (refunds) · checks: 1 passed, 1 failed, 1 unjudged · baseline: no detectable difference · commit c0ffee0000…\`

    | set | gate | aggregate | threshold | cases | judged by | cost |
    | --- | --- | --- | --- | --- | --- | --- |
    | \`mild\` | would FAIL (agent, not judged) but does not block | 0.70 | 0.75 | 4 | \`judge-1\` | no requests |
    | \`refunds\` | FAIL (agent, not judged) | 0.70 | 0.75 | 4, 3 red | \`judge-1\` | no requests |

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

    | set | gate | aggregate | threshold | cases | judged by | cost |
    | --- | --- | --- | --- | --- | --- | --- |
    | \`refunds\` | PASS | 0.85 | 0.75 | 1 | \`judge-1\` | no requests |

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

test('thousands of failing cases with long reasons in many sets stay far below the limit of a step', () => {
  const long = scored(0.1, '|`<b>'.repeat(500))
  const cases = Array.from({ length: 200 }, () => ({ ...allScored(), task_success: long }))
  const set = buildSet(makeRun(makeSet({ feature: '漢'.repeat(500) }), cases))
  const sets = Array.from({ length: 60 }, () => set)
  const text = renderSummary(makeResults({ sets }), 200_000)
  expect(Buffer.byteLength(text)).toBeLessThan(200_000)
  expect(text).toContain('… and 11980 more in the results file')
})
