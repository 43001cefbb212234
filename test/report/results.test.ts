import { expect, test } from 'vitest'
import { resultsFileName } from '../../src/report/results.js'

test('a results file is named in UTC without colons, with a suffix where the name is taken', () => {
  const date = new Date('2026-11-29T23:10:05.999+01:00')
  const taken = ['results-2026-11-29T22-10-05Z.json', 'results-2026-11-29T22-10-05Z-2.json']
  expect(resultsFileName(date, () => false)).toBe('results-2026-11-29T22-10-05Z.json')
  expect(resultsFileName(date, (name) => taken.includes(name))).toBe('results-2026-11-29T22-10-05Z-3.json')
})
