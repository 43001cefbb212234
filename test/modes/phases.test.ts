import { describe, expect, it } from 'vitest'
import { phases } from '../../src/modes/phases.js'
import type { PhaseName } from '../../src/scoring/relay.js'
import { phaseTask } from './tasks.js'

const NAMES: Readonly<Record<PhaseName, readonly string[]>> = {
  sm: ['clarity', 'handoff', 'completeness'],
  tea: ['coverage', 'red_state', 'handoff'],
  dev: ['green_state', 'code_quality', 'handoff'],
  reviewer: ['detection', 'verdict', 'persona'],
}

function judge(phase: PhaseName, team1: readonly unknown[], team2: readonly unknown[], more: object = {}) {
  const mode = phases[phase]
  const input = mode.check({ ...phaseTask, mode: mode.name })
  const side = (values: readonly unknown[]) => ({
    scores: Object.fromEntries(NAMES[phase].map((name, index) => [name, { value: values[index] }])),
  })
  const value = { teams: { team1: side(team1), team2: side(team2) }, justification: 'So.', winner: 'team1', ...more }
  return mode.score(input, [mode.read(input, value, 0)])
}

describe('totals go by the weights of the phase', () => {
  it.each<[PhaseName, number[], number]>([
    ['sm', [10, 5, 2], 30 + 20 + 6],
    ['tea', [10, 5, 2], 35 + 17.5 + 6],
    ['dev', [10, 5, 2], 40 + 15 + 6],
    ['reviewer', [10, 5, 2], 40 + 15 + 6],
    ['sm', [1, 1, 1], 10],
    ['reviewer', [10, 10, 10], 100],
  ])('of the phase %s the values %j make %d', (phase, values, wanted) => {
    const { fields, total } = judge(phase, values, [5, 5, 5])
    expect(fields.teams.team1.weighted_total).toBeCloseTo(wanted, 9)
    expect(fields.teams.team2.weighted_total).toBeCloseTo(50, 9)
    expect(total).toBe(fields.teams.team1.weighted_total)
    expect(fields.persona_judged).toBe(phase === 'reviewer')
  })
})

it.each<[number[], number[], string, boolean]>([
  [[8, 8, 8], [7, 7, 7], 'team1', false],
  [[7, 7, 7], [8, 8, 8], 'team2', true],
  [[7, 7, 7], [7, 7, 7], 'tie', true],
])('the winner of %j and %j is %s', (team1, team2, winner, mismatch) => {
  expect(judge('dev', team1, team2).fields).toMatchObject({ winner, winner_mismatch: mismatch, justification: 'So.' })
})

it('what is unjudged leaves the winner open, unless it cannot change it', () => {
  const open = judge('sm', [8, null, 8], [7, 7, 7])
  expect([open.fields.winner, open.total]).toEqual([null, null])
  expect(open.unjudged).toEqual([
    { part: 'team1: handoff', reason: 'missing', detail: 'the value of "handoff" of team1 is missing' },
  ])
  expect(judge('sm', [9, null, 9], [2, 2, 2]).fields.winner).toBe('team1')
  const nothing = phases.sm.score(phases.sm.check({ ...phaseTask, mode: 'phase-sm' }), [])
  expect([nothing.judged, nothing.unjudged.length]).toEqual([false, 6])
})

it('the input is checked', () => {
  const message = (change: object) => {
    try {
      return Object.keys(phases.tea.check({ ...phaseTask, mode: 'phase-tea', ...change })).join()
    } catch (error) {
      return String(error)
    }
  }
  expect([
    message({}),
    message({ mode: 'phase-dev' }),
    message({ context: undefined }),
    message({ team1: { response: 'x' } }),
    message({ team2: { theme: 'x', response: '' } }),
    message({ team3: {} }),
  ]).toMatchInlineSnapshot(`
    [
      "mode,team1,team2,context",
      "InputError: phase-tea: expected \`mode\` to be one of "phase-tea", but received "phase-dev".",
      "InputError: phase-tea: expected \`context\` to be a string, but received undefined.",
      "InputError: phase-tea: expected \`team1.theme\` to be a string, but received undefined.",
      "InputError: phase-tea: expected \`team2.response\` to be a text that is not empty, but received "".",
      "InputError: phase-tea: there is no \`team3\`. Did you mean \`team1\`? Known are \`mode\`, \`team1\`, \`team2\`, \`context\`.",
    ]
  `)
})
