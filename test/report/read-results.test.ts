import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InputError } from '../../src/errors.js'
import { readResults } from '../../src/report/read-results.js'
import type { RunResults } from '../../src/report/results.js'
import { resultsSchema } from '../../src/report/results-schema.js'

/** As 0.1.0 wrote it before version 2: a set that its gate stops, and a check. */
const FIRST = readFileSync(new URL('../fixtures/version-1.results.json', import.meta.url), 'utf8')

const first = JSON.parse(FIRST) as Record<string, unknown> & { run: Record<string, unknown>; sets: unknown[] }
const now = readResults(FIRST)

function messageOf(results: unknown, file?: string): string {
  try {
    readResults(results, file)
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as Error).message
  }
  throw new Error('it was read')
}

/** A copy with another value at a path. */
function change(value: unknown, [step, ...rest]: readonly (string | number)[], to: unknown): unknown {
  if (step === undefined) return to
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[step] = change(copy[step], rest, to)
  return copy
}

test('a file of version 1 is brought to the present form, and nothing of it is lost', () => {
  expect(resultsSchema.parse(now)).toEqual(now)
  const { version, run, sets, agent, gate, ...rest } = now
  expect([version, run.duration_ms, agent.runs, agent.ms]).toEqual([2, expect.any(Number), 0, null])
  expect(run).toMatchObject(first.run)
  expect(sets).toMatchObject(first.sets)
  expect(first).toMatchObject(rest)
  expect([sets[0]?.gate.line, gate.line]).toMatchInlineSnapshot(`
    [
      "Gate refunds: FAIL (agent) · task_success is 0.70, below 0.75 over all cases · aggregate 0.43 < 0.75 · judged by scripted · price not known",
      "Gate, whole run: FAIL (agent) · sets: 0 passed, 1 failed (refunds) · checks: 1 passed, 0 failed · price not known",
    ]
  `)
})

test('a file of the present version is read as it is, from text or value, with a byte order mark too', () => {
  expect(readResults(now)).toEqual(now)
  expect(readResults(`\uFEFF${JSON.stringify(now, null, 2).replaceAll('\n', '\r\n')}`)).toEqual(now)
})

test('fields that are not known are dropped', () => {
  expect(readResults({ ...now, later: true })).toEqual(now)
})

test.each<[string, unknown]>([
  ['a file that was cut', JSON.stringify(now).slice(0, 200)],
  ['an empty file', ''],
  ['a list', []],
  ['nothing', null],
  ['another JSON file', '{ "name": "x" }'],
  ['a version of later days', { ...now, version: 3 }],
  ['a version that is none', { ...now, version: '2' }],
  ['a score out of range', change(now, ['sets', 0, 'aggregate'], 80)],
  ['a version 1 with a field of the wrong kind', change(first, ['sets', 0, 'cases', 1, 'id'], 7)],
  ['a version 1 without sets', change(first, ['sets'], undefined)],
  ['a version 1 with a gate that is none', change(first, ['sets', 0, 'gate'], 'closed')],
])('%s is refused, with file and field', (_what, results) => {
  expect(messageOf(results, 'evals/results/results-1.json')).toMatchSnapshot()
})

test('property: whatever stands in a file, it is read or refused by name', () => {
  const paths = ['run', 'sets', 'checks', 'usage', 'gate', 'unjudged', 'agent', 'version'] as const
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.constantFrom(first, now), fc.jsonValue(), (field, base, value) => {
      const given = { ...base, [field]: value }
      try {
        expect((readResults(given) satisfies RunResults).version).toBe(2)
      } catch (error) {
        expect(error).toBeInstanceOf(InputError)
      }
    }),
  )
})
