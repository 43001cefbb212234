import { describe, expect, it } from 'vitest'
import { linesOf } from '../../src/citations/check.js'
import type { JudgeRequest } from '../../src/models/model.js'
import { evalCase } from '../../src/modes/eval-case.js'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { shownText } from '../../src/prompts/fence.js'
import { askAgain } from '../../src/prompts/layout.js'
import { stripHidden } from '../../src/text.js'
import { showToolCalls } from '../../src/trajectory/shorten.js'
import { HOSTILE, SENTINEL } from '../prompts/hostile.js'
import { promptOf, type Split, splitPrompt } from '../prompts/split.js'
import {
  behavioursRequests,
  behavioursTask,
  coherenceRequests,
  compareRequests,
  compareTask,
  equivalenceRequests,
  equivalenceTask,
  evalInput,
  evalRequests,
  issuesRequests,
  issuesTask,
  phaseRequests,
  phaseTask,
  reviewRequests,
  rubricRequests,
} from './tasks.js'

interface Slot {
  readonly slot: string
  readonly render: (text: string) => JudgeRequest[]
  /** Material that the text must end up in. */
  readonly material: string
  /** That material as we mean it, before it is fenced. */
  readonly raw: (text: string) => string
}

const lines = (...items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')
const asIs = (text: string) => text
const gold = { response: 'The cart is kept in the session.', score: 90, notes: 'Short but right.' }
const [session, empty, name] = issuesTask.baseline_issues
const [bonus] = issuesTask.bonus_issues
const place = { location: 'src/cart.ts:3' }

const soloSlots = (mode: string, render: (change: object) => JudgeRequest[]): Slot[] => [
  { slot: `${mode}: response`, render: (response) => render({ response }), material: 'response', raw: asIs },
  { slot: `${mode}: challenge`, render: (challenge) => render({ challenge }), material: 'challenge', raw: asIs },
  { slot: `${mode}: character`, render: (character) => render({ character }), material: 'character', raw: asIs },
  { slot: `${mode}: code`, render: (code) => render({ code }), material: 'code', raw: asIs },
  {
    slot: `${mode}: expert answer`,
    render: (response) => render({ gold_standard: { ...gold, response } }),
    material: 'expert_answer',
    raw: asIs,
  },
  {
    slot: `${mode}: notes on the expert answer`,
    render: (notes) => render({ gold_standard: { ...gold, notes } }),
    material: 'expert_notes',
    raw: asIs,
  },
]

const issuesWith = (change: object) => issuesRequests({ baseline_issues: [{ ...session, ...change }, empty, name] })
const emptyLine = { id: 'EMPTY', severity: 'medium', description: empty?.description }
const knownLines = (change: object) =>
  lines({ id: 'SESSION', severity: 'critical', description: session?.description, ...place, ...change }, emptyLine)

const issueSlots: Slot[] = [
  {
    slot: 'issues: id',
    render: (id) => issuesWith({ id }),
    material: 'known_issues',
    raw: (id) => knownLines({ id }),
  },
  {
    slot: 'issues: description',
    render: (description) => issuesWith({ description }),
    material: 'known_issues',
    raw: (description) => knownLines({ description }),
  },
  {
    slot: 'issues: location',
    render: (location) => issuesWith({ location }),
    material: 'known_issues',
    raw: (location) => knownLines({ location }),
  },
  {
    slot: 'issues: a severity of its own',
    render: (severity) => issuesRequests({ baseline_issues: [session, { ...empty, severity }, name] }),
    material: 'known_issues',
    raw: () => knownLines({}),
  },
  {
    slot: 'issues: description of one that is settled',
    render: (description) => issuesRequests({ baseline_issues: [session, empty, { ...name, description }] }),
    material: 'issues_already_counted',
    raw: (description) => lines({ id: 'NAME', severity: 'low', description }),
  },
  {
    slot: 'issues: description of a bonus',
    render: (description) => issuesRequests({ bonus_issues: [{ ...bonus, description }] }),
    material: 'bonus_issues',
    raw: (description) => lines({ id: 'BONUS', severity: 'low', description }),
  },
  {
    slot: 'issues: id of a bonus',
    render: (id) => issuesRequests({ bonus_issues: [{ ...bonus, id }] }),
    material: 'bonus_issues',
    raw: (id) => lines({ id, severity: 'low', description: bonus?.description }),
  },
]

const [cause, fix] = [behavioursTask.baseline_criteria.cause, behavioursTask.baseline_criteria.fix]
const [named, blame] = cause
const [other] = behavioursTask.bonus_criteria.depth
const criteriaWith = (change: object) => ({ cause: [{ ...named, ...change }, blame], fix })

const criterionSlots = (mode: string, render: (change: object) => JudgeRequest[]): Slot[] =>
  ['id', 'description'].map((field) => ({
    slot: `${mode}: ${field} of a criterion`,
    render: (text: string) => render({ baseline_criteria: criteriaWith({ [field]: text }) }),
    material: 'criteria',
    raw: (text: string) => lines({ ...named, [field]: text }, blame, ...fix),
  }))

const behaviourSlots: Slot[] = [
  ...criterionSlots('behaviours', behavioursRequests),
  ...['id', 'description'].map((field) => ({
    slot: `behaviours: ${field} of a bonus criterion`,
    render: (text: string) => behavioursRequests({ bonus_criteria: { depth: [{ ...other, [field]: text }] } }),
    material: 'bonus_criteria',
    raw: (text: string) => lines({ ...other, [field]: text }),
  })),
  {
    slot: 'behaviours: name of a group',
    render: (text) => behavioursRequests({ baseline_criteria: { [text]: [...cause, ...fix] } }),
    material: 'criteria',
    raw: () => lines(...cause, ...fix),
  },
]

const [one, two] = compareTask.contestants
/** One order is enough: the other has the same materials in another place. */
const compared = (change: object) => compareRequests({ swap: false, ...change })
const compareSlots: Slot[] = [
  { slot: 'compare: challenge', render: (challenge) => compared({ challenge }), material: 'challenge', raw: asIs },
  ...criterionSlots('compare', compared),
  {
    slot: 'compare: description of a known issue',
    render: (description) => compared({ baseline_issues: [{ ...session, description }, empty, name] }),
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
      render: (text: string) => compared({ contestants: [{ ...one, [field]: text }, two] }),
      material: `${field}_a`,
      raw: asIs,
    },
    {
      slot: `compare: ${field} of the second`,
      render: (text: string) => compared({ contestants: [one, { ...two, [field]: text }] }),
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
      render: (text: string) => phaseRequests(phase, { [team]: { ...phaseTask[team], [field]: text } }),
      material: `${team}_${field}`,
      raw: asIs,
    })),
  )
  const render = (context: string) => phaseRequests(phase, { context })
  return [{ slot: `phase-${phase}: context`, render, material: 'context', raw: asIs }, ...teams]
})

