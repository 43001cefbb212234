import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { modeOf } from '../../src/modes/registry.js'
import { readScenario } from '../../src/modes/scenario.js'

const issues = { critical: [{ id: 'A', description: 'x' }], low: [{ id: 'B', description: 'y' }] }

it('gives what `solo` takes, and leaves the rest', () => {
  const file = {
    id: 'rev-1',
    name: 'checkout',
    category: 'review',
    prompt: 'Review it.',
    code: { language: 'ts', filename: 'a.ts', content: 'const a = 1' },
    baseline_issues: issues,
    bonus_issues: {},
    persona_influence: {},
  }
  expect(readScenario(file)).toEqual({
    name: 'checkout',
    task: { challenge: 'Review it.', code: 'const a = 1', baseline_issues: issues },
    warnings: [],
  })
  expect(readScenario({ code: 'const a = 1', prompt: ' ' }).task).toEqual({ code: 'const a = 1' })
  expect(readScenario({ code: { content: '' } })).toEqual({ task: {}, warnings: [] })
})

it.each<[object, string[]]>([
  [{ total_baseline_issues: 2, total_bonus_issues: 0 }, []],
  [{ total_baseline_issues: 3 }, ['`scoring.total_baseline_issues` says 3, the lists hold 2']],
  [
    { total_baseline_tests: 1, total_bonus_tests: 1 },
    ['`scoring.total_baseline_tests` says 1, the lists hold 2', '`scoring.total_bonus_tests` says 1, the lists hold 0'],
  ],
  [{ weights: { critical: 3, low: 0.5 }, max_baseline_score: 3.5 }, []],
  [
    { weights: { critical: 3, low: 0.5 }, max_baseline_score: 4 },
    ['`scoring.max_baseline_score` says 4, the lists come to 3.5'],
  ],
  [{ max_baseline_score: 4, categories: [] }, []],
])('declared counts are compared with the lists: %j', (scoring, warnings) => {
  expect(readScenario({ baseline_issues: issues, scoring }).warnings).toEqual(warnings)
})

it('says which field has the wrong type', () => {
  expect(() => readScenario({ prompt: 7 })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: scenario: expected \`prompt\` to be a string, but received 7.]`,
  )
  expect(() => readScenario({ code: 7 })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: scenario: expected \`code\` to be a text, or an object with \`content\`, but received 7.]`,
  )
  expect(() => readScenario('text')).toThrowErrorMatchingInlineSnapshot(
    `[InputError: scenario: expected it to be an object, but received "text".]`,
  )
})

const DATA = fileURLToPath(new URL('../../../shared/data/scenarios/', import.meta.url))
const isThere = existsSync(DATA)
if (!isThere) console.log('test/modes/scenario: real scenarios are skipped, ../shared/data is not there')

describe.skipIf(!isThere)('real scenarios', () => {
  const names = isThere ? readdirSync(DATA).sort() : []
  const read = (name: string) => readScenario(parse(readFileSync(`${DATA}${name}`, 'utf8')))

  it('are four', () => {
    expect(names.map((name) => read(name).name)).toEqual([
      'flask-5014',
      'payment-processor-tests',
      'react-auth-component',
      'sprint-planning-conflict',
    ])
  })

  it('are judged by the checklist that their lists are for', () => {
    const versions = names.map((name) => {
      const { mode, task } = modeOf({ mode: 'solo', ...read(name).task, response: 'x' })
      expect(mode.requests(mode.check(task))).toHaveLength(1)
      return mode.promptVersion
    })
    expect(versions).toEqual(['solo-rubric-1', 'solo-issues-1', 'solo-issues-1', 'solo-behaviours-1'])
  })

  it('have counts that are partly wrong', () => {
    expect(names.flatMap((name) => read(name).warnings)).toMatchInlineSnapshot(`
      [
        "\`scoring.total_baseline_tests\` says 20, the lists hold 19",
        "\`scoring.total_bonus_tests\` says 19, the lists hold 21",
        "\`scoring.max_baseline_score\` says 24.5, the lists come to 26",
      ]
    `)
  })
})
