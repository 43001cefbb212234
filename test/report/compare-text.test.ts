import { expect, test } from 'vitest'
import { compareWithBaseline } from '../../src/report/compare-gate.js'
import { renderComparison } from '../../src/report/compare-text.js'
import type { RunResults } from '../../src/report/results.js'
import { makeResults, runOf, six } from './runs.js'

const HOSTILE = '::error::\u001b[31mcase\u202e\n::set-output'
const file = 'evals/refunds.evalset.json'

test('what turned all the same is named with the verdict that finds no difference', () => {
  const compared = (then: RunResults, now: RunResults) =>
    compareWithBaseline({ name: 'old.json', results: then }, now, []).comparison
  const said = (now: Readonly<Record<string, number>>) => {
    const comparison = compared(runOf(six(1)), runOf(now))
    if (comparison === undefined) throw new Error('it was compared')
    const { gate } = makeResults({ sets: runOf(now).sets, comparison })
    return [
      /^ {2}(refunds: .*?compared)/ms.exec(renderComparison(comparison))?.[1]?.replace(/\s+/g, ' '),
      / · (baseline: .*?) · /.exec(gate.line)?.[1],
    ]
  }
  expect(said(six(1))).toEqual([
    'refunds: no detectable difference, 6 cases compared',
    'baseline: no detectable difference',
  ])
  expect(said({ ...six(1), a: 0.1 })).toEqual([
    'refunds: no detectable difference overall; 1 case turned red, 6 cases compared',
    'baseline: no detectable difference overall; turned red: a',
  ])
})

test('names out of a results file are text on lines of 80 columns, never a command or a colour', () => {
  const results = runOf({ [HOSTILE]: 0.9, ['x'.repeat(500)]: 0.9 }, { model: HOSTILE }, HOSTILE)
  const later = runOf({ [HOSTILE]: 0.1, fresh: 1 }, { model: `other ${HOSTILE}` }, HOSTILE)
  const { comparison } = compareWithBaseline({ name: `${HOSTILE}.json`, results }, later, [
    { evalset: HOSTILE, file, noRegression: [HOSTILE] },
  ])
  if (comparison === undefined) throw new Error('it was compared')
  const text = renderComparison({ ...comparison, started: HOSTILE, forced: true })
  for (const line of text.split('\n')) {
    expect(line.length).toBeLessThanOrEqual(80)
    expect(line).not.toMatch(/^\s*::|[\p{Cc}\p{Cf}]/u)
  }
})