const coherenceSlots: Slot[] = ['theme', 'sm_response', 'tea_response', 'dev_response', 'reviewer_response'].map(
  (field) => ({
    slot: `coherence: ${field}`,
    render: (text) => coherenceRequests({ [field]: text }),
    material: field,
    raw: asIs,
  }),
)

const call = { tool: 'lookup', args: { order: 7 }, result_summary: 'broken' }
const callSlot = (field: string, change: (text: string) => object): Slot => ({
  slot: `evalset: ${field} of a tool call`,
  render: (text) => evalRequests({ produced: { toolCalls: [{ ...call, ...change(text) }] } }),
  material: 'tool_calls',
  raw: (text) => showToolCalls([{ ...call, ...change(text) }]),
})

const togetherRequests = (change: Parameters<typeof evalInput>[0]) =>
  evalCase.requests({ ...evalInput(change), judging: 'together' })

const togetherSlots: Slot[] = [
  {
    slot: 'evalset together: produced',
    render: (output) => togetherRequests({ produced: { output } }),
    material: 'produced',
    raw: asIs,
  },
  {
    slot: 'evalset together: measures',
    render: (measures) => togetherRequests({ measures }),
    material: 'dimension',
    raw: (measures) => `grace: ${measures}`,
  },
]

const evalSlots: Slot[] = [
  { slot: 'evalset: input', render: (input) => evalRequests({ case: { input } }), material: 'input', raw: asIs },
  {
    slot: 'evalset: input as JSON',
    render: (text) => evalRequests({ case: { input: { ask: text } } }),
    material: 'input',
    raw: (text) => JSON.stringify({ ask: text }, null, 2),
  },
  {
    slot: 'evalset: expected',
    render: (expected) => evalRequests({ case: { expected } }),
    material: 'expected',
    raw: asIs,
  },
  {
    slot: 'evalset: must_not',
    render: (text) => evalRequests({ case: { must_not: ['refund denied', text] } }),
    material: 'must_not',
    raw: (text) => lines('refund denied', text),
  },
  {
    slot: 'evalset: produced',
    render: (output) => evalRequests({ produced: { output } }),
    material: 'produced',
    raw: asIs,
  },
  {
    slot: 'evalset: diff',
    render: (diff) => evalRequests({ produced: { diff } }),
    material: 'produced_change',
    raw: asIs,
  },
  callSlot('name', (tool) => ({ tool })),
  callSlot('arguments', (order) => ({ args: { order } })),
  callSlot('result', (result_summary) => ({ result_summary })),
  callSlot('error', (error) => ({ error })),
  { slot: 'evalset: measures', render: (measures) => evalRequests({ measures }), material: 'dimension', raw: asIs },
]

