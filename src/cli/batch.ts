/**
 * `vitest-judge batch submit|status|fetch`: the calls of a run through the Message Batches API.
 *
 * @module
 */
import { join, relative, resolve } from 'node:path'
import type { Job } from '../batch/job.js'
import { badInput, JudgeError } from '../errors.js'
import { type BatchService, batchService } from '../models/anthropic-batches.js'
import { oneLine } from '../text.js'
import { UseError } from './options.js'

/** Options of the commands, as they were typed. */
export interface BatchCommand {
  /** Folder of a review batch. */
  readonly dir?: string | undefined
  readonly mode?: string | undefined
  readonly data?: string | undefined
  readonly instances?: string | undefined
  /** What Vitest is given. */
  readonly rest: readonly string[]
  readonly 'max-usd'?: string | undefined
  /** Submit also what the service has refused before. */
  readonly again?: boolean | undefined
  /** Give up what cannot be found at the service. */
  readonly resubmit?: boolean | undefined
  /** Forget the job in the folder. */
  readonly new?: boolean | undefined
  readonly wait?: boolean | undefined
  readonly json?: boolean | undefined
}

/** What is printed, and the exit code. */
export interface BatchOutcome {
  readonly text: string
  readonly code: number
}

/** The run that is asked for; null where none is named. @throws {@link InputError} for options that do not go together. */
export function runOf({ dir, mode, data, instances, rest }: BatchCommand): Pick<Job, 'program' | 'args'> | null {
  const named = [dir !== undefined, mode !== undefined || data !== undefined, rest.length > 0].filter(Boolean)
  if (named.length > 1) {
    throw new UseError('batch: name one of --dir, --mode with --data, and paths and options for Vitest.')
  }
  if (dir !== undefined) return { program: 'judge', args: ['--mode', 'review-match', '--dir', dir] }
  if (mode === undefined && data === undefined) return rest.length === 0 ? null : { program: 'vitest', args: rest }
  if (mode === undefined || data === undefined || data === '-') {
    throw badInput('batch', { place: '`--data`', expected: 'JSON or a file, beside `--mode`', received: data })
  }
  const more = instances === undefined ? [] : ['--instances', instances]
  return { program: 'judge', args: ['--mode', mode, '--data', data, ...more] }
}

/** Where the batch of a command is kept. */
export function folderOf({ dir }: BatchCommand): string {
  return resolve(dir === undefined ? join('.vitest-judge', 'batch') : join(dir, 'batch'))
}

/** A run as one would type it. */
export function typed({ program, args }: Pick<Job, 'program' | 'args'>): string {
  const words = args.map((word) => (/^[\w./:@=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
  return oneLine(`npx ${program === 'vitest' ? 'vitest run' : 'vitest-judge judge'} ${words.join(' ')}`, 300)
}

/** The run with the answers of its batch. */
export function typedWithBatch(job: Job, folder: string): string {
  return `VITEST_JUDGE_BATCH=${relative('.', folder)} ${typed(job)}`
}

/** The options that pick a folder again, for the next command. */
export function next(action: string, { dir }: BatchCommand): string {
  return `npx vitest-judge batch ${action}${dir === undefined ? '' : ` --dir ${dir}`}`
}

/** The same for what the service has refused. */
export function nextAgain(command: BatchCommand): string {
  return `${next('submit --again', command)}, once the cause of what was refused is gone`
}

/** The services by address, with the key of the environment. */
export function services(): (baseURL: string | null) => BatchService {
  const apiKey = process.env.ANTHROPIC_API_KEY?.trim()
  if (!apiKey) {
    throw new JudgeError(
      'A batch needs ANTHROPIC_API_KEY in the environment of this command: a key given as `apiKey`, or in a .env file, is known to Vitest only. (node --env-file=.env node_modules/vitest-judge/dist/src/cli.js batch ... reads one.)',
    )
  }
  const known = new Map<string | null, BatchService>()
  return (baseURL) => {
    const service = known.get(baseURL) ?? batchService({ apiKey, baseURL })
    known.set(baseURL, service)
    return service
  }
}
