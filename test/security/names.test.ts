/**
 * Names that every object of JavaScript has already, as names of data: no crash, and nothing lost.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { matchFindings } from '../../src/findings/match.js'
import { readResults } from '../../src/report/read-results.js'
import { aggregateScores, averageScores } from '../../src/scoring/aggregate.js'
import { readTrajectory } from '../../src/trajectory/read.js'
import { obey } from '../injection/obedient.js'
import { behavioursPosed, issuesPosed, requestsOf } from '../injection/slot.js'

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])('the name %s', (name) => {
  it('as a dimension is refused in a set, and scored nowhere by itself', () => {
    const set = {
      version: 1,
      feature: 'f',
      rubric: { dimensions: [{ name, weight: 1 }] },
      cases: [{ id: 'a', input: 'b' }],
    }
    expect(() => parseEvalSet(JSON.stringify(set), 'e.json')).toThrow(InputError)
    const means = averageScores([{ name }], [{}, JSON.parse(`{"${name}":0.5}`)])
    expect(Object.getOwnPropertyDescriptor(means, name)?.value).toEqual({ mean: 0.5, scored: 1 })
    const rubric = { dimensions: [{ name, weight: 1, invert: false }], invert_mode: 'subtract' as const }
    expect(aggregateScores(rubric, {}, 0.5).aggregate).toBeNull()
  })

  it('as the id, label and feature of a set is kept', () => {
    const one = { id: name, input: JSON.parse(`{"${name}":{"a":1}}`), labels: [name] }
    const { set } = parseEvalSet(JSON.stringify({ version: 1, feature: name, cases: [one] }), 'e.json')
    expect([set.feature, set.cases[0]?.id, set.cases[0]?.labels]).toEqual([name, name, [name]])
    expect(JSON.stringify(set.cases[0]?.input)).toBe(`{"${name}":{"a":1}}`)
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('as a tool, and as a kind of entry that nobody knows, is counted', () => {
    const log = [
      { role: 'assistant', content: null, tool_calls: [{ id: name, function: { name, arguments: `{"${name}":1}` } }] },
      { role: 'tool', tool_call_id: name, content: 'ok' },
      { role: name, content: 'x' },
    ]
    const { toolCalls, unknown } = readTrajectory(JSON.stringify(log))
    expect(toolCalls).toMatchObject([{ tool: name, result_summary: 'ok' }])
    expect(JSON.stringify(toolCalls[0]?.args)).toBe(`{"${name}":1}`)
    expect(Object.keys(unknown)).toHaveLength(1)
  })

  it('as an id of issues and criteria is asked about and answered', () => {
    const issues = issuesPosed({ baseline_issues: [{ id: name, severity: 'high', description: 'Late.' }], settled: {} })
    const criteria = behavioursPosed({ baseline_criteria: { a: [{ id: name, description: 'Polite.' }] } })
    for (const posed of [issues, criteria]) {
      const [request] = requestsOf(posed)
      if (request === undefined) throw new Error('nothing is asked')
      const { value } = obey(request)
      expect(posed.mode.score(posed.input, [posed.mode.read(posed.input, value, 0)]).unjudged).toEqual([])
    }
    const { issues: matched } = matchFindings(
      [{ text: 'Late.', id: name }],
      [{ id: name, severity: 'high', description: 'Late.' }],
    )
    expect(matched[0]).toMatchObject({ id: name, found: true, finding: name })
  })

  it('as a group of issues or criteria is kept, or refused by name', () => {
    const grouped = (field: string) => JSON.parse(`{"${field}":{"a":[],"${name}":[{"id":"x","description":"y"}]}}`)
    for (const pose of [
      () => issuesPosed(grouped('baseline_issues')),
      () => behavioursPosed(grouped('baseline_criteria')),
    ]) {
      if (name === '__proto__') expect(pose).toThrow('to be an object without a group named __proto__')
      else expect(JSON.stringify(requestsOf(pose()))).toContain('{\\"id\\":\\"x\\"')
    }
  })

  it('as a field of results is dropped or refused by name', () => {
    expect(() => readResults(`{"version":2,"${name}":{"polluted":true}}`)).toThrow(InputError)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})