/** A patch that adds a text, with line counts that fit. */
const adding = (line: string, text: string, header: (added: number) => string) => {
  const added = [line, ...text.split('\n').map((one) => `const note = ${one}`)].map((one) => `+${one}`)
  const body = [' const a = 1', '-const cart = session.cart', ...added, ' const b = 2']
  return ['--- a/src/cart.ts', '+++ b/src/cart.ts', header(added.length), ...body].join('\n')
}
const sound = (added: number) => `@@ -1,3 +1,${added + 2} @@`
const shownHeader = () => '@@ -1 @@'
const goldLine = 'const cart = store.load(user.id)'
const ownLine = 'const cart = database.carts.find(user.id)'

const equivalenceSlots: Slot[] = [
  {
    slot: 'equivalence: problem',
    render: (problem_statement) => equivalenceRequests({ gold: { ...equivalenceTask.gold, problem_statement } }),
    material: 'problem',
    raw: asIs,
  },
  {
    slot: 'equivalence: gold patch',
    render: (text) => equivalenceRequests({ gold: { ...equivalenceTask.gold, patch: adding(goldLine, text, sound) } }),
    material: 'gold_patch',
    raw: (text) => adding(goldLine, text, shownHeader),
  },
  {
    slot: 'equivalence: candidate patch',
    render: (text) => equivalenceRequests({ response: adding(ownLine, text, sound) }),
    material: 'candidate_patch',
    raw: (text) => adding(ownLine, text, shownHeader),
  },
]

const numbered = (text: string) =>
  linesOf(text)
    .map((line, index) => `${index + 1}| ${line}`)
    .join('\n')
const finding = (comment: string, change = '') => `### Finding 1\n${change}- **Comment**: ${comment}\n`
const comment = (body: string) => `## Comment 1 (by ana)\n- **Body**: ${body}\n`
const inOneLine = (text: string) => stripHidden(text).trim().replaceAll('\n', '\n  ')
const reviewSlots: Slot[] = [
  {
    slot: 'review-match: context',
    render: (context) => reviewRequests({ context }),
    material: 'context',
    raw: numbered,
  },
  {
    slot: 'review-match: comment of a finding',
    render: (text) => reviewRequests({ predictions: finding(text) }),
    material: 'predictions',
    raw: (text) => numbered(finding(text)),
  },
  {
    slot: 'review-match: severity of a finding',
    render: (text) => reviewRequests({ predictions: finding('x', `- **Severity**: ${text}\n`) }),
    material: 'predictions',
    raw: (text) => numbered(finding('x', `- **Severity**: ${text}\n`)),
  },
  {
    slot: 'review-match: body of a comment',
    render: (text) => reviewRequests({ reviews: comment(text) }),
    material: 'reviews',
    raw: (text) => numbered(comment(text)),
  },
  {
    slot: 'review-match: body of a comment as an object',
    render: (body) => reviewRequests({ reviews: [{ user: 'ana', body }] }),
    material: 'reviews',
    raw: (text) => numbered(comment(inOneLine(text))),
  },
]

const slots = [
  ...soloSlots('rubric', rubricRequests),
  ...soloSlots('rubric apart', (change) => rubricRequests({ ...change, judging: 'apart' })),
  ...soloSlots('issues', issuesRequests),
  ...soloSlots('behaviours', behavioursRequests),
  ...issueSlots,
  ...behaviourSlots,
  ...compareSlots,
  ...phaseSlots,
  ...coherenceSlots,
  ...reviewSlots,
  ...equivalenceSlots,
  ...evalSlots,
  ...togetherSlots,
]

function split(requests: readonly JudgeRequest[]): Split[] {
  return requests.map((request) => splitPrompt(promptOf(request)))
}

describe.each(slots)('$slot', ({ render, material, raw }) => {
  const benign = split(render('benign'))

  it('is shown to the judge', () => {
    expect(benign.flatMap(({ materials }) => materials).filter((one) => one.name === material)).not.toEqual([])
  })

  it.each(HOSTILE)('holds %s: its own material shows it, and all else is as without', (_title, text) => {
    const shown = shownText(raw(text))
    const wanted = benign.map(({ materials, outside }) => ({
      outside,
      materials: materials.map((one) => (one.name === material ? { name: material, text: shown } : one)),
    }))
    const hostile = split(render(text))
    expect(hostile.map(({ outside }) => outside.includes(SENTINEL))).not.toContain(true)
    expect(hostile).toEqual(wanted)
  })
})

it('every slot of every mode is in the table', () => {
  const requests = [
    ...rubricRequests(),
    ...issuesRequests(),
    ...behavioursRequests(),
    ...compareRequests(),
    ...(['sm', 'tea', 'dev', 'reviewer'] as const).flatMap((phase) => phaseRequests(phase)),
    ...coherenceRequests(),
    ...reviewRequests(),
    ...equivalenceRequests(),
    ...evalRequests(),
  ]
  const materials = split(requests).flatMap((one) => one.materials)
  const names = new Set(materials.map((material) => material.name))
  expect([...names].sort()).toEqual([...new Set(slots.map(({ material }) => material))].sort())
})

it.each(HOSTILE)('a second request about an id with %s says nothing else outside of material', (_title, text) => {
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
