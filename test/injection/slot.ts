/**
 * A place where text that nobody vouches for enters a question, and questions with all such places filled.
 *
 * @module
 */
import type { JudgeRequest } from '../../src/models/model.js'
import { coherence } from '../../src/modes/coherence.js'
import { compare } from '../../src/modes/compare.js'
import { equivalence } from '../../src/modes/equivalence.js'
import { evalCase } from '../../src/modes/eval-case.js'
import type { Mode } from '../../src/modes/mode.js'
import { phases } from '../../src/modes/phases.js'
import { reviewMatch } from '../../src/modes/review-match.js'
import { soloBehaviours } from '../../src/modes/solo-behaviours.js'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { soloRubric } from '../../src/modes/solo-rubric.js'
import type { PhaseName } from '../../src/scoring/relay.js'
import {
  behavioursTask,
  coherenceTask,
  compareTask,
  equivalenceTask,
  evalInput,
  issuesTask,
  phaseTask,
  reviewTask,
  rubricTask,
} from '../modes/tasks.js'

/** A task as its mode takes it. */
export interface Posed {
  readonly mode: Mode<unknown, unknown, object>
  readonly input: unknown
}

/** A place for untrusted text. */
export interface Slot {
  readonly slot: string
  readonly pose: (text: string) => Posed
  /** Material that the text must end up in. */
  readonly material: string
  /** That material as we mean it, before it is fenced; absent where the text decides what is shown at all. */
  readonly raw?: (text: string) => string
  /** A harmless text of the same kind. Default: `benign`. */
  readonly benign?: string
}

/** Objects as JSON, one a line. */
export const lines = (...items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')

/** The text itself. */
export const asIs = (text: string) => text

/** All questions of a task. */
export const requestsOf = ({ mode, input }: Posed): JudgeRequest[] => mode.requests(input)

function pose<I, R, F extends object>(mode: Mode<I, R, F>, input: I): Posed {
  return { mode: mode as unknown as Posed['mode'], input }
}

const posing =
  <I, R, F extends object>(mode: Mode<I, R, F>, task: object) =>
  (change: object = {}): Posed =>
    pose(mode, mode.check({ ...task, ...change }))

export const rubricPosed = posing(soloRubric, rubricTask)
export const issuesPosed = posing(soloIssues, issuesTask)
export const behavioursPosed = posing(soloBehaviours, behavioursTask)
export const comparePosed = posing(compare, compareTask)
export const coherencePosed = posing(coherence, coherenceTask)
export const reviewPosed = posing(reviewMatch, reviewTask)
export const equivalencePosed = posing(equivalence, equivalenceTask)
export const phasePosed = (phase: PhaseName, change: object = {}) =>
  posing(phases[phase], { ...phaseTask, mode: `phase-${phase}` })(change)

type EvalChange = Parameters<typeof evalInput>[0]

type Dimensions = ReturnType<typeof evalInput>['dimensions']

const evalOf = (change: EvalChange, dimensions?: Dimensions) => ({
  ...evalInput(change),
  ...(dimensions && { dimensions }),
})

export const evalPosed = (change: EvalChange = {}, dimensions?: Dimensions) =>
  pose(evalCase, evalOf(change, dimensions))
export const togetherPosed = (change: EvalChange = {}, dimensions?: Dimensions) =>
  pose(evalCase, { ...evalOf(change, dimensions), judging: 'together' as const })
