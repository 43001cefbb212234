import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findBaseline } from '../../reporters/baseline.js'
import { buildSet } from '../../src/report/build-set.js'
import type { RunResults } from '../../src/report/results.js'
import { makeFolder } from '../e2e/run-files.js'
import { allScored, makeSet } from '../evalset/records.js'
import { CHECK, makeResults, makeRun, RUN } from '../report/runs.js'

function runOf(features: readonly string[], files: readonly string[] = [], partial = false): RunResults {
  return makeResults({
    run: { ...RUN, partial },
    sets: features.map((feature) => buildSet(makeRun(makeSet({ feature }), [allScored()]))),
    checks: files.map((file) => ({ ...CHECK, file })),
  })
}

/** Runs from the oldest to the newest; the day of the one that is found. */
function findDay(runs: readonly (RunResults | string)[], judged: RunResults): number | null {
  const files = runs.map((run, index) => [
    `results/results-2026-11-${String(index + 1).padStart(2, '0')}T10-00-00Z.json`,
    typeof run === 'string' ? run : JSON.stringify(run),
  ])
  const root = makeFolder(Object.fromEntries(files))
  const found = findBaseline('latest', root, join(root, 'results'), judged, [])
  return found === null ? null : Number(/11-(\d\d)T/.exec(found.name)?.[1])
}

describe('latest is the newest whole run', () => {
  test.each<[string, (RunResults | string)[], RunResults, number | null]>([
    ['that has all sets of this one', [runOf(['a', 'b']), runOf(['a', 'b']), runOf(['a'])], runOf(['a', 'b']), 2],
    ['that has all its checked files', [runOf([], ['x', 'y']), runOf(['a'], ['x'])], runOf([], ['x', 'y']), 1],
    ['though that has more', [runOf(['a']), runOf(['a', 'b'])], runOf(['a']), 2],
    ['with most of them where one is new', [runOf(['a', 'b']), runOf(['a'])], runOf(['a', 'b', 'new']), 1],
    ['at all where all are new', [runOf(['a']), runOf(['b'])], runOf(['new']), 2],
    ['but never a partial or cut one', [runOf(['a']), runOf(['a'], [], true), '{"version": 2'], runOf(['a']), 1],
    ['and null where there is none', [runOf(['a'], [], true)], runOf(['a']), null],
  ])('%s', (_what, runs, judged, day) => {
    expect(findDay(runs, judged)).toBe(day)
  })

  test('of the last twenty, so that a new set does not make a run read all that there ever were', () => {
    const later = Array.from({ length: 20 }, () => runOf(['a']))
    expect(findDay([runOf(['a', 'b']), ...later.slice(1)], runOf(['a', 'b']))).toBe(1)
    expect(findDay([runOf(['a', 'b']), ...later], runOf(['a', 'b']))).toBe(21)
  })
})
