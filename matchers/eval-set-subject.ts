/**
 * Calls the subject of an eval set, which is the user's own code: it may throw anything, and may never come back.
 *
 * @module
 */
import type { SubjectPlace } from '../src/agent/source.js'
import { startWatch } from '../src/clock.js'
import { JudgeError, show } from '../src/errors.js'
import type { CaseRecord, EvalCase, Produced } from '../src/types.js'
import { nothingIn } from './no-answer.js'
import { once } from './once.js'

/** What a subject is told of its run: the signal ends with the test, trials count from 1. */
export interface SubjectCall {
  readonly signal: AbortSignal
  readonly trial: number
}

/** Produces what is judged for a case. */
export type Subject = (evalCase: EvalCase, context: SubjectCall) => unknown

/**
 * The subject that the options name.
 *
 * @throws {@link InputError} when what they name is not there.
 */
export async function subjectAt(place: SubjectPlace): Promise<Subject> {
  if ('artifacts' in place) return await (await import('../src/agent/artifacts.js')).artifactSubject(place.artifacts)
  if ('command' in place) return (await import('../src/agent/command.js')).commandSubject(place)
  return await (await import('../src/agent/working-tree.js')).workingTreeSubject(place)
}

/** What a call of the subject took, or that there was none. */
export type AgentTook = Pick<CaseRecord, 'agent_ms' | 'agent_usage' | 'output_from' | 'output_kept_at'>

/** What came of a call of the subject. */
export type SubjectRun = { readonly agent: AgentTook } & (
  | { readonly produced: Produced }
  | { readonly thrown: unknown }
)

const readers = once(() => import('../src/evalset/produced.js'))

/** The agent behind a subject, as far as it is told. */
export interface Agent {
  /** Digest of the subject's module; null where it is an option. */
  readonly module: string | null
  /** The option; null where it is a module. */
  readonly place: SubjectPlace | null
  /** Name of its model; null where it is not known. */
  readonly model: string | null
}

/** Which outputs of a batch are taken or kept. */
export interface Keeping {
  /** Null: no batch. */
  readonly folder: string | null
  readonly dryRun: boolean
  readonly agent: Agent
  /** What tells this run of the subject from all others. */
  readonly run: { readonly file: string }
}

/**
 * Calls the subject, or takes what it returned when the calls of a batch were collected. Recorded artifacts are kept by
 * themselves.
 *
 * @param what - The case, for messages.
 */
export async function runSubject(
  subject: Subject,
  evalCase: EvalCase,
  call: SubjectCall,
  what: string,
  { folder, ...keeping }: Keeping,
): Promise<SubjectRun> {
  const run = () => callAndCheck(subject, evalCase, call, what)
  const { place } = keeping.agent
  if (folder === null || (place !== null && 'artifacts' in place)) return await run()
  return await (await import('./eval-set-kept.js')).runKept({ folder, ...keeping }, run)
}

/** Takes the time, and checks what the subject gives. */
async function callAndCheck(
  subject: Subject,
  evalCase: EvalCase,
  call: SubjectCall,
  what: string,
): Promise<SubjectRun> {
  const { isNothing, keepUsage, readProduced } = await readers()
  const watch = startWatch()
  try {
    const given = await callSubject(subject, evalCase, call)
    const agent_ms = watch()
    const produced = readProduced(given, what)
    if (isNothing(produced)) throw new JudgeError(nothingIn('the output'))
    const agent_usage = keepUsage(produced.usage)
    return { produced, agent: { agent_ms, ...(agent_usage !== undefined && { agent_usage }) } }
  } catch (thrown) {
    return { thrown, agent: { agent_ms: watch() } }
  }
}

/** What the subject gives, or a rejection as soon as the test has ended. */
function callSubject(subject: Subject, evalCase: EvalCase, call: SubjectCall): Promise<unknown> {
  const { signal } = call
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new JudgeError('the subject did not return before the test ended'))
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    Promise.resolve(subject(evalCase, call)).then(resolve, reject)
  })
}

/** Whether the run was given up, as by `bail`, and not the test alone because of its timeout. */
export function isCancelled({ reason }: AbortSignal): boolean {
  return (reason as Error | undefined)?.name === 'TestRunAbortError'
}

/** What was thrown as an error whose message is a text, which is what records and Vitest can hold. */
export function asError(thrown: unknown): Error {
  try {
    if (typeof Object(thrown).message === 'string') return thrown as Error
    return new JudgeError(`no error with a message was thrown, but ${show(thrown, 300)}`)
  } catch {
    return new JudgeError('something was thrown that cannot even be shown')
  }
}
