/**
 * What subjects of this package are given and what they give.
 *
 * @module
 */
import type { EvalCase, Produced } from '../types.js'
import type { Workspace } from './workspace.js'

/** What a subject may look at besides its case. */
export interface SubjectContext {
  /** Ends with the test. */
  readonly signal?: AbortSignal
  /** Where it works, below {@link inWorkspace}. */
  readonly workspace?: Workspace
}

/** What a command produced. */
export interface CommandProduced extends Produced {
  /** One of the accepted ones. */
  readonly exitCode: number
  /** The last 64 KiB of standard error. */
  readonly stderr: string
  /** Paths that differ from the fixture, where it ran in a workspace. */
  readonly changedFiles?: readonly string[]
}

/** Runs a command for a case. Only the case's `input` is read, so that tests can call it with no more. */
export type CommandSubject = (evalCase: Pick<EvalCase, 'input'>, context?: SubjectContext) => Promise<CommandProduced>
