import { expect, it } from 'vitest'
import {
  type Calibration,
  calibrationNotices,
  judgeKey,
  readCalibration,
  showFigure,
} from '../../src/report/calibration.js'
import type { RunResults } from '../../src/report/results.js'

const by = { mode: 'solo', model: 'm', settings: { effort: 'low', a: 1 }, prompt_version: 'p-1', rubric_key: 'r' }
const calibration = (calibrated: string, kappa: number, change: object = {}) =>
  ({
    ...{ version: 1, calibrated, labels: 'l.jsonl', items: [], recordings: [] },
    measures: [
      {
        ...{ measure: 'verdict', form: 'boolean', items: 40, agreement: null },
        kappa: { value: kappa, lower: 0.41, upper: 0.79 },
        judged_by: { ...by, ...change },
      },
    ],
  }) as unknown as Calibration
const run = { sets: [], checks: [{ judgement: { ...by, settings: { a: 1, effort: 'low' } } }] } as unknown as RunResults

it('the latest calibration of the same judge, rubric and prompt stands beside the scores', () => {
  const stored = [calibration('2026-11-30T10:00:00Z', 0.62), calibration('2026-11-29T10:00:00Z', 0.1)]
  expect(calibrationNotices(run, stored)).toEqual([
    'verdict: judge against people: kappa .62 (.41 to .79), 40 labels, 2026-11-30',
  ])
})

it.each([{ mode: 'compare' }, { model: 'n' }, { settings: {} }, { prompt_version: 'p-2' }, { rubric_key: null }])(
  'another one with %o does not',
  (change) => {
    expect(judgeKey({ ...by, ...change })).not.toBe(judgeKey(by))
    expect(calibrationNotices(run, [calibration('2026-11-30T10:00:00Z', 0.62, change)])).toEqual([])
  },
)

it.each([
  [0.624, '.62'],
  [-0.087, '-.09'],
  [1, '1.00'],
  [0, '.00'],
  [-0.001, '.00'],
  [-1, '-1.00'],
])('%d is shown as %s', (value, text) => {
  expect(showFigure({ value, lower: value, upper: value })).toBe(`${text} (${text} to ${text})`)
})

it('a stored file that is none is named with its fault', () => {
  const read = (text: string) => () => readCalibration(text, 'evals/calibration/a.json')
  expect(read('{')).toThrow('evals/calibration/a.json: expected JSON, but')
  expect(read('{"version": 2}')).toThrow('evals/calibration/a.json: expected `version` to be one of 1, but received 2')
  expect(read(JSON.stringify(calibration('2026-11-30', 1)))()).toEqual(calibration('2026-11-30', 1))
})
