/**
 * What the message builders do with hostile text: every attack (15 of fences, 64 of techniques) in every slot of every mode stays in
 * its own material, and everything outside of material, the schema included, is byte for byte that of a harmless twin.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { JudgeRequest } from '../../src/models/model.js'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { shownText } from '../../src/prompts/fence.js'
import { askAgain } from '../../src/prompts/layout.js'
import { issuesTask } from '../modes/tasks.js'
import { HOSTILE, SENTINEL } from '../prompts/hostile.js'
import { promptOf, type Split, splitPrompt } from '../prompts/split.js'
import { ATTACKS } from './attacks.js'
import {
  behavioursPosed,
  coherencePosed,
  comparePosed,
  equivalencePosed,
  evalPosed,
  issuesPosed,
  phasePosed,
  requestsOf,
  reviewPosed,
  rubricPosed,
} from './slot.js'
import { SLOTS } from './slots.js'

const ALL = [...HOSTILE, ...ATTACKS]

function split(requests: readonly JudgeRequest[]): (Split & { schema: unknown })[] {
  return requests.map((request) => ({ ...splitPrompt(promptOf(request)), schema: request.schema }))
}

it('there are 64 techniques, each once, and each carries its demand', () => {
  expect(ATTACKS).toHaveLength(64)
  expect(new Set(ATTACKS.map(([technique]) => technique)).size).toBe(64)
  expect(ATTACKS.filter(([, text]) => !text.includes(SENTINEL))).toEqual([])
})

describe.each(SLOTS)('$slot', ({ pose, material, raw, benign = 'benign' }) => {
  const twin = split(requestsOf(pose(benign)))

  it('is shown to the judge', () => {
    expect(twin.flatMap(({ materials }) => materials).filter((one) => one.name === material)).not.toEqual([])
  })

  it.each(ALL)('holds %s: its own material shows it, and all else is as without', (_title, text) => {
    const hostile = split(requestsOf(pose(text)))
    expect(hostile.map(({ outside, schema }) => (outside + JSON.stringify(schema)).includes(SENTINEL))).not.toContain(
      true,
    )
    expect(hostile.map(({ outside }) => outside)).toEqual(twin.map(({ outside }) => outside))
    if (raw === undefined) return
    const shown = shownText(raw(text))
    const wanted = twin.map(({ materials, ...rest }) => ({
      ...rest,
      materials: materials.map((one) => (one.name === material ? { name: material, text: shown } : one)),
    }))
    expect(hostile).toEqual(wanted)
  })
})

it('every material of every mode is in the table', () => {
  const requests = [
    rubricPosed(),
    issuesPosed(),
    behavioursPosed(),
    comparePosed(),
    ...(['sm', 'tea', 'dev', 'reviewer'] as const).map((phase) => phasePosed(phase)),
    coherencePosed(),
    reviewPosed(),
    equivalencePosed(),
    evalPosed(),
  ].flatMap(requestsOf)
  const materials = split(requests).flatMap((one) => one.materials)
  const names = new Set(materials.map((material) => material.name))
  expect([...names].sort()).toEqual([...new Set(SLOTS.map(({ material }) => material))].sort())
})

it.each(ALL)('a second request about an id with %s says nothing else outside of material', (_title, text) => {
  const askAbout = (id: string) => {
    const baseline_issues = [{ id, severity: 'high', description: 'Something.' }]
    const input = soloIssues.check({ ...issuesTask, baseline_issues, settled: {} })
    const answer = {
      baseline_findings: [
        { id, found: true },
        { id, found: false },
      ],
    }
    const problems = [{}, answer].flatMap((value) => soloIssues.read(input, value, 0).problems)
    const [request] = soloIssues.requests(input)
    if (request === undefined) throw new Error('nothing is asked')
    return splitPrompt(promptOf(askAgain(request, problems)))
  }
  const hostile = askAbout(text)
  expect(hostile.outside).toBe(askAbout('A1').outside)
  expect(hostile.materials.at(-1)?.name).toBe('problems')
})
