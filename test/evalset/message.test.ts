import { expect, test } from 'vitest'
import { caseMessage } from '../../matchers/eval-set-message.js'
import { judgeCase } from '../../src/evalset/outcome.js'
import { GATE, makeCase, makeSet, scored } from './records.js'

test('no line of a message begins like a command of GitHub Actions', () => {
  const set = makeSet({ feature: '::warning::a' })
  const record = makeCase(set, '::error::b', { task_success: scored(0, '\n::error::c') })
  const message = caseMessage(set, record, judgeCase(set, record, GATE), 0.75)
  expect(message).toContain('::error::c')
  expect(message.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([])
})
