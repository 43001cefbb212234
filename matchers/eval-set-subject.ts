/**
 * Calls the subject of an eval set, which is the user's own code: it may throw anything, and may never come back.
 *
 * @module
 */
import type { SubjectPlace } from '../src/agent/source.js'
import { JudgeError, show } from '../src/errors.js'
import type { EvalCase } from '../src/types.js'

/** Produces what is judged for a case; the signal ends with the test. */
export type Subject = (evalCase: EvalCase, context: { signal: AbortSignal }) => unknown

/** The subject that the options name; made when it is first called. */
export function subjectAt(place: SubjectPlace | null): Subject {
  let made: Promise<Subject> | undefined
  return async (evalCase, context) => {
    made ??= makeSubject(place)
    return (await made)(evalCase, context)
  }
}

async function makeSubject(place: SubjectPlace | null): Promise<Subject> {
  if (place === null) throw new JudgeError('no subject is named in the options of vitestJudge()')
  if ('artifacts' in place) return (await import('../src/agent/artifacts.js')).artifactSubject(place.artifacts)
  if ('command' in place) return (await import('../src/agent/command.js')).commandSubject(place)
  return (await import('../src/agent/working-tree.js')).workingTreeSubject(place)
}

/** What the subject gives, or a rejection as soon as the test has ended. */
export function callSubject(subject: Subject, evalCase: EvalCase, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new JudgeError('the subject did not return before the test ended'))
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    Promise.resolve(subject(evalCase, { signal })).then(resolve, reject)
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
