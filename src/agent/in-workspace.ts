/**
 * A subject that works in a copy of a fixture.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { readProduced } from '../evalset/produced.js'
import type { Produced } from '../types.js'
import type { SubjectContext } from './subject.js'
import { type Workspace, workspace } from './workspace.js'

/** What is there after work in a workspace. */
export interface Changes {
  /** Unified diff of all that differs from the fixture; empty when nothing does. */
  readonly diff: string
  /** Paths that differ from the fixture, sorted. */
  readonly changedFiles: readonly string[]
}

/**
 * Lets a subject work in a copy of a fixture, one for each call, and adds the diff to what it produces. The diff is read from the
 * files; one that the subject gives is not used.
 *
 * @param fixture - Folder whose copy is the workspace; a relative path starts at the folder of this process.
 * @param subject - Gets the workspace beside the signal. A subject of {@link commandSubject} runs in it.
 * @throws {@link InputError} when `subject` is no function. What is returned rejects with it when the fixture is no folder or holds a link that leaves it, and with
 * {@link JudgeError} when Git is missing or the changes cannot be read.
 * @example
 * ```ts
 * export default inWorkspace('fixtures/app', async ({ input }, { workspace }) => fixIssue(input, workspace.path))
 * ```
 */
export function inWorkspace<Case, Answer extends string | Produced>(
  fixture: string | URL,
  subject: (
    evalCase: Case,
    context: SubjectContext & { readonly workspace: Workspace },
  ) => Answer | PromiseLike<Answer>,
): (evalCase: Case, context?: SubjectContext) => Promise<(Answer extends string ? Produced : Answer) & Changes> {
  if (typeof subject !== 'function') {
    throw badInput('inWorkspace', {
      place: 'the subject',
      expected: 'a function (case, { workspace }) => output',
      received: subject,
    })
  }
  return async (evalCase, { signal } = {}) => {
    const place = await workspace(fixture, signal && { signal })
    try {
      const answer = await subject(evalCase, { ...(signal && { signal }), workspace: place })
      const produced: Produced = typeof answer === 'string' ? { output: answer } : answer
      readProduced(produced, `the subject in a workspace of ${fixture}`)
      const changes: Changes = { diff: await place.diff(), changedFiles: await place.changedFiles() }
      return { ...produced, ...changes } as (Answer extends string ? Produced : Answer) & Changes
    } finally {
      await place.dispose()
    }
  }
}
