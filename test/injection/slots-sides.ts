/**
 * Slots of the modes that judge two sides, or a chain.
 *
 * @module
 */
import { compareTask, issuesTask, phaseTask } from '../modes/tasks.js'
import { asIs, coherencePosed, comparePosed, lines, phasePosed, type Slot } from './slot.js'
import { criterionSlots, emptyLine, place } from './slots-solo.js'

const [session, empty, name] = issuesTask.baseline_issues

const [one, two] = compareTask.contestants
/** One order is enough: the other has the same materials in another place. */
const compared = (change: object) => comparePosed({ swap: false, ...change })
const compareSlots: Slot[] = [
  { slot: 'compare: challenge', pose: (challenge) => compared({ challenge }), material: 'challenge', raw: asIs },
  ...criterionSlots('compare', compared),
  {
    slot: 'compare: description of a known issue',
    pose: (description) => compared({ baseline_issues: [{ ...session, description }, empty, name] }),
    material: 'known_issues',
    raw: (description) =>
      lines({ id: 'SESSION', severity: 'critical', description, ...place }, emptyLine, {
        id: 'NAME',
        severity: 'low',
        description: name?.description,
      }),
  },
  ...(['response', 'character'] as const).flatMap((field) => [
    {
      slot: `compare: ${field} of the first`,
      pose: (text: string) => compared({ contestants: [{ ...one, [field]: text }, two] }),
      material: `${field}_a`,
      raw: asIs,
    },
    {
      slot: `compare: ${field} of the second`,
      pose: (text: string) => compared({ contestants: [one, { ...two, [field]: text }] }),
      material: `${field}_b`,
      raw: asIs,
    },
  ]),
]

const phaseSlots: Slot[] = (['sm', 'tea', 'dev', 'reviewer'] as const).flatMap((phase) => {
  const themed = phase === 'reviewer' ? (['response', 'theme'] as const) : (['response'] as const)
  const teams = (['team1', 'team2'] as const).flatMap((team) =>
    themed.map((field) => ({
      slot: `phase-${phase}: ${field} of ${team}`,
      pose: (text: string) => phasePosed(phase, { [team]: { ...phaseTask[team], [field]: text } }),
      material: `${team}_${field}`,
      raw: asIs,
    })),
  )
  const pose = (context: string) => phasePosed(phase, { context })
  return [{ slot: `phase-${phase}: context`, pose, material: 'context', raw: asIs }, ...teams]
})

const coherenceSlots: Slot[] = ['theme', 'sm_response', 'tea_response', 'dev_response', 'reviewer_response'].map(
  (field) => ({
    slot: `coherence: ${field}`,
    pose: (text) => coherencePosed({ [field]: text }),
    material: field,
    raw: asIs,
  }),
)

/** All of them. */
export const SIDES_SLOTS: readonly Slot[] = [...compareSlots, ...phaseSlots, ...coherenceSlots]
