import { describe, expect, it } from 'vitest'
import { modeOf } from '../../src/modes/registry.js'

const issues = [{ id: 'A', severity: 'high', description: 'Something.' }]

describe('modeOf', () => {
  it.each([
    [{ mode: 'solo', response: 'x' }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: issues }, 'solo-issues-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: { critical: issues } }, 'solo-issues-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: [] }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: null }, 'solo-rubric-1'],
    [{ mode: 'solo', response: 'x', baseline_issues: { critical: [], low: [] } }, 'solo-rubric-1'],
    [{ mode: 'ground-truth', gold: 'x', response: 'x' }, null],
  ])('%j is judged by %s', (task, promptVersion) => {
    expect(modeOf(task).mode.promptVersion).toBe(promptVersion)
  })

  it('leaves an empty list out, because it counts as not given', () => {
    const { mode, task } = modeOf({ mode: 'solo', response: 'x', baseline_issues: [] })
    expect(mode.check(task)).not.toHaveProperty('baseline_issues')
  })

  it('refuses an unknown mode with those that there are', () => {
    expect(() => modeOf({ mode: 'duet' })).toThrowErrorMatchingInlineSnapshot(
      `[InputError: task: expected \`mode\` to be one of solo, ground-truth, but received "duet".]`,
    )
    expect(() => modeOf(undefined)).toThrowErrorMatchingInlineSnapshot(
      `[InputError: task: expected \`mode\` to be one of solo, ground-truth, but received undefined.]`,
    )
  })
})
