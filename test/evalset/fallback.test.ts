import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excuseDimension, fallbackScores } from '../../src/evalset/fallback.js'
import type { EvalCase, Produced } from '../../src/types.js'
import { cpuTime } from '../support/cpu.js'
import { makeSet } from './records.js'

const set = makeSet()
const NO_JUDGE = { mode: 'trajectory', reason: 'no_judge: no key' } as const

function makeEvalCase(change: Partial<EvalCase>): EvalCase {
  return { id: 'c1', input: 'in', expected: '', labels: [], must_not: [], ...change }
}

function taskSuccess(change: Partial<EvalCase>, produced: Produced) {
  return fallbackScores(set, makeEvalCase(change), produced, NO_JUDGE).task_success
}

test('expected text that is there scores 1', () => {
  expect(taskSuccess({ expected: 'all  good' }, { output: 'it is all good' })).toEqual({
    state: 'fallback',
    score: 1,
    justification: 'The expected "all good" was found.',
    reason: 'no_judge: no key',
  })
})

test('expected text that is not there is a weak 0', () => {
  expect(taskSuccess({ expected: 'all good' }, { output: 'fine' })).toEqual({
    state: 'fallback',
    score: 0,
    justification: 'The expected "all good" was not found.',
    reason: 'no_judge: no key',
    weak: true,
  })
})

test('an expected pattern that is not there is a 0 that is not weak', () => {
  expect(taskSuccess({ expected: 're:all good' }, { output: 'fine' })).toEqual({
    state: 'fallback',
    score: 0,
    justification: 'The expected "re:all good" was not found.',
    reason: 'no_judge: no key',
  })
})

test('must_not wins over expected and is named', () => {
  const evalCase = { expected: 'good', must_not: ['never here', 'double\u001b refund'] }
  expect(taskSuccess(evalCase, { output: 'good', diff: '@@ -1 +1 @@\n+double refund' })).toEqual({
    state: 'fallback',
    score: 0,
    justification: 'The must_not entry "double refund" was found.',
    reason: 'no_judge: no key',
  })
})

test('a must_not entry on a removed line does not count', () => {
  const diff = '@@ -1 +1 @@\n-double refund\n+single refund'
  expect(taskSuccess({ expected: 'single refund', must_not: ['double refund'] }, { output: '', diff })?.score).toBe(1)
})

test.each([' \n', '\u200B'])('without expected text (%j) task_success does not apply', (expected) => {
  expect(taskSuccess({ expected }, { output: 'x' })).toEqual({
    state: 'not_applicable',
    score: null,
    justification: '',
    reason: 'no_expected: the case has no expected text to look for',
    weak: true,
  })
})

test('a must_not entry that is found counts without expected text', () => {
  expect(taskSuccess({ must_not: ['x'] }, { output: 'x' })?.score).toBe(0)
})

test('a pattern that takes too long leaves it unjudged, never 0', () => {
  const output = `${'a'.repeat(60)}!`
  const slow = 're:^(a+)+$'
  const states = [{ expected: slow }, { expected: output, must_not: [slow] }, { must_not: [slow, '!'] }].map(
    (change) => {
      const { state, score, reason } = taskSuccess(change, { output }) ?? {}
      return { state, score, reason }
    },
  )
  const reason = 'pattern_timeout: "re:^(a+)+$" took longer than 250 ms'
  expect(states).toEqual([
    { state: 'unjudged', score: null, reason },
    { state: 'unjudged', score: null, reason },
    { state: 'fallback', score: 0, reason: 'no_judge: no key' },
  ])
})

test('dimensions that need judgement are unjudged, process dimensions need tool calls and mode trajectory', () => {
  const states = (produced: Produced, mode: 'output' | 'trajectory') =>
    Object.entries(fallbackScores(set, makeEvalCase({ expected: 'x' }), produced, { ...NO_JUDGE, mode })).map(
      ([name, { state, reason }]) => `${name} ${state} ${reason}`,
    )
  expect(states({ output: 'x', toolCalls: [] }, 'trajectory')).toMatchInlineSnapshot(`
    [
      "task_success fallback no_judge: no key",
      "tool_use_quality unjudged no_judge: it needs judgement",
      "trajectory unjudged no_judge: it needs judgement",
      "hallucination unjudged no_judge: it needs judgement",
      "response_quality unjudged no_judge: it needs judgement",
    ]
  `)
  expect(states({ output: 'x' }, 'trajectory')).toContain(
    'trajectory not_applicable no_tool_log: the subject gave no tool calls',
  )
  expect(states({ output: 'x', toolCalls: [] }, 'output')).toContain(
    'trajectory not_applicable mode: output mode judges only what was produced',
  )
})

test('an inverted task_success says nothing about a text that is there', () => {
  const [task] = set.rubric.dimensions
  const dimensions = task === undefined ? [] : [{ ...task, invert: true }]
  const inverted = makeSet({ rubric: { dimensions } })
  const { task_success } = fallbackScores(inverted, makeEvalCase({ expected: 'x' }), { output: 'x' }, NO_JUDGE)
  expect(task_success?.state).toBe('unjudged')
})

test('artifact dimensions apply in every mode', () => {
  const excuses = set.rubric.dimensions
    .filter(({ category }) => category === 'artifact')
    .map((dimension) => excuseDimension(dimension, 'output', { output: '' }))
  expect(excuses).toEqual([null, null, null])
})

test('property: every dimension ends in one state, and a score is there just where the state says so', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '+', '-', '@@ -1 +1 @@\n', '--- a\n+++ b\n') })
  fc.assert(
    fc.property(text, text, text, fc.array(text), (output, diff, expected, must_not) => {
      const records = fallbackScores(set, makeEvalCase({ expected, must_not }), { output, diff }, NO_JUDGE)
      expect(Object.keys(records)).toEqual(set.rubric.dimensions.map(({ name }) => name))
      for (const { state, score, weak } of Object.values(records)) {
        expect(score !== null).toBe(state === 'fallback')
        if (weak) expect(score).toBe(state === 'fallback' ? 0 : null)
      }
    }),
  )
})

test('time grows no faster than the size of what was produced', () => {
  const time = (lines: number): number => {
    const diff = `@@ -1 +1 @@\n${'+some added line of code\n- a removed one\n'.repeat(lines)}`
    const made = makeEvalCase({ expected: 'nowhere', must_not: ['nor this'] })
    return cpuTime(() => fallbackScores(set, made, { output: diff, diff }, NO_JUDGE))
  }
  time(1000)
  const small = Math.min(time(4000), time(4000), time(4000))
  const large = Math.min(time(40_000), time(40_000))
  // Ten times the text; quadratic would be a hundred times the time.
  expect(large).toBeLessThan(Math.max(small, 1) * 60)
})

test('many texts are looked for in hardly more time than one', () => {
  const output = 'some words of an answer\n'.repeat(100_000)
  const time = (entries: number): number => {
    const must_not = Array.from({ length: entries }, (_, entry) => `nowhere ${entry}`)
    return cpuTime(() => fallbackScores(set, makeEvalCase({ must_not }), { output }, NO_JUDGE))
  }
  time(1)
  // Folded for each text it would be thirty times the time.
  expect(time(30)).toBeLessThan(time(1) * 10)
})

test('the first hit ends the search', () => {
  const must_not = ['!', ...Array<string>(40).fill('re:^(a+)+$')]
  const output = `${'a'.repeat(60)}!`
  // Each of the patterns would take 250 ms.
  expect(cpuTime(() => expect(taskSuccess({ must_not }, { output })?.score).toBe(0))).toBeLessThan(5000)
})
