/**
 * Slots of the modes that judge one response.
 *
 * @module
 */
import { behavioursTask, issuesTask } from '../modes/tasks.js'
import { asIs, behavioursPosed, issuesPosed, lines, type Posed, rubricPosed, type Slot } from './slot.js'

const gold = { response: 'The cart is kept in the session.', score: 90, notes: 'Short but right.' }
const [session, empty, name] = issuesTask.baseline_issues
const [bonus] = issuesTask.bonus_issues
/** Of the first known issue. */
export const place = { location: 'src/cart.ts:3' }

const soloSlots = (mode: string, pose: (change: object) => Posed): Slot[] => [
  { slot: `${mode}: response`, pose: (response) => pose({ response }), material: 'response', raw: asIs },
  { slot: `${mode}: challenge`, pose: (challenge) => pose({ challenge }), material: 'challenge', raw: asIs },
  { slot: `${mode}: character`, pose: (character) => pose({ character }), material: 'character', raw: asIs },
  { slot: `${mode}: code`, pose: (code) => pose({ code }), material: 'code', raw: asIs },
  {
    slot: `${mode}: expert answer`,
    pose: (response) => pose({ gold_standard: { ...gold, response } }),
    material: 'expert_answer',
    raw: asIs,
  },
  {
    slot: `${mode}: notes on the expert answer`,
    pose: (notes) => pose({ gold_standard: { ...gold, notes } }),
    material: 'expert_notes',
    raw: asIs,
  },
]

const issuesWith = (change: object) => issuesPosed({ baseline_issues: [{ ...session, ...change }, empty, name] })
/** As the list of known issues shows the second one. */
export const emptyLine = { id: 'EMPTY', severity: 'medium', description: empty?.description }
const knownLines = (change: object) =>
  lines({ id: 'SESSION', severity: 'critical', description: session?.description, ...place, ...change }, emptyLine)

const issueSlots: Slot[] = [
  {
    slot: 'issues: id',
    benign: 'an id of four words',
    pose: (id) => issuesWith({ id }),
    material: 'known_issues',
    raw: (id) => knownLines({ id }),
  },
  {
    slot: 'issues: description',
    pose: (description) => issuesWith({ description }),
    material: 'known_issues',
    raw: (description) => knownLines({ description }),
  },
  {
    slot: 'issues: location',
    pose: (location) => issuesWith({ location }),
    material: 'known_issues',
    raw: (location) => knownLines({ location }),
  },
  {
    slot: 'issues: a severity of its own',
    pose: (severity) => issuesPosed({ baseline_issues: [session, { ...empty, severity }, name] }),
    material: 'known_issues',
    raw: () => knownLines({}),
  },
  {
    slot: 'issues: description of one that is settled',
    pose: (description) => issuesPosed({ baseline_issues: [session, empty, { ...name, description }] }),
    material: 'issues_already_counted',
    raw: (description) => lines({ id: 'NAME', severity: 'low', description }),
  },
  {
    slot: 'issues: description of a bonus',
    pose: (description) => issuesPosed({ bonus_issues: [{ ...bonus, description }] }),
    material: 'bonus_issues',
    raw: (description) => lines({ id: 'BONUS', severity: 'low', description }),
  },
  {
    slot: 'issues: id of a bonus',
    benign: 'an id of four words',
    pose: (id) => issuesPosed({ bonus_issues: [{ ...bonus, id }] }),
    material: 'bonus_issues',
    raw: (id) => lines({ id, severity: 'low', description: bonus?.description }),
  },
]

const [cause, fix] = [behavioursTask.baseline_criteria.cause, behavioursTask.baseline_criteria.fix]
const [named, blame] = cause
const [other] = behavioursTask.bonus_criteria.depth
const criteriaWith = (change: object) => ({ cause: [{ ...named, ...change }, blame], fix })

/** Of the lists of criteria. */
export const criterionSlots = (mode: string, pose: (change: object) => Posed): Slot[] =>
  ['id', 'description'].map((field) => ({
    slot: `${mode}: ${field} of a criterion`,
    benign: 'a text of four words',
    pose: (text: string) => pose({ baseline_criteria: criteriaWith({ [field]: text }) }),
    material: 'criteria',
    raw: (text: string) => lines({ ...named, [field]: text }, blame, ...fix),
  }))

const behaviourSlots: Slot[] = [
  ...criterionSlots('behaviours', behavioursPosed),
  ...['id', 'description'].map((field) => ({
    slot: `behaviours: ${field} of a bonus criterion`,
    benign: 'a text of four words',
    pose: (text: string) => behavioursPosed({ bonus_criteria: { depth: [{ ...other, [field]: text }] } }),
    material: 'bonus_criteria',
    raw: (text: string) => lines({ ...other, [field]: text }),
  })),
  {
    slot: 'behaviours: name of a group',
    pose: (text) => behavioursPosed({ baseline_criteria: { [text]: [...cause, ...fix] } }),
    material: 'criteria',
    raw: () => lines(...cause, ...fix),
  },
]

/** All of them. */
export const SOLO_SLOTS: readonly Slot[] = [
  ...soloSlots('rubric', rubricPosed),
  ...soloSlots('rubric apart', (change) => rubricPosed({ ...change, judging: 'apart' })),
  ...soloSlots('issues', issuesPosed),
  ...soloSlots('behaviours', behavioursPosed),
  ...issueSlots,
  ...behaviourSlots,
]
