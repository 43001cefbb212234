import { describe, expect, it } from 'vitest'
import { MODE_NAMES, modeOf } from '../../src/modes/registry.js'

const issues = [{ id: 'A', severity: 'high', description: 'Something.' }]
const criteria = { group: [{ id: 'A', description: 'Something.' }] }

describe('modeOf', () => {
  it.each([
    [{ mode: 'solo', response: 'x' }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: issues }, 'solo-issues-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: { critical: issues } }, 'solo-issues-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: [] }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: null }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: { critical: [], low: [] } }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_criteria: criteria }, 'solo-behaviours-1'],
    [{ mode: 'solo', response: 'x', baseline_criteria: criteria, baseline_issues: [] }, 'solo-behaviours-1'],
    [{ mode: 'solo', response: 'x', baseline_criteria: { group: [] }, bonus_criteria: {} }, 'solo-rubric-1'],
    [{ mode: 'compare' }, 'compare-1'],
    [{ mode: 'phase-sm' }, 'phase-sm-1'],
    [{ mode: 'phase-tea' }, 'phase-tea-1'],
    [{ mode: 'phase-dev' }, 'phase-dev-1'],
    [{ mode: 'phase-reviewer' }, 'phase-reviewer-1'],
    [{ mode: 'coherence' }, 'coherence-1'],
    [{ mode: 'review-match' }, 'review-match-1'],
    [{ mode: 'swebench' }, null],
    [{ mode: 'ground-truth', gold: 'x', response: 'x' }, null],
  ])('%j is judged by %s', (task, promptVersion) => {
    expect(modeOf(task).mode.promptVersion).toBe(promptVersion)
  })

  it('finds every mode under its own name', () => {
    expect(MODE_NAMES.map((mode) => modeOf({ mode }).mode.name)).toEqual(MODE_NAMES)
  })

  it('leaves empty lists out, because they count as not given', () => {
    const { mode, task } = modeOf({ mode: 'solo', response: 'x', baseline_issues: [], bonus_criteria: {} })
    expect(Object.keys(mode.check(task) as object)).toEqual(['mode', 'response', 'rubric', 'dimensions', 'judging'])
  })

  it('refuses two checklists at once', () => {
    const both = { mode: 'solo', response: 'x', baseline_issues: issues, baseline_criteria: criteria }
    expect(() => modeOf(both)).toThrowErrorMatchingInlineSnapshot(
      `[InputError: solo: expected \`baseline_issues\` and \`baseline_criteria\` to be given one at a time, because each has a checklist of its own, but received ["baseline_issues","baseline_criteria"].]`,
    )
  })

  it('refuses an unknown mode with those that there are', () => {
    expect(() => modeOf({ mode: 'duet' })).toThrowErrorMatchingInlineSnapshot(
      `[InputError: task: expected \`mode\` to be one of solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth, review-match, but received "duet".]`,
    )
    expect(() => modeOf({ mode: 'toString' })).toThrow(/one of solo/)
    expect(() => modeOf(undefined)).toThrowErrorMatchingInlineSnapshot(
      `[InputError: task: expected \`mode\` to be one of solo, compare, phase-sm, phase-tea, phase-dev, phase-reviewer, coherence, swebench, ground-truth, review-match, but received undefined.]`,
    )
  })
})
