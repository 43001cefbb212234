import { expect, it } from 'vitest'
import { readIgnore } from '../../src/cli/init-ignore.js'

it.each([
  ['', 'absent'],
  ['dist/', 'absent'],
  ['evals/results/', 'present'],
  ['/evals/results\r\n', 'present'],
  ['**/results/**', 'present'],
  ['evals/results/\n!evals/results/', 'taken back'],
  ['!evals/results/\nevals/results/', 'present'],
  ['evals/', 'hidden'],
  ['/evals', 'hidden'],
  ['evals/**\nevals/results/', 'hidden'],
  ['evals/\n!evals/', 'absent'],
  ['evals/*\n!evals/recordings/', 'present'],
  ['evals/*\n!evals/results/', 'hidden'],
])('in the text %j the folder of results is %s', (text, kind) => {
  expect(readIgnore(text).kind).toBe(kind)
})
